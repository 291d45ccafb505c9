import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { burstStores } from '../../../functions/stores.ts';
import type { BurstSeconds, BurstStatus } from '../../../lib/api.generated.ts';
import { startConducting } from '../../../lib/driver/conducting/state.ts';
import { recents } from '../../../lib/driver/progress/limits.ts';
import { noTotals } from '../../../lib/driver/progress/live.ts';
import type { RecentSecond } from '../../../lib/driver/progress/recent.ts';
import { minuteOf } from '../../../lib/driver/progress/seconds.ts';
import { node, scheduled } from '../../driver/conducting/graphs.ts';
import { even, phaseOf, planOf } from '../../driver/run/records.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/** All clients read the same stored seconds of a burst from its start. Missing seconds are a gap. */

const memory = openMemory();
let eve = '';
beforeEach(() => {
  memory.dynamo.clear('identity');
  eve = keyOfUser(memory, 2, 'eve');
});

const report = (at: number): RecentSecond => ({
  ...{ second: at, coversMs: 1_000, requests: 7, responses: 7, failed: 0, errors: 0 },
  ...{ inFlight: 0, sessions: 1, usersDue: 7, usersStarted: 7, p50: 5, p99: 6 },
});

let made = 0;

/** Makes a burst with a phase for each age: the seconds since the phase began. */
function begun(...ages: readonly number[]): { readonly id: string; readonly t0: readonly number[] } {
  made += 1;
  const id = `b-20240101-000000-${String(made).padStart(4, '0')}`;
  const now = Date.now();
  const t0 = ages.map((age) => now - age * 1_000);
  const names = ages.map((_, index) => `phase-${index}`);
  memory.records.set(id, {
    ...{ id, benchmark: 'shop', file: 'shop.hf.yaml', seed: 1, user: 'eve' },
    createdAt: now - 3_600_000,
    state: 'running',
  });
  memory.plans.set(id, { ...planOf(names.map((name) => phaseOf(name, even))), burst: id });
  const state = startConducting({
    graph: names.map((name) => ({ ...node(name), shards: 1 })),
    failurePolicy: 'CANCEL',
    leadMs: 1,
    startedAt: 1,
  });
  const phases = t0.map((at) => scheduled({ t0: at }));
  memory.conductors.set(id, { version: 1, state: { ...state, phases } });
  return { id, t0 };
}

const second = (at: number) => ({
  second: at,
  ...{ requestsPerSec: 1, responsesPerSec: 1, failedPerSec: 0, errorsPerSec: 0, inFlight: 0, sessions: 1 },
  ...{ usersDuePerSec: 1, usersStartedPerSec: 1, exact: true as const },
});

async function keep(id: string, phase: number, from: number, to: number): Promise<void> {
  const { bursts } = burstStores();
  const all = Array.from({ length: to - from + 1 }, (_, n) => second(from + n));
  for (const [minute, own] of Map.groupBy(all, (each) => minuteOf(each.second)))
    await bursts.putMinute(id, phase, minute, [...(await bursts.minute(id, phase, minute)), ...own]);
}

async function read(id: string, after?: number): Promise<BurstSeconds> {
  const query = after === undefined ? '' : `?after=${after}`;
  const answer = await send(`GET /api/burst/${id}/seconds${query}`, { key: eve });
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body) as BurstSeconds;
}

