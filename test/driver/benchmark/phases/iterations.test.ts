import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { benchmarks } from '../../../../lib/driver/benchmark/limits.ts';
import { conditionsOf, documentOf, linesOf, phasesOf, scenario } from './read.ts';

/** Iterations of a phase become separate phases, one after the other, with numbers that grow. */

const two = `forks: {foo: {weight: 1, scenario: ${scenario}}, bar: {weight: 3, scenario: ${scenario}}}`;

suite('iterations', () => {
  test('row 15: ten iterations are eleven phases, in which every built-in variable can be read', () => {
    const names = [
      ...['agent.id', 'agents', 'agent.thread.id', 'agent.threads', 'global.thread.id', 'global.threads'],
      ...['phase.name', 'phase.id', 'phase.iteration', 'phase.start.time.as.string', 'run.id', 'session.id'],
    ].map((name) => `\${hyperfoil.${name}}`);
    const phases = phasesOf(
      documentOf(
        `test: {always: {users: 1, duration: 2s, maxIterations: 10, scenario: [say: [log: "${names.join(' ')}"]]}}`,
      ),
    );
    assert.equal(phases.length, 11);
    assert.deepEqual(
      phases.map(({ name, phase, iteration, fork }) => [name, phase, iteration, fork]),
      [
        ...Array.from({ length: 10 }, (_, n) => [`test/00${n}`, 'test', `00${n}`, '']),
        ['test', 'test', '', ''],
      ],
    );
    const [first, second] = phases;
    assert.equal(first?.scenario, second?.scenario);
  });

  test('row 4: forks, iterations and references between them go together', () => {
    const phases = phasesOf(
      documentOf(
        `rampUp: {increasingRate: {initialUsersPerSec: {base: 1, increment: 40}, targetUsersPerSec: {base: 40, increment: 40},
           maxIterations: 3, duration: 3s, startTime: 7s, startAfter: {phase: steady, iteration: previous}, ${two}}}`,
        `steady: {constantRate: {usersPerSec: {base: 40, increment: 40}, maxIterations: 3, duration: 6s, maxSessions: 80,
           startAfter: {phase: rampUp, iteration: same}, ${two}}}`,
        'last: {noop: {startAfterStrict: [steady, {phase: rampUp, fork: foo}]}}',
      ),
    );
    assert.deepEqual(conditionsOf(phases), [
      'rampUp/000/foo: at 7000',
      'rampUp/000/bar: at 7000',
      'rampUp/000: after rampUp/000/foo rampUp/000/bar',
      'rampUp/001/foo: after steady/000 gone rampUp/000',
      'rampUp/001/bar: after steady/000 gone rampUp/000',
      'rampUp/001: after rampUp/001/foo rampUp/001/bar',
      'rampUp/002/foo: after steady/001 gone rampUp/001',
      'rampUp/002/bar: after steady/001 gone rampUp/001',
      'rampUp/002: after rampUp/002/foo rampUp/002/bar',
      'rampUp: after rampUp/002',
      'steady/000/foo: after rampUp/000',
      'steady/000/bar: after rampUp/000',
      'steady/000: after steady/000/foo steady/000/bar',
      'steady/001/foo: after rampUp/001 gone steady/000',
      'steady/001/bar: after rampUp/001 gone steady/000',
      'steady/001: after steady/001/foo steady/001/bar',
      'steady/002/foo: after rampUp/002 gone steady/001',
      'steady/002/bar: after rampUp/002 gone steady/001',
      'steady/002: after steady/002/foo steady/002/bar',
      'steady: after steady/002',
      'last: gone steady rampUp/002/foo',
    ]);
    assert.deepEqual(
      phases
        .filter(({ covers }) => covers !== undefined)
        .map(({ name, covers, startAfter, isWarmup }) => [
          name,
          covers?.join() === startAfter.join(),
          isWarmup,
        ]),
      [
        'rampUp/000',
        'rampUp/001',
        'rampUp/002',
        'rampUp',
        'steady/000',
        'steady/001',
        'steady/002',
        'steady',
      ].map((name) => [name, true, true]),
    );
    assert.deepEqual(
      phases.flatMap(({ arrivals, maxSessions }) => {
        if ('usersPerSec' in arrivals) return [[arrivals.usersPerSec, maxSessions]];
        return 'targetUsersPerSec' in arrivals
          ? [[arrivals.initialUsersPerSec, arrivals.targetUsersPerSec, maxSessions]]
          : [];
      }),
      [
        ...[
          [0.25, 10, 30],
          [0.75, 30, 90],
          [10.25, 20, 30],
          [30.75, 60, 90],
          [20.25, 30, 30],
          [60.75, 90, 90],
        ],
        ...[
          [10, 20],
          [30, 60],
          [20, 20],
          [60, 60],
          [30, 20],
          [90, 60],
        ],
      ],
    );
  });

  test('of a noop are pauses one after the other', () => {
    const phases = phasesOf(documentOf('pause: {noop: {duration: 1s, maxIterations: 2}}'));
    assert.deepEqual(conditionsOf(phases), [
      'pause/000:',
      'pause/001: gone pause/000',
      'pause: after pause/001',
    ]);
    assert.deepEqual(
      phases.map(({ durationMs }) => durationMs),
      [1000, 1000, undefined],
    );
  });

  test('a single one has no number', () => {
    assert.deepEqual(
      phasesOf(documentOf('a: {noop: {maxIterations: 1}}')).map(({ name, iteration }) => [name, iteration]),
      [['a', '']],
    );
  });

  test('ramps may begin and end without users, as in examples of the original driver', () => {
    const body = `duration: 10s, maxIterations: 2, scenario: ${scenario}`;
    const phases = phasesOf(
      documentOf(
        `up: {increasingRate: {initialUsersPerSec: {base: 0, increment: 5}, targetUsersPerSec: {base: 5, increment: 5}, ${body}}}`,
        `down: {decreasingRate: {initialUsersPerSec: 4, targetUsersPerSec: {base: 2, increment: -2}, ${body}}}`,
      ),
    );
    assert.deepEqual(
      phases.flatMap(({ arrivals }) =>
        'targetUsersPerSec' in arrivals ? [[arrivals.initialUsersPerSec, arrivals.targetUsersPerSec]] : [],
      ),
      [
        [0, 5],
        [5, 10],
        [4, 2],
        [4, 0],
      ],
    );
  });

  test('numbers grow without the noise of binary fractions', () => {
    const phases = phasesOf(
      documentOf(
        `a: {constantRate: {usersPerSec: {base: 0.1, increment: 0.1}, duration: 1s, maxIterations: 4, scenario: ${scenario}}}`,
      ),
    );
    assert.deepEqual(
      phases.flatMap(({ arrivals }) => ('usersPerSec' in arrivals ? [arrivals.usersPerSec] : [])),
      [0.1, 0.2, 0.3, 0.4],
    );
  });
});

