import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Deadlines, type Timed } from '../../../lib/driver/request/deadlines.ts';
import { VirtualClock } from '../virtual-clock.ts';

/**
 * Every request without an answer times out once at its limit, not earlier. One timer is enough for all
 * requests.
 */

class Request implements Timed {
  older: Timed | undefined;
  younger: Timed | undefined;
  readonly sentNs: number;
  readonly timedOutNs: number[] = [];
  readonly #time: VirtualClock;

  constructor(time: VirtualClock) {
    this.#time = time;
    this.sentNs = time.clock.nowNs();
  }

  timeOut(): void {
    this.timedOutNs.push(this.#time.clock.nowNs());
  }
}

suite('deadlines', () => {
  test('keep the other requests when a request is removed twice', async () => {
    const time = new VirtualClock();
    const deadlines = new Deadlines(50, time.clock);
    const [answered, other] = [new Request(time), new Request(time)];
    for (const request of [answered, other]) deadlines.add(request);
    for (const _ of [1, 2]) deadlines.remove(answered);
    await time.pass(100);
    assert.deepEqual([answered.timedOutNs.length, other.timedOutNs.length], [0, 1]);
  });

  test('time out what was not removed, within two milliseconds of the limit, and leave no timer', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('send' as const) }),
        fc.record({ kind: fc.constant('answer' as const), which: fc.nat(20) }),
        fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 60 }) }),
      ),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const time = new VirtualClock();
        const deadlines = new Deadlines(50, time.clock);
        const all: Request[] = [];
        const answered = new Set<Request>();
        for (const step of script) {
          if (step.kind === 'wait') await time.pass(step.ms);
          if (step.kind === 'send') {
            all.push(new Request(time));
            deadlines.add(all.at(-1) as Request);
          }
          if (step.kind === 'answer') {
            const request = all[step.which];
            if (request === undefined || request.timedOutNs.length > 0) continue;
            deadlines.remove(request);
            answered.add(request);
          }
          assert.ok(time.waiting <= 1, `${time.waiting} timers`);
        }
        await time.pass(1000);
        for (const request of all) {
          assert.equal(request.timedOutNs.length, answered.has(request) ? 0 : 1);
          for (const at of request.timedOutNs) {
            const afterMs = (at - request.sentNs) / 1e6;
            assert.ok(afterMs >= 50 && afterMs <= 52, `${afterMs} ms`);
          }
        }
        assert.equal(time.waiting, 0);
      }),
      { numRuns: 60 },
    );
  });

  test('that let another request be sent set one timer, not two', async () => {
    const time = new VirtualClock();
    const deadlines = new Deadlines(50, time.clock);
    const first = new Request(time);
    const later = new Request(time);
    first.timeOut = () => deadlines.add(Object.assign(later, { sentNs: time.clock.nowNs() }));
    deadlines.add(first);
    await time.pass(50);
    assert.equal(time.waiting, 1);
    deadlines.close();
    assert.equal(time.waiting, 0);
    await time.pass(1000);
    assert.deepEqual(later.timedOutNs, []);
  });

  test('wait again when their timer comes too early', async () => {
    const time = new VirtualClock({ timerMs: () => -1 });
    const deadlines = new Deadlines(50, time.clock);
    const request = new Request(time);
    deadlines.add(request);
    await time.pass(49);
    assert.deepEqual(request.timedOutNs, []);
    await time.pass(3);
    assert.equal(request.timedOutNs.length, 1);
  });
});
