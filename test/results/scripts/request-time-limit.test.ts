import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptLimits } from '../../../lib/results/scripts/limits.ts';
import { withinTime } from '../../../lib/results/scripts/request-time-limit.ts';

test('functions of one request are called until their time in all is over', async () => {
  let now = 5;
  const evaluate = withinTime(
    async () => ({ json: 'true', output: [] }),
    'test 7',
    () => now,
  );
  now += scriptLimits.scriptsOfRequestMs;
  assert.deepEqual(await evaluate('v => true', '1'), { json: 'true', output: [] });
  now += 1;
  await assert.rejects(evaluate('v => true', '1'), {
    code: 'FUNCTIONS_TOO_SLOW',
    status: 400,
    message:
      'The JavaScript functions of test 7 need more than 10 s of processor time for this request; make the functions faster, or request fewer datasets',
  });
});