suite('the seconds of a burst', () => {
  test('are those after a time, with their gaps', async () => {
    const { id, t0: [t0 = 0] = [] } = begun(100);
    await keep(id, 0, 0, 49);
    await keep(id, 0, 70, 99);
    const { phases: [phase] = [], more, next } = await read(id);
    assert.equal(phase?.seconds.second.length, 80);
    assert.deepEqual([phase.gaps, more], [[{ from: 50, to: 69 }], false]);
    assert.ok(next >= t0 + 99_000 && next <= Date.now(), `${next - t0}`);
    const later = await read(id, t0 + 69_000);
    assert.deepEqual([later.phases[0]?.seconds.second[0], later.phases[0]?.gaps], [70, []]);
  });

  test('that may still come are no gap, and are requested again', async () => {
    const { id, t0: [t0 = 0] = [] } = begun(40);
    await keep(id, 0, 0, 29);
    await keep(id, 0, 34, 39);
    const { phases, next } = await read(id);
    assert.deepEqual(phases[0]?.gaps, []);
    assert.equal(next, t0 + 29_000);
  });

  test('of a burst that has just ended may still arrive, and are a gap later', async () => {
    for (const [endedS, gaps] of [
      [1, []],
      [recents.lateSeconds + 1, [{ from: 20, to: 29 }]],
    ] as const) {
      const { id, t0: [t0 = 0] = [] } = begun(30 + endedS);
      const record = memory.records.get(id) ?? assert.fail();
      memory.records.set(id, { ...record, state: 'incomplete', endedAt: t0 + 30_000 });
      await keep(id, 0, 0, 19);
      assert.deepEqual((await read(id)).phases[0]?.gaps, gaps, `${endedS} s`);
    }
  });

  test('come in replies of a bounded size, and no second is lost between them', async () => {
    const { id, t0 } = begun(5_000, 3_000);
    await keep(id, 0, 0, 4_999);
    await keep(id, 1, 0, 2_999);
    const seen: string[] = [];
    let [after, replies, more] = [0, 0, true];
    while (more) {
      const reply = await read(id, after);
      const count = reply.phases.reduce((sum, { seconds }) => sum + seconds.second.length, 0);
      assert.ok(count <= recents.replySecondsMax, `${count}`);
      seen.push(
        ...reply.phases.flatMap(({ phase, seconds }) => seconds.second.map((at) => `${phase} ${at}`)),
      );
      assert.ok(reply.next > after);
      ({ next: after, more } = reply);
      replies += 1;
    }
    assert.ok(replies >= 3 && replies <= 4, `${replies}`);
    assert.equal(new Set(seen).size, 8_000);
    assert.ok(seen.length <= 8_000 + 2 * recents.lateSeconds);
    assert.equal(t0.length, 2);
  });

  test('are kept by one of all who watch, from what the drives have written', async () => {
    const { id } = begun(9);
    const { bursts } = burstStores();
    const recent = { ended: false, seconds: [2, 3, 4, 5, 6].map(report) };
    const reads = mock.method(bursts, 'recents', async () => [{ phase: 0, shard: 0, segment: 0, recent }]);
    const writes = mock.method(bursts, 'putMinute');
    await Promise.all(Array.from({ length: 20 }, () => read(id)));
    assert.deepEqual([reads.mock.callCount(), writes.mock.callCount()], [1, 1]);
    const { phases: [phase] = [] } = await read(id);
    assert.deepEqual(phase?.seconds.second, [2, 3, 4, 5, 6]);
    assert.deepEqual([phase.seconds.latencyP99Ns[0], phase.seconds.latenessP99Ns[0]], [6, null]);
    reads.mock.restore();
    writes.mock.restore();
  });

  test('include the last seconds of a segment that arrive while the next segment runs', async () => {
    const { id } = begun(40);
    const { bursts } = burstStores();
    const phases = { 0: { totals: noTotals, from: 2, over: noTotals } };
    const until = Date.now();
    assert.ok(await bursts.leaseSnapshot(id, undefined, until));
    assert.ok(await bursts.putSnapshot(id, { at: until - 20_000, phases }, until));
    for (const segment of [0, 1]) {
      const seconds = [report(10 * segment)];
      await bursts.putRecent(id, { phase: 0, shard: 0, segment }, { ended: true, seconds });
    }
    const { phases: [phase] = [] } = await read(id);
    assert.deepEqual(phase?.seconds.second, [10]);
  });

  test('and the requests of an ended burst are shown while the wall clock is behind its start', async () => {
    const { id, t0: [t0 = 0] = [] } = begun(-60);
    const record = memory.records.get(id) ?? assert.fail();
    memory.records.set(id, { ...record, state: 'passed', endedAt: t0 + 5_000 });
    await keep(id, 0, 0, 4);
    const { bursts } = burstStores();
    const live = { ...noTotals, requests: 35 };
    const phases = { 0: { totals: live, from: 1, over: live, closed: true as const } };
    const until = Date.now();
    assert.ok(await bursts.leaseSnapshot(id, undefined, until));
    assert.ok(await bursts.putSnapshot(id, { at: t0 + 5_000, phases }, until));
    assert.deepEqual((await read(id)).phases[0]?.seconds.second, [0, 1, 2, 3, 4]);
    const { body } = await send(`GET /api/burst/${id}`, { key: eve });
    assert.equal((JSON.parse(body) as BurstStatus).phases[0]?.totals.requests, 35);
  });

  test('are for those who may see the burst, and there are none before its start', async () => {
    const { id } = begun(-60);
    assert.deepEqual((await read(id)).phases, []);
    const bo = keyOfUser(memory, 3, 'bo');
    assert.equal((await send(`GET /api/burst/${id}/seconds`, { key: bo })).status, 404);
    assert.equal((await send(`GET /api/burst/${id}/seconds?after=x`, { key: eve })).status, 400);
  });
});
