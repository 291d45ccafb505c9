import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { check } from '../../../bin/document/read-document.ts';
import { deadlineMs } from '../../../lib/driver/planning/deadline.ts';
import { burstS } from '../../../lib/facts/timeouts.ts';

/** Downpour checks a burst only after the latest time at which it must be over. */

const hour = 3_600_000;
const drive = 900_000;

async function overdueOf(phases: string): Promise<number> {
  const text = `name: n\nhttp: { host: localhost, sharedConnections: 1 }\nphases:\n${phases}`;
  const { plan } = await check('n.hf.yaml', text, { param: {} });
  assert.ok(plan);
  return deadlineMs(plan.benchmark.phases);
}

const scenario = 'scenario: [ { s: [ { httpRequest: { GET: / } } ] } ]';

describe('a burst is overdue', () => {
  it('an hour after its last phase and the work that may follow', async () => {
    const one = `- a: { constantRate: { usersPerSec: 1, duration: 60s, ${scenario} } }\n`;
    assert.equal(await overdueOf(one), 60_000 + drive + hour);
    const two = `- b: { constantRate: { startAfter: a, usersPerSec: 1, duration: 30s, maxDuration: 50s, ${scenario} } }\n`;
    assert.equal(await overdueOf(one + two), 110_000 + 2 * drive + hour);
  });

  it('an hour after the longest execution when its length is not known', async () => {
    const all = `- a: { atOnce: { users: 1, ${scenario} } }\n`;
    assert.equal(await overdueOf(all), burstS * 1e3 + hour);
    assert.equal(
      await overdueOf(`- a: { atOnce: { users: 1, maxDuration: 5s, ${scenario} } }\n`),
      5_000 + drive + hour,
    );
    const many = Array.from(
      { length: 99 },
      (_, index) => `- p${index}: { constantRate: { usersPerSec: 1, duration: 1s, ${scenario} } }\n`,
    );
    assert.equal(await overdueOf(many.join('')), burstS * 1e3 + hour);
  });

  it('by the limit that the state machine gives itself', () => {
    const definition = JSON.parse(
      readFileSync(new URL('../../../functions/driver/burst.asl.json', import.meta.url), 'utf8'),
    );
    assert.equal(definition.TimeoutSeconds, burstS);
  });
});
