import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noTotals } from '../../../lib/driver/progress/live.ts';
import { lostPartial } from '../../../lib/driver/run/lost-drive.ts';
import { atOnce, Stage, task } from '../driving/stage.ts';

/** A drive that is lost counts with all of the parts that it has stored. */

test('the machine of a lost drive is known from the first of its parts on', async () => {
  const stage = new Stage('constantRate:\n      usersPerSec: 7\n      duration: 18s\n      variance: false');
  await stage.run();
  const flushes = stage.flushes.map((flush) => ({
    ...flush,
    machine: [{ second: flush.untilS - 1, cpuPermille: 300 }],
  }));
  const [first] = flushes;
  assert.ok(first);
  const ofAnother = { ...first, lease: 'lease-2', machine: [{ second: 0, cpuPermille: 300 }] };
  const partial = lostPartial(stage.plan, task, 'lease-1', [ofAnother, ...flushes], undefined);
  const used = partial?.machine?.flatMap(({ second, cpuPermille }) => (cpuPermille ? second : []));
  assert.deepEqual([used, partial?.outcome.cpuUs], [[4, 9, 14], 900_000]);
  assert.equal(partial?.outcome.lost?.measuredS, 15, 'up to the last part');
});

test('a lost drive that has stored nothing counts as punctual, with the requests of its last report', () => {
  const { plan } = new Stage(atOnce);
  const { skewMs, lost } =
    lostPartial(plan, task, 'lease-1', [], { ...noTotals, requests: 3 })?.outcome ?? {};
  assert.deepEqual([skewMs, lost], [0, { measuredS: 0, unreported: 3 }]);
});
