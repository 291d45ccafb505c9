import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startCopies } from '../../../lib/driver/conducting/flag.ts';
import { lookMs } from '../../../lib/driver/conducting/instants.ts';
import { leadFor, paceOf, warmFor } from '../../../lib/driver/conducting/pace.ts';
import { quorumOf } from '../../../lib/driver/conducting/quorum.ts';
import { conducting } from '../../../lib/driver/limits.ts';
import { dynamoQuotas } from '../../../lib/quotas.ts';
import { node } from './graphs.ts';

/** Drives are called as early, and waited for as long, as the quotas of a region need for so many of them. */

const { leadMs, warmLeadMs, readyMsMax, readyGraceMs } = conducting;

suite('the pace of a burst', () => {
  const table: readonly (readonly [
    drives: number,
    region: 'large' | 'other',
    leads: number,
    launches: number,
    waits: number,
  ])[] = [
    // What is in the buckets is enough.
    [1, 'other', leadMs, 0, readyMsMax],
    [800, 'other', leadMs, 1_600, readyMsMax + 1_600],
    // 200 transitions more than the bucket holds, at 500 a second; to sleep it takes two each.
    [1_000, 'other', leadMs + 400, 2_400, readyMsMax + 2_400],
    [1_000, 'large', leadMs, 0, readyMsMax],
    // A thousand environments each ten seconds.
    [5_000, 'large', leadMs + 40_000, 3_334, readyMsMax + 40_000],
    [5_000, 'other', leadMs + 40_000, 18_400, readyMsMax + 40_000],
  ];
  for (const [drives, region, leads, launches, waits] of table)
    test(`of ${drives} drives in a region of the ${region} ones`, () => {
      const pace = paceOf({ drives, region });
      assert.deepEqual(pace, {
        ...{ leadMs: leads, launchMs: launches, readyMs: waits },
        graceMs: readyGraceMs + leads - leadMs,
      });
    });

  test('has the lead that the deployment says, and waits as the quotas need', () => {
    const own = paceOf({ drives: 5_000, region: 'large' }, 1_500);
    assert.deepEqual(own, { ...paceOf({ drives: 5_000, region: 'large' }), leadMs: 1_500 });
  });

  test('is faster where environments are there already', () => {
    assert.equal(leadFor({ drives: 1_000, warm: 1_000, region: 'large' }), warmLeadMs);
    // One that is not there is cold, and is waited for.
    assert.equal(leadFor({ drives: 1_000, warm: 999, region: 'large' }), leadMs);
    assert.equal(leadFor({ drives: 5_000, warm: 3_000, region: 'large' }), leadMs + 10_000);
  });
});

suite('environments that an earlier phase has left', () => {
  const after = (...startAfter: readonly number[]) => ({ startAfter });
  const strictly = (...startAfterStrict: readonly number[]) => ({ startAfterStrict });
  const shards = 7;

  test('are none for the first phase, and none of one that is still at work', () => {
    const graph = [node('a', { shards }), node('b', { shards, ...after(0) })];
    assert.deepEqual([warmFor(graph, 0), warmFor(graph, 1), warmFor(graph, 9)], [0, 0, 0]);
  });

  test('are those of a phase whose last users are gone, and of all before it', () => {
    const graph = [
      node('a', { shards: 9 }),
      node('b', { shards, ...after(0) }),
      node('c', { ...after(1) }),
      node('d', { ...strictly(1) }),
      node('e', { shards: 3, ...strictly(0) }),
      node('f', { ...after(4) }),
    ];
    assert.deepEqual(
      graph.map((_, index) => warmFor(graph, index)),
      [0, 0, 9, 9, 9, 9],
    );
    assert.equal(warmFor([node('a', { shards: 4 }), node('b', strictly(0))], 1), 4);
  });
});

test('Waiting drives, however many, look at one copy of their start two thousand times a second at most', () => {
  for (const shards of [1, 40, 100, 101, 1_000, 2_000, 5_000, 10_000]) {
    const looksPerSec = (shards * 1_000) / lookMs(shards) / startCopies(shards);
    assert.ok(looksPerSec <= conducting.readersCopyMax, `${shards}: ${looksPerSec}`);
    // Eventually consistent, each takes half of a read unit.
    assert.ok(looksPerSec / 2 < dynamoQuotas.partition.readUnitsPerSec / 2);
  }
});

test('A quorum is nine of ten drives, and all of fewer', () => {
  assert.deepEqual([1, 2, 9, 10, 11, 19, 20, 110, 1_000].map(quorumOf), [1, 2, 9, 9, 10, 18, 18, 99, 900]);
});
