import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lookMs } from '../../../../lib/driver/conducting/instants.ts';
import { conducting } from '../../../../lib/driver/conducting/limits.ts';
import { quorumOf } from '../../../../lib/driver/conducting/quorum.ts';
import { startCopies } from '../../../../lib/driver/conducting/stop-flag.ts';
import {
  leadFor,
  paceOf,
  turnsMs,
  turnsOf,
  warmFor,
} from '../../../../lib/driver/planning/pacing/lead-time.ts';
import { pacing } from '../../../../lib/driver/planning/pacing/limits.ts';
import { dynamoQuotas } from '../../../../lib/quotas.ts';
import { node } from '../../conducting/graphs.ts';

/** The lead of drives, and the wait for them, follow from the quotas of a region and the number of drives. */

const { leadMs, warmLeadMs, readyMsMax, readyGraceMs } = pacing;

suite('the pace of a burst', () => {
  const table: readonly (readonly [
    drives: number,
    region: 'large' | 'other',
    leads: number,
    launches: number,
    waits: number,
  ])[] = [
    // So few drives need no wait, because the buckets of the quotas have enough tokens.
    [1, 'other', leadMs, 0, readyMsMax],
    // The writes of more than a hundred drives are spread over time.
    [800, 'other', leadMs + 1_200, 1_600, readyMsMax + 2 * 1_600],
    // The drives need 200 transitions more than the bucket has, which come at 500 per second. A sleep takes
    // two transitions for each drive.
    [1_000, 'other', leadMs + 400 + 1_500, 2_400, readyMsMax + 2 * 2_400],
    [1_000, 'large', leadMs + 1_500, 0, readyMsMax + 2 * 1_500],
    // Lambda starts a thousand environments every ten seconds, and 400 of them are reserved for earlier
    // drives.
    [5_000, 'large', leadMs + 44_000 + 1_500, 3_334, readyMsMax + 2 * 45_500],
    [5_000, 'other', leadMs + 44_000 + 1_500, 18_400, readyMsMax + 2 * 45_500],
  ];
  for (const [drives, region, leads, launches, waits] of table)
    test(`of ${drives} drives in a region of the ${region} ones`, () => {
      const pace = paceOf({ drives, region });
      assert.deepEqual(pace, {
        leadMs: leads,
        launchMs: launches,
        readyMs: waits,
        // Another phase may just have used all environments that Lambda gives at once.
        graceMs: readyGraceMs + Math.max(leads - leadMs, drives * 10),
      });
    });

  test('has the lead that the deployment says, and waits as the quotas need', () => {
    const own = paceOf({ drives: 5_000, region: 'large' }, 1_500);
    assert.deepEqual(own, { ...paceOf({ drives: 5_000, region: 'large' }), leadMs: 1_500 });
  });

  test('is faster where environments are there already', () => {
    assert.equal(leadFor({ drives: 1_000, warm: 1_000, region: 'large' }), warmLeadMs + 1_500);
    // Only 999 environments are warm. The last drive waits for a new environment, so all drives are called
    // earlier before T0.
    assert.equal(leadFor({ drives: 1_000, warm: 999, region: 'large' }), leadMs + 1_500);
    assert.equal(leadFor({ drives: 5_000, warm: 3_000, region: 'large' }), leadMs + 14_000 + 1_500);
  });
});

suite('drives that take turns', () => {
  test('are those for which Lambda has no environments at once', () => {
    assert.equal(turnsOf({ drives: 1_000 }, 1), undefined);
    assert.deepEqual(turnsOf({ drives: 1_001 }, 1), { atOnce: 600, everyMs: 10 });
    assert.equal(turnsOf({ drives: 5_000, warm: 4_000 }, 1), undefined);
    assert.deepEqual(turnsOf({ drives: 5_000, warm: 3_000 }, 1), { atOnce: 3_600, everyMs: 10 });
    // Parallel phases share the available environments.
    assert.deepEqual(turnsOf({ drives: 5_000 }, 25), { atOnce: 24, everyMs: 250 });
  });

  test('have all had theirs before the lead of few drives begins', () => {
    for (const [drives, beside, warm] of [
      [5_000, 1, 0],
      [5_000, 25, 0],
      [10_000, 4, 3_000],
      [1_001, 7, 0],
    ] as const) {
      const shards = Math.ceil(drives / beside);
      const turns = turnsOf({ drives: shards * beside, warm }, beside);
      const lead = leadFor({ drives: shards * beside, warm, region: 'large' });
      const last = turnsMs({ shards, ...(turns && { turns }) });
      const { atOnce = 0, everyMs = 1 } = turns ?? {};
      assert.ok(last > 0 && last <= lead - leadMs + everyMs, `${last} ms of ${lead}`);
      // In no second do more drives start than Lambda provides environments.
      assert.ok(beside * atOnce <= 1_000 + warm && beside / everyMs <= 0.1 + 1e-9);
    }
    assert.equal(turnsMs({ shards: 9 }), 0);
  });
});

suite('environments that an earlier phase has left', () => {
  const after = (...startAfter: readonly number[]) => ({ startAfter });
  const strictly = (...startAfterStrict: readonly number[]) => ({ startAfterStrict });
  const shards = 7;

  test('are absent for the first phase, and for a phase that is still at work', () => {
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
    // Above 5,000 drives, the number of copies that the drives read does not grow.
    assert.ok(looksPerSec <= 2 * conducting.readersCopyMax, `${shards}: ${looksPerSec}`);
    // Each read is eventually consistent, so it takes half of a read unit.
    assert.ok(looksPerSec / 2 < dynamoQuotas.partition.readUnitsPerSec / 2);
  }
});

test('A quorum is nine of ten drives, and all of fewer', () => {
  assert.deepEqual([1, 2, 9, 10, 11, 19, 20, 110, 1_000].map(quorumOf), [1, 2, 9, 9, 10, 18, 18, 99, 900]);
});
