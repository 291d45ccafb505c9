import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { handler as firstKey } from '../../../functions/api/first-key.ts';
import type { BurstRefusal } from '../../../lib/api.generated.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { environment } from '../../../lib/names/environment.ts';
import { openMemory } from '../memory.ts';
import { send } from './requests.ts';

/**
 * The deployment limits the number of shards of a burst. It cannot exceed the number of children that one
 * Distributed Map of Step Functions runs at once.
 */

openMemory();
const made = await firstKey();
assert.ok('apiKey' in made);

suite('the number of shards', () => {
  const document = `name: wide
http: { host: 'http://127.0.0.1:1', sharedConnections: 6000 }
usersPerSec: 6000
duration: 10s
scenario: [ { only: [ { httpRequest: { GET: / } } ] } ]
`;
  const request = async (shards: number) => {
    const { status, body } = await send('POST /api/burst', {
      key: made.apiKey,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document, shards }),
    });
    const { problems = [] } = JSON.parse(body) as Partial<BurstRefusal>;
    const errors = problems.filter(({ severity }) => severity === 'error');
    return { status, body, errors: errors.map(({ message }) => message) };
  };

  test('is refused above the ceiling of the deployment, with both numbers', async () => {
    const { status, errors } = await request(5_000);
    assert.equal(status, 400);
    assert.equal(errors.length, 1);
    assert.match(errors[0] ?? '', /the number of shards.* 5000.* 1000/);
  });

  test('is what the ceiling of the deployment allows', async () => {
    process.env[environment.ceilings] = 'shardsMax=5000,dollarsMax=1000';
    try {
      const { status, body } = await request(5_000);
      assert.equal(status, 202, body);
      assert.equal((await request(5_001)).status, 400);
    } finally {
      delete process.env[environment.ceilings];
    }
  });

  test('is bounded by the contract where the state machine is', async () => {
    const contract = readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8');
    const [, most] = /"shards":\{"type":"integer","minimum":1,"maximum":(\d+)/.exec(contract) ?? [];
    assert.equal(Number(most), planning.drivesPhaseMax);
    assert.deepEqual((await request(planning.drivesPhaseMax + 1)).errors, []);
    assert.equal((await request(planning.drivesPhaseMax + 1)).status, 400);
  });
});
