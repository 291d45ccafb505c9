import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatProblem } from '../../../lib/driver/document/format-problems.ts';
import { defaultCeilings } from '../../../lib/driver/planning/limits.ts';
import { judgePlan } from '../../../lib/driver/planning/plan-with-stores.ts';
import { fixtures } from '../http/tls/fixtures.ts';

/**
 * The problems of a key store or trust store of TLS are reported with all other problems of the document, at
 * the member that names the store.
 */

async function judged(http: string, files?: typeof fixtures) {
  const text = `name: n\nhttp:\n${http}\nphases:\n- p: { atOnce: { users: 1, scenario: [ { main: [ noop ] } ] } }\n`;
  const { plan, problems } = await judgePlan({
    burst: 'b',
    text,
    file: 'n',
    parameters: http.includes('WORD') ? { WORD: 'hunter2-marker' } : {},
    shards: 1,
    seed: 1,
    plannedAt: 0,
    segmentMsMax: 60_000,
    limits: defaultCeilings,
    allowList: { allowed: ['*'], onLambda: false },
    ...(files === undefined ? {} : { files }),
  });
  const lines = problems.map((problem) => formatProblem('n', problem));
  return { isPlanned: plan !== undefined, errors: lines.filter((line) => !line.includes('warning')) };
}

const one = 'trustManager: { certFile: server.crt }';
const several = `- host: http://plain.example
- host: https://one.example
  name: one
  keyManager:
    storeFile: client.jks
    password: !param WORD
  ${one}
- host: https://two.example
  name: two
  keyManager:
    storeFile: two.jks
    password: test123
    alias: nobody
  trustManager:
    certFile: client.key
`;

suite('stores', () => {
  test('are judged all at once for several targets, each at its place, and no password is shown', async () => {
    assert.deepEqual(await judged(several, fixtures), {
      isPlanned: false,
      errors: [
        "n:8:5 http[1].keyManager.password: storeFile 'client.jks' does not open: the password is wrong, or the file is damaged",
        "n:15:5 http[2].keyManager.alias: storeFile 'two.jks' has no key 'nobody', it has 'client', 'wrong'",
        "n:17:5 http[2].trustManager.certFile: certFile 'client.key' contains no certificate in PEM",
      ],
    });
  });

  test('are below http itself for a single target', async () => {
    const { errors } = await judged(
      '  host: https://one.example\n  trustManager:\n    certFile: client.key',
      fixtures,
    );
    assert.deepEqual(errors, [
      "n:5:5 http.trustManager.certFile: certFile 'client.key' contains no certificate in PEM",
    ]);
  });

  test('that open are no problem, and those that are not there yet are not judged', async () => {
    const sound = `  host: https://one.example\n  ${one}`;
    assert.deepEqual(await judged(sound, fixtures), { isPlanned: true, errors: [] });
    assert.deepEqual(await judged(several), { isPlanned: true, errors: [] });
  });
});
