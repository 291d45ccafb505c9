import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pacing } from '../../../../lib/driver/planning/pacing/limits.ts';
import { jitterMs, leaseTurnMs, turnMs } from '../../../../lib/driver/planning/pacing/write-jitter.ts';
import { dynamoQuotas } from '../../../../lib/quotas.ts';

/**
 * Drives that write at the same instant wait for a random time first, if the table of bursts cannot take all
 * writes at once.
 */

/** The writing turns of the drives of some parallel phases, in order. */
const turns = (phases: number, shards: number): readonly number[] =>
  Array.from({ length: phases }, (_, phaseIndex) =>
    Array.from({ length: shards }, (_, shard) =>
      turnMs({ phaseIndex, shard, shards }, { concurrency: Array.from({ length: phases }, () => phases) }),
    ),
  )
    .flat()
    .sort((one, other) => one - other);

test('few drives do not wait for each other', () => {
  assert.equal(jitterMs(pacing.jitterDrivesMin), 0);
  assert.deepEqual([...new Set(turns(2, 50))], [0]);
  assert.ok(jitterMs(pacing.jitterDrivesMin + 1) > 0);
});

test('leases of the first hundred drives are taken at once, and those of more evenly over a time', () => {
  const leases = Array.from({ length: 1_100 }, (_, shard) => leaseTurnMs(shard));
  assert.ok(leases.slice(0, pacing.jitterDrivesMin).every((ms) => ms === 0));
  for (let from = 0; from + 100 <= pacing.leaseJitterMs; from += 100) {
    const inside = leases.slice(pacing.jitterDrivesMin).filter((ms) => ms >= from && ms < from + 100);
    assert.ok(inside.length >= 120 && inside.length <= 147, `${inside.length} at ${from} ms`);
  }
  // After both waits, drives in warm environments still have as much time to read their start as the lead
  // provides.
  assert.ok(pacing.leaseJitterMs <= pacing.warmLeadMs / 2);
});

test('a thousand leave a new table room, one phase or many, in every stretch of a tenth of a second', () => {
  const writes = 3;
  for (const [phases, shards] of [
    [1, 1_000],
    [25, 40],
    [4, 250],
  ] as const) {
    const all = turns(phases, shards);
    assert.ok((all.at(-1) ?? 0) < jitterMs(1_000));
    for (let from = 0; from < jitterMs(1_000); from += 100) {
      const inside = all.filter((ms) => ms >= from && ms < from + 100).length;
      assert.ok(
        writes * inside * 10 <= 0.6 * dynamoQuotas.coldTable.writeUnitsPerSec,
        `${inside} at ${from} ms`,
      );
    }
  }
});

test('thousands wait no longer than the lead allows', () => {
  assert.equal(jitterMs(5_000), pacing.jitterMsMax);
  assert.ok(pacing.jitterMsMax < pacing.warmLeadMs / 2);
});