suite('a fault in iterations is reported with its place', () => {
  const body = (numbers: string): string => `{${numbers}, duration: 1s, scenario: ${scenario}}`;
  const rows: readonly (readonly [text: string, ...lines: string[]])[] = [
    [
      documentOf(`a: {constantRate: ${body('usersPerSec: {base: 3, increment: -1}, maxIterations: 9')}}`),
      '4:22 phases[0].a.constantRate.usersPerSec: in iteration 4: usersPerSec falls to 0, but must stay above 0; increase its base, or reduce maxIterations',
    ],
    [
      documentOf(
        `a: {increasingRate: ${body('initialUsersPerSec: {base: 1, increment: 5}, targetUsersPerSec: 9, maxIterations: 3')}}`,
      ),
      '4:69 phases[0].a.increasingRate.targetUsersPerSec: in iteration 3: targetUsersPerSec 9 must be above initialUsersPerSec 11 in increasingRate; raise targetUsersPerSec, or use the phase kind decreasingRate',
    ],
    [
      documentOf(`a: {constantRate: ${body('usersPerSec: {base: 3}')}}`),
      "4:22 phases[0].a.constantRate.usersPerSec: 'increment' is missing; write 'increment: 0', or only the number in place of base and increment",
    ],
    [
      documentOf(`a: {always: ${body('users: {increment: 3}')}}`),
      "4:16 phases[0].a.always.users: 'base' is missing; write 'base: NUMBER', the value in the first iteration",
    ],
    [
      documentOf(
        `a: {increasingRate: ${body('initialUsersPerSec: {base: -1, increment: 1}, targetUsersPerSec: {base: 1, increment: 1}')}}`,
      ),
      '4:45 phases[0].a.increasingRate.initialUsersPerSec.base: must be a number of at least 0, found -1',
    ],
    [
      documentOf(`a: {decreasingRate: ${body('initialUsersPerSec: 3, targetUsersPerSec: -0.5')}}`),
      '4:47 phases[0].a.decreasingRate.targetUsersPerSec: must be a number of at least 0, or a mapping with base and increment, found -0.5',
    ],
    [
      documentOf(
        `a: {decreasingRate: ${body('initialUsersPerSec: 9, targetUsersPerSec: {base: 2, increment: -2}, maxIterations: 3')}}`,
      ),
      '4:47 phases[0].a.decreasingRate.targetUsersPerSec: in iteration 3: targetUsersPerSec falls to -2, but must stay at least 0; increase its base, or reduce maxIterations',
    ],
    [
      documentOf(`a: {increasingRate: ${body('initialUsersPerSec: 0, targetUsersPerSec: 0')}}`),
      '4:47 phases[0].a.increasingRate.targetUsersPerSec: initialUsersPerSec and targetUsersPerSec are both 0, so no user starts; raise one of the two rates',
    ],
    [
      documentOf('a: {noop: {maxIterations: 1000000000000}}'),
      `4:14 phases[0].a.noop.maxIterations: maxIterations 1000000000000 makes too many phases: a document can have at most ${benchmarks.phasesMax}; write a smaller maxIterations`,
    ],
    [
      documentOf(`a: {noop: {maxIterations: ${benchmarks.phasesMax}}}`),
      `3:1 phases: the document has ${benchmarks.phasesMax + 1} phases with its iterations and forks, but at most ${benchmarks.phasesMax} are allowed; use fewer phases, iterations and forks, or divide the benchmark into several documents`,
    ],
    [
      documentOf('p: {noop: {maxIterations: 2}}', 'p/001: {noop: }'),
      `5:3 phases[1]["p/001"]: phase 'p/001' has the same name as iteration 001 of phase 'p'; give phase 'p/001' another name`,
    ],
  ];
  for (const [text, ...lines] of rows) test(lines.join(), () => assert.deepEqual(linesOf(text), lines));

  test('as many as are allowed are read', () => {
    assert.equal(
      phasesOf(documentOf(`a: {noop: {maxIterations: ${benchmarks.phasesMax - 1}}}`)).length,
      benchmarks.phasesMax,
    );
  });
});
