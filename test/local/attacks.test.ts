import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { attackNames } from '../../bench/fairness/attacks.ts';
import { callOf, slowCalls, type Target } from '../../bench/fairness/calls.ts';
import { type Api, apiOf, prepare, text, upload } from '../../bench/fairness/prepared.ts';
import { startDrilledCloud } from './faults/drill.ts';
import { afterwards, suiteScope } from './scratch.ts';

/**
 * No caller of an API on this machine can prevent the calls of others. The attacks are those of
 * bench/fairness.ts, without measurements of time.
 */

/**
 * More calls than this machine has threads for functions. Without the limit for each caller, the upload would
 * wait for all of them.
 */
const callsMax = 12;

describe('an innocent upload is answered', () => {
  let target: Target;
  let api: Api;
  const scope = suiteScope();

  before(async () => {
    const { url, apiKey } = await startDrilledCloud(scope);
    api = apiOf(url, apiKey);
    target = await prepare(url, api, { runs: 40, largeBytes: 1024 ** 2 });
  });

  const innocent = async (): Promise<void> => {
    const answer = await upload(api, 'calm', { x: 1 });
    assert.equal(answer.status, 202, await answer.text());
  };

  for (const [name, callFor] of Object.entries(slowCalls))
    test(`before the slow calls that were sent first: ${name}`, async () => {
      const slow = callFor(target);
      let open = Math.min(slow.atOnce * 2, callsMax);
      const calls = Array.from({ length: open }, async () => {
        const { status } = await callOf(target, slow);
        open -= 1;
        return status;
      });
      await innocent();
      assert.ok(open > 0, 'an upload that came last is not answered last');
      assert.ok(!(await Promise.all(calls)).includes(502));
    });

  for (const name of attackNames.filter((each) => !(each in slowCalls)))
    test(`while an attacker continues: ${name}`, async (t) => {
      const file = join(import.meta.dirname, '../../bench/fairness/attacks.ts');
      const attacker = fork(file, [name, JSON.stringify(target)]);
      afterwards(t, async () => {
        const gone = once(attacker, 'exit');
        attacker.kill();
        await gone;
      });
      await once(attacker, 'message');
      for (let count = 0; count < 10; count += 1) await innocent();
      // The body is as large as each body of the attacker.
      await text(upload(api, 'calm', { x: 'x'.repeat(5e6) }));
    });
});
