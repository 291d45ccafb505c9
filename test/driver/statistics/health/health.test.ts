import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryObjects } from 'node:v8';
import { Health } from '../../../../lib/driver/statistics/health/health.ts';
import { Tally } from '../../../../lib/driver/statistics/tally.ts';
import { partialOf } from '../partials.ts';

test('unhealthy seconds take no more memory than the buckets of the phase', () => {
  const seconds = Array.from({ length: 300 }, (_, second) => second);
  const stalled = partialOf(
    seconds.map((second) => ({ metric: 'm', step: 0, second, latencyNs: 1e6, valid: true })),
    { machine: seconds.map((second) => ({ second, stallNs: 1e9 })) },
  );
  const added = new Health();
  const absorbed = new Health();
  const before = Number(queryObjects(Tally));
  added.add(stalled, 300);
  absorbed.absorb(
    { unhealthyRows: added.rows(1), unhealthyCauses: added.unhealthyCauses, machine: added.machine },
    300,
  );
  assert.equal(added.rows(300).length, 1);
  assert.equal(Number(queryObjects(Tally)) - before, 2, 'one for each');
});
