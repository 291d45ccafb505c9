import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachConcurrent } from '../../../lib/repository/records/for-each-concurrent.ts';

/** Actions for many records run at the same time, up to a limit. After a failure no further action starts. */

test('each is done once, never more than so many at a time', async () => {
  for (const [count, atOnce] of [
    [0, 4],
    [3, 4],
    [100, 4],
  ] as const) {
    const numbers = Array.from({ length: count }, (_, n) => n);
    const done: number[] = [];
    let [now, most] = [0, 0];
    await forEachConcurrent(numbers, atOnce, async (n) => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      done.push(n);
    });
    assert.deepEqual([done.sort((a, b) => a - b), most], [numbers, Math.min(count, atOnce)]);
  }
});

test('after a failure no other item starts, and started items are awaited', async () => {
  const [begun, ended]: number[][] = [[], []];
  const failing = forEachConcurrent([1, 2, 3, 4], 2, async (n) => {
    begun?.push(n);
    if (n === 1) throw new Error('the first');
    await new Promise(setImmediate);
    ended?.push(n);
  });
  await assert.rejects(failing, /the first/);
  assert.deepEqual([begun, ended], [[1, 2], [2]]);
});

test('of several failures, the earliest is thrown', async () => {
  const failing = forEachConcurrent([1, 2], 2, async (n) => {
    if (n === 1) await new Promise(setImmediate);
    throw new Error(`failure ${n}`);
  });
  await assert.rejects(failing, /failure 2/);
});
