import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yieldProcessor } from '../../../lib/local/function-host/thread-priority.ts';

test('a function yields to the rest of the process, also where Downpour was started with nice', () => {
  for (const [before, after] of [
    [-5, 0],
    [0, 5],
    [10, 15],
    [17, 19],
    [19, 19],
  ] as const) {
    let nice: number = before;
    yieldProcessor({
      get: () => nice,
      set: (expected) => {
        if (expected < nice) throw new Error('EACCES: only an administrator may lower it');
        nice = expected;
      },
    });
    assert.equal(nice, after);
  }
});
