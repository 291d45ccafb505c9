import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { conducting } from '../../../lib/driver/conducting/limits.ts';
import type { PhaseState } from '../../../lib/driver/conducting/state.ts';
import {
  copyOf,
  flagCopies,
  flagOf,
  flagReason,
  startCopies,
} from '../../../lib/driver/conducting/stop-flag.ts';
import { cancelledPhase, node, notStarted, scheduled, stateOf } from './graphs.ts';

/** A thousand drives read a small stop flag twice a second. No drive misses a reason to stop. */

suite('the flag', () => {
  const graph = ['a', 'b', 'c', 'd', 'e'].map((name) => node(name));
  const ends = { finishedAt: 1_000, endedAt: 1_100 };
  const failed: PhaseState = { ...scheduled({ t0: 900, failed: 'x' }), status: 'TERMINATED', ...ends };
  const cancelled: PhaseState = { ...scheduled(), status: 'CANCELLED', endedAt: 5 };
  const phases = [
    failed,
    scheduled({ failed: 'cannot reach it' }),
    cancelled,
    cancelledPhase(5),
    scheduled({ t0: 9_000 }),
  ];

  test('is empty for a burst in which all drives may send', () => {
    assert.deepEqual(flagOf(stateOf({ graph, phases: graph.map(() => notStarted) })), {});
  });

  test('names the phases that may have drives and must not send, each with its reason', () => {
    const flag = flagOf(stateOf({ graph, phases }));
    assert.deepEqual(flag, {
      phases: { 1: 'phase b failed before its start: cannot reach it', 2: 'phase a failed' },
    });
    const reasons = graph.map((_, phase) => flagReason(flag, phase));
    assert.deepEqual(reasons, [
      undefined,
      'phase b failed before its start: cannot reach it',
      'phase a failed',
      undefined,
      undefined,
    ]);
  });

  test('is the reason alone for a stopped burst, for every phase', () => {
    const flag = flagOf(stateOf({ graph, phases, stop: { at: 3, reason: 'enough' } }));
    assert.deepEqual(flag, { stop: 'enough' });
    assert.deepEqual([flagReason(flag, 0), flagReason(flag, 7)], ['enough', 'enough']);
    // A user can stop a burst without a function. This stop is stored next to the conductor's reasons, so the
    // flag has both.
    assert.equal(flagReason({ stop: 'enough', phases: { 1: 'failed' } }, 1), 'enough');
  });

  test('stays below a read unit for each drive while most of a hundred phases are cancelled', () => {
    const many = Array.from({ length: 100 }, (_, index) => node(`phase-${index}`));
    const all = many.map((_, index) => (index === 0 ? failed : cancelled));
    assert.ok(JSON.stringify(flagOf(stateOf({ graph: many, phases: all }))).length < 4_000);
  });
});

suite('copies', () => {
  test('are as many as keep a partition below its reads, up to a bound', () => {
    const of = (...shards: number[]) => flagCopies(shards.map((each) => ({ shards: each })));
    const { readersCopyMax: most, flagCopiesMax } = conducting;
    assert.deepEqual([of(1), of(most), of(most, 1), of(5_000), of(most * 100)], [1, 1, 2, 20, flagCopiesMax]);
    assert.deepEqual([startCopies(1), startCopies(5_000)], [1, 20]);
  });

  test('are read by as many drives each', () => {
    const readers = [0, 0, 0];
    for (const phase of [0, 1, 2])
      for (let shard = 0; shard < 300; shard += 1) readers[copyOf(3, phase, shard)]! += 1;
    assert.deepEqual(readers, [300, 300, 300]);
  });
});
