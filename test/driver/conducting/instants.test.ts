import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  cancelMarginMs,
  endOf,
  finishOf,
  horizonMs,
  knownFinish,
  lookMs,
  patienceEnd,
  startOf,
  startsAtOrigin,
} from '../../../lib/driver/conducting/instants.ts';
import { conducting } from '../../../lib/driver/conducting/limits.ts';
import type { PhaseState } from '../../../lib/driver/conducting/state.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import {
  cancelledPhase,
  finishedPhase,
  node,
  notStarted,
  scheduled,
  stateOf,
  terminatedPhase,
} from './graphs.ts';

/**
 * Every instant of a phase follows from the origin of the burst, and from the starts and ends of earlier
 * phases. When one of them is not known yet, the instant is not known either.
 */

/**
 * Rows with the state of a phase, its conditions, and the instants at which it finishes and ends. An instant
 * that is not known yet is undefined.
 */
const before: readonly [
  what: string,
  body: Partial<GraphPhase>,
  phase: PhaseState,
  finish: number | undefined,
  expectedFinish: number | undefined,
  end: number | undefined,
][] = [
  ['not started', { durationMs: 500 }, notStarted, undefined, undefined, undefined],
  ['expected', { durationMs: 500 }, scheduled(), undefined, 1_500, undefined],
  ['decided', { durationMs: 500 }, scheduled({ t0: 1_100 }), 1_600, 1_600, undefined],
  ['of an unknown duration', {}, scheduled({ t0: 1_100 }), undefined, undefined, undefined],
  ['finished', { durationMs: 500 }, finishedPhase(1_400), 1_400, 1_400, undefined],
  ['terminated', { durationMs: 500 }, terminatedPhase(1_400, 1_900), 1_400, 1_400, 1_900],
  ['cancelled', { durationMs: 500 }, cancelledPhase(1_200), 1_200, 1_200, 1_200],
  ['cancelled after its release', {}, { ...scheduled(), status: 'CANCELLED', endedAt: 900 }, 900, 900, 900],
  ['a pause', { noop: true, durationMs: 500 }, scheduled({ t0: 1_100 }), 1_600, 1_600, 1_600],
  ['a pause without T0', { noop: true, durationMs: 500 }, notStarted, undefined, undefined, undefined],
];

suite('the finish and the end of a phase', () => {
  for (const [what, body, phase, finish, expectedFinish, end] of before)
    test(what, () => {
      const graph = [
        node('a', body),
        node('after', { startAfter: [0] }),
        node('strict', { startAfterStrict: [0] }),
      ];
      const state = stateOf({ graph, phases: [phase, notStarted, notStarted], origin: 0 });
      assert.equal(finishOf(state, 0), finish);
      assert.equal(finishOf(state, 0, 'expected'), expectedFinish);
      assert.equal(endOf(state, 0), end);
      assert.equal(startOf(state, 1, 'decided'), finish);
      assert.equal(startOf(state, 1, 'expected'), expectedFinish);
      assert.equal(startOf(state, 2, 'expected'), end);
    });

  test('a known finish needs a T0 and a duration', () => {
    const graph = [node('a', { durationMs: 0 })];
    assert.equal(knownFinish(stateOf({ graph, phases: [scheduled({ t0: 5 })] }), 0), 5);
    assert.equal(knownFinish(stateOf({ graph, phases: [scheduled()] }), 0), undefined);
  });

  test('a covering noop ends with the last of what it covers, and not before its own finish', () => {
    const graph = [node('x'), node('y'), node('cover', { noop: true, durationMs: 300, covers: [0, 1] })];
    const cover = scheduled({ t0: 1_000 });
    const endWith = (y: PhaseState) =>
      endOf(stateOf({ graph, phases: [terminatedPhase(1_050, 1_100), y, cover] }), 2);
    assert.equal(endWith(terminatedPhase(1_500, 1_700)), 1_700);
    assert.equal(endWith(terminatedPhase(1_050, 1_060)), 1_300);
    assert.equal(endWith(finishedPhase(1_500)), undefined);
  });
});

suite('the start of a phase', () => {
  test('is unknown before the origin', () => {
    assert.equal(startOf(stateOf({ graph: [node('a')], phases: [notStarted] }), 0, 'expected'), undefined);
  });

  test('is the latest of its conditions, counted from the origin', () => {
    const phases = [finishedPhase(1_400), terminatedPhase(1_000, 1_700), notStarted];
    const startWith = (startTimeMs: number, origin = 1_000) => {
      const last = node('c', { startTimeMs, startAfter: [0], startAfterStrict: [1] });
      return startOf(stateOf({ graph: [node('a'), node('b'), last], phases, origin }), 2, 'decided');
    };
    assert.deepEqual(
      [startWith(0), startWith(700), startWith(701), startWith(0, 1_800)],
      [1_700, 1_700, 1_701, 1_800],
    );
  });

  test('belongs to the origin only where nothing else is waited for', () => {
    const bodies: Partial<GraphPhase>[] = [
      {},
      { noop: true },
      { startTimeMs: 1 },
      { startAfter: [0] },
      { startAfterStrict: [0] },
    ];
    assert.deepEqual(
      bodies.map((body) => startsAtOrigin(node('a', body))),
      [true, false, false, false, false],
    );
  });
});

test('Patience with drives counts from the later of the expected and the possible start', () => {
  const { readyGraceMs } = pacing;
  assert.equal(patienceEnd({}, scheduled(), 400), 1_000 + readyGraceMs);
  assert.equal(patienceEnd({ graceMs: 70 }, scheduled(), 1_400), 1_470);
  assert.equal(patienceEnd({}, notStarted, 400), 400 + readyGraceMs);
});

test('Margins follow the lead, and looks get rarer with more drives, within their bounds', () => {
  assert.deepEqual([300, 2_000, 9_000].map(cancelMarginMs), [150, 1_000, conducting.cancelMarginMs]);
  assert.equal(horizonMs({ leadMs: 2_000, launchMs: 300 }), conducting.horizonMs + 2_300);
  assert.equal(horizonMs({ leadMs: 2_000 }), conducting.horizonMs + 2_000);
  assert.deepEqual([0, 1, 4, 5, 99, 100, 1_000].map(lookMs), [40, 40, 40, 50, 990, 1_000, 1_000]);
});
