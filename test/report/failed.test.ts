import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuresOf } from '../../lib/report/formats/monitoring-measures.ts';
import { failuresIn } from '../../lib/report/page/data/over-time.ts';
import { madeRun, well } from '../driver/run/records.ts';

/** Every kind of report counts a failed request once. The counter `invalid` contains errors as well. */

test('connection errors are no invalid responses, in the page and in exports', async () => {
  const counters = {
    responses: 4,
    status2xx: 1,
    status5xx: 3,
    connectionErrors: 6,
    invalid: 9,
    failed: 9,
  };
  const run = await madeRun({ drives: [{ seconds: well(1, { counters }) }] });
  const [entry] = run.stats;
  assert.ok(entry);
  assert.equal(entry.total.summary.invalid, 9);
  assert.deepEqual(failuresIn(entry.total.summary), [
    ['connection errors', 6],
    ['invalid responses', 3],
  ]);
  assert.deepEqual(measuresOf(run)[0]?.errors, { connection: 6, timeout: 0, internal: 0, invalid: 3 });
});
