import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yieldProcessor } from '../../../lib/local/function-host/yielding.ts';

test('A function yields to others, and where all of Downpour was started with nice it does not try to take that back', () => {
  for (const [before, after] of [
    [-5, 5],
    [0, 5],
    [5, 5],
    [10, 10],
    [19, 19],
  ] as const) {
    let nice: number = before;
    yieldProcessor({
      get: () => nice,
      set: (wanted) => {
        if (wanted < nice) throw new Error('EACCES: only an administrator may lower it');
        nice = wanted;
      },
    });
    assert.equal(nice, after);
  }
});
