import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pacing } from '../../../../lib/driver/planning/pacing/limits.ts';
import { leaseTurnMs, spreadMs, turnMs } from '../../../../lib/driver/planning/pacing/spread.ts';
import { dynamoQuotas } from '../../../../lib/quotas.ts';

/** What drives do at one instant is spread over time, as far as a table needs it. */

/** When each of the drives of some phases side by side has its turn, in order. */
const turns = (phases: number, shards: number): readonly number[] =>
  Array.from({ length: phases }, (_, phaseIndex) =>
    Array.from({ length: shards }, (_, shard) =>
      turnMs({ phaseIndex, shard, shards }, { concurrency: Array.from({ length: phases }, () => phases) }),
    ),
  )
    .flat()
    .sort((one, other) => one - other);

test('few drives do not wait for each other', () => {
  assert.equal(spreadMs(pacing.spreadDrivesMin), 0);
  assert.deepEqual([...new Set(turns(2, 50))], [0]);
  assert.ok(spreadMs(pacing.spreadDrivesMin + 1) > 0);
});

test('leases of the first hundred drives are taken at once, and those of more evenly over a time', () => {
  const leases = Array.from({ length: 1_100 }, (_, shard) => leaseTurnMs(shard));
  assert.ok(leases.slice(0, pacing.spreadDrivesMin).every((ms) => ms === 0));
  for (let from = 0; from + 100 <= pacing.leaseSpreadMs; from += 100) {
    const inside = leases.slice(pacing.spreadDrivesMin).filter((ms) => ms >= from && ms < from + 100);
    assert.ok(inside.length >= 120 && inside.length <= 147, `${inside.length} at ${from} ms`);
  }
  // Both waits together leave drives that wake warm as long to hear of T0 as the lead has for it.
  assert.ok(pacing.leaseSpreadMs <= pacing.warmLeadMs / 2);
});

test('a thousand leave a new table room, one phase or many, in every stretch of a tenth of a second', () => {
  const writes = 3;
  for (const [phases, shards] of [
    [1, 1_000],
    [25, 40],
    [4, 250],
  ] as const) {
    const all = turns(phases, shards);
    assert.ok((all.at(-1) ?? 0) < spreadMs(1_000));
    for (let from = 0; from < spreadMs(1_000); from += 100) {
      const inside = all.filter((ms) => ms >= from && ms < from + 100).length;
      assert.ok(
        writes * inside * 10 <= 0.6 * dynamoQuotas.coldTable.writeUnitsPerSec,
        `${inside} at ${from} ms`,
      );
    }
  }
});

test('thousands wait no longer than the lead allows', () => {
  assert.equal(spreadMs(5_000), pacing.spreadMsMax);
  assert.ok(pacing.spreadMsMax < pacing.warmLeadMs / 2);
});
