import assert from 'node:assert/strict';
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Delivery } from '../../../lib/local/queues/delivery.ts';
import { Queue, type Received } from '../../../lib/local/queues/queue.ts';
import { scratchDir } from '../scratch.ts';
import { messages } from './messages.ts';

describe('the delivery of messages to a function', () => {
  it('hands out what comes, in batches, and deletes what succeeded', async (t) => {
    const { now, calls, settle, delivery } = opened(t);
    delivery.begin();
    now.send(messages('a', 'b', 'c'));
    assert.deepEqual(bodiesOf(calls), [['a', 'b', 'c']]);
    await settle();
    assert.deepEqual(now.counts, { waiting: 0, out: 0, oldestAt: undefined });
  });

  it('leaves alone what failed until it is shown again, and deletes the others of the batch', async (t) => {
    const { now, calls, settle, delivery, time } = opened(t);
    delivery.begin();
    now.send(messages('good', 'bad'));
    await settle((messages) => messages.filter(({ body }) => body === 'bad').map(({ id }) => id));
    assert.equal(now.counts.out, 1);
    time.pass(30_000);
    assert.deepEqual(bodiesOf(calls), [['bad']]);
    await settle();
    assert.equal(now.counts.out, 0);
  });

  it('hands out again soon what its function died of, and buries it in the end', async (t) => {
    const { now, dead, calls, time, delivery, settle } = opened(t);
    delivery.begin();
    now.send(messages('deadly'));
    for (let n = 0; n < 3; n += 1) {
      assert.equal(calls.length, 1, `time ${n + 1}`);
      await settle(() => {
        throw new Error('the function is dead');
      });
      time.pass(5000);
    }
    assert.equal(calls.length, 0);
    assert.deepEqual(
      dead.receive(10).map(({ body }) => body),
      ['deadly'],
    );
  });

  it('keeps room for what is new, however much is computed again', async (t) => {
    const { now, later, calls, delivery, settle } = opened(t);
    delivery.begin();
    later.send(messages(...Array.from({ length: 1000 }, (_, n) => `old ${n}`)));
    assert.deepEqual(bodiesOf(calls), [['old 0']], 'one place is free');
    now.send(messages('new'));
    assert.deepEqual(bodiesOf(calls).at(-1), ['new'], 'nothing is ahead of it');
    now.send(messages('newer'));
    await settle();
    assert.deepEqual(bodiesOf(calls)[0], ['newer'], 'the next place is for what is new as well');
  });

  it('does not repeat the finished messages of a dying function, nor messages that were delivered again', async (t) => {
    const { now, calls, time, delivery, settle } = opened(t);
    delivery.begin();
    now.send(messages('done', 'slow', 'lost'));
    const [call] = calls.splice(0);
    now.delete(call?.messages.slice(0, 1).map(({ receipt }) => receipt) ?? []);
    time.pass(30_000);
    assert.deepEqual(bodiesOf(calls), [['slow', 'lost']], 'their time is over');
    calls.unshift(call ?? assert.fail());
    const [, second] = calls;
    calls.pop();
    await settle(() => {
      throw new Error('the function is dead');
    });
    assert.equal(now.counts.out, 2, 'they are with the second call');
    calls.push(second ?? assert.fail());
    await settle();
    assert.deepEqual([now.counts.out, now.counts.waiting], [0, 0]);
  });

  it('delivers on after a time in which no file of a queue can be written', async (t) => {
    const { now, dead, calls, time, delivery, settle, failures, dir } = opened(t);
    const files = ['now', 'dead'].map((name) => join(dir, `${name}.jsonl`));
    const die = () => {
      throw new Error('the function is dead');
    };
    delivery.begin();
    now.send(messages('done', 'deadly'));
    for (let n = 0; n < 2; n += 1) {
      await settle(die);
      time.pass(5000);
    }
    for (const file of files) {
      rmSync(file);
      mkdirSync(file);
    }
    await settle((received) => received.flatMap(({ id, body }) => (body === 'done' ? [] : [id])));
    time.pass(30_000);
    assert.deepEqual(
      [calls.length, new Set(failures.map((error) => (error as { code?: string }).code))],
      [0, new Set([undefined, 'EISDIR'])],
    );
    for (const file of files) rmdirSync(file);
    time.pass(20_000);
    assert.deepEqual(
      dead.receive(10).map(({ body }) => body),
      ['deadly'],
    );
    assert.deepEqual(now.counts, { waiting: 0, out: 0, oldestAt: undefined });
  });

  it('hands out nothing more when it closes, and waits for what is being done', async (t) => {
    const { now, calls, delivery, settle } = opened(t);
    delivery.begin();
    now.send(messages('a'));
    const closed = delivery.close();
    now.send(messages('b'));
    assert.deepEqual(bodiesOf(calls), [['a']]);
    await settle();
    await closed;
    assert.deepEqual([now.counts.waiting, calls.length], [1, 0]);
  });
});

type Answer = (messages: readonly Received[]) => readonly string[];
type Call = { readonly messages: readonly Received[]; readonly end: (answer: Answer) => void };

const bodiesOf = (calls: readonly Call[]): string[][] =>
  calls.map(({ messages }) => messages.map(({ body }) => body));

/** A delivery with two concurrent calls. The queue `later` may use one of them. The test ends the calls. */
function opened(t: TestContext) {
  const dir = scratchDir(t);
  const time = clock();
  const open = (name: string, dead?: Queue): Queue =>
    new Queue({
      file: join(dir, `${name}.jsonl`),
      visibilityS: 30,
      now: time.epochMs,
      ...(dead && { dead: { queue: dead, receivesMax: 3 } }),
    });
  const dead = open('dead');
  const [now, later] = [open('now', dead), open('later', dead)];
  const calls: Call[] = [];
  const failures: unknown[] = [];
  const delivery = new Delivery({
    queues: [
      { name: 'now', queue: now, batch: 10, concurrency: 2 },
      { name: 'later', queue: later, batch: 1, concurrency: 1 },
    ],
    concurrency: 2,
    clock: time,
    log: (error) => failures.push((error as Error).cause),
    invoke(_, messages) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      const end = (answer: Answer): void => {
        try {
          resolve(answer(messages));
        } catch (error) {
          reject(error as Error);
        }
      };
      calls.push({ messages, end });
      return promise;
    },
  });
  /** Ends all running calls with this answer. */
  const settle = async (answer: Answer = () => []): Promise<void> => {
    for (const { end } of calls.splice(0)) end(answer);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { now, later, dead, calls, delivery, settle, time, failures, dir };
}

function clock() {
  let now = 1000;
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    epochMs: () => now,
    after(ms: number, call: () => void) {
      const timer = { at: now + ms, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms: number) {
      now += ms;
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.call();
    },
  };
}
