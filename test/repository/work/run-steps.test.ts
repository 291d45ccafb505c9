import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAll } from '../../../lib/repository/work/run-steps.ts';

test('steps after a failed step are done, and every error is reported', async () => {
  const done: number[] = [];
  const step = (n: number, error?: Error) => async () => {
    done.push(n);
    if (error !== undefined) throw error;
  };
  const [first, second] = [new Error('first'), new Error('second')];
  await assert.rejects(runAll([step(1, first), step(2)]), first);
  const joined = { message: 'first; second', errors: [first, second] };
  await assert.rejects(runAll([step(3, first), step(4, second), step(5)]), joined);
  assert.deepEqual(done, [1, 2, 3, 4, 5]);
  const many = Array.from({ length: 7 }, (_, n) => step(n, new Error(`e${n}`)));
  await assert.rejects(runAll(many), { message: 'e0; e1; e2; e3; e4; and 2 more errors' });
});
