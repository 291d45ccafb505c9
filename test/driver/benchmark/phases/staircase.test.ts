import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { arrivalKinds, modelOf } from '../../../../lib/driver/arrivals/registry.ts';
import { benchmarks } from '../../../../lib/driver/benchmark/limits.ts';
import { randomFor } from '../../../../lib/driver/random.ts';
import { conditionsOf, linesOf, phasesOf, scenario } from './read.ts';

/** A staircase becomes ramps and steady phases that follow each other. */

const stairs = (body: string, work = `scenario: ${scenario}`): string =>
  `name: x\nhttp: {host: a}\nstaircase: {${body}, ${work}}`;
const whole =
  'initialRampUpDuration: 10s, steadyStateDuration: 10s, rampUpDuration: 5s, initialUsersPerSec: 5, incrementUsersPerSec: 1, maxIterations: 3';
const ratesOf = (text: string): readonly string[] =>
  phasesOf(text).flatMap(({ name, arrivals, durationMs }) =>
    arrivals.kind === 'noop' ? [] : [`${name}: ${modelOf(arrivals).description}, ${durationMs}`],
  );

suite('a staircase', () => {
  test('row 12: of three steps is three ramps and three constant phases', () => {
    const text = stairs(whole);
    assert.deepEqual(linesOf(text), []);
    assert.deepEqual(ratesOf(text), [
      'initialRampUp: 0 to 5 users/s, 10000',
      'steadyState/000: 5 users/s, 10000',
      'steadyState/001: 6 users/s, 10000',
      'steadyState/002: 7 users/s, 10000',
      'rampUp/000: 5 to 6 users/s, 5000',
      'rampUp/001: 6 to 7 users/s, 5000',
    ]);
    assert.deepEqual(conditionsOf(phasesOf(text)), [
      'initialRampUp:',
      'steadyState/000: after initialRampUp',
      'steadyState/001: after initialRampUp rampUp/000 gone steadyState/000',
      'steadyState/002: after initialRampUp rampUp/001 gone steadyState/001',
      'steadyState: after steadyState/002',
      'rampUp/000: after steadyState/000',
      'rampUp/001: after steadyState/001 gone rampUp/000',
      'rampUp: after rampUp/001',
    ]);
    assert.deepEqual(new Set(phasesOf(text).map(({ maxDurationMs }) => maxDurationMs)), new Set([undefined]));
  });

  test('begins by default with its increment, and with the ramp between steps', () => {
    assert.deepEqual(
      ratesOf(
        stairs('steadyStateDuration: 2s, rampUpDuration: 3s, incrementUsersPerSec: 0.1, maxIterations: 3'),
      ),
      [
        'initialRampUp: 0 to 0.1 users/s, 3000',
        'steadyState/000: 0.1 users/s, 2000',
        'steadyState/001: 0.2 users/s, 2000',
        'steadyState/002: 0.3 users/s, 2000',
        'rampUp/000: 0.1 to 0.2 users/s, 3000',
        'rampUp/001: 0.2 to 0.3 users/s, 3000',
      ],
    );
  });

  test('with two steps numbers its only ramp, and with a single step it has no ramp', () => {
    const two = stairs(
      'steadyStateDuration: 2s, rampUpDuration: 3s, incrementUsersPerSec: 4, maxIterations: 2',
    );
    assert.deepEqual(ratesOf(two).at(-1), 'rampUp/000: 4 to 8 users/s, 3000');
    const one = stairs(
      'steadyStateDuration: 2s, rampUpDuration: 3s, incrementUsersPerSec: 4, maxIterations: 1',
    );
    assert.deepEqual(linesOf(one), []);
    assert.deepEqual(conditionsOf(phasesOf(one)), ['initialRampUp:', 'steadyState: after initialRampUp']);
  });

  test('without ramps is steady states one after the other, and reports it', () => {
    const text = stairs('steadyStateDuration: 2s, incrementUsersPerSec: 4, maxIterations: 2');
    assert.deepEqual(linesOf(text), [
      "3:1 staircase: warning: without rampUpDuration the load of a staircase jumps: each step begins at its full rate; add for example 'rampUpDuration: 10s'",
    ]);
    assert.deepEqual(conditionsOf(phasesOf(text)), [
      'steadyState/000:',
      'steadyState/001: gone steadyState/000',
      'steadyState: after steadyState/001',
    ]);
  });

  test('has its forks, its limits and its sessions in every phase', () => {
    const work = `maxSessions: 40, customSla: {m: {invalidRatio: 0.5}}, forks: {a: {weight: 3, scenario: ${scenario}}, b: {scenario: ${scenario}}}`;
    const phases = phasesOf(stairs(whole, work)).filter(({ covers }) => covers === undefined);
    assert.deepEqual(
      phases.map(({ name, maxSessions, customSlas }) => [
        name.split('/').at(-1),
        maxSessions,
        customSlas?.length,
      ]),
      Array.from({ length: 6 }, () => [
        ['a', 30, 1],
        ['b', 10, 1],
      ]).flat(),
    );
  });

  test('starts its first users from a rate of nothing', () => {
    const [ramp] = phasesOf(stairs(whole));
    assert.ok(ramp && arrivalKinds.has(ramp.arrivals.kind));
    const segment = { startMs: 0, endMs: 10_000 };
    const schedule = modelOf(ramp.arrivals).schedule(
      10_000,
      { shard: 0, shards: 1, segment },
      randomFor(1, 'x', 0, 'y'),
    );
    let users = 0;
    for (let at = schedule?.next() ?? Infinity; at <= 10e9; at = schedule?.next() ?? Infinity) users += 1;
    assert.ok(users > 5 && users < 60, `${users} of about 25`);
  });
});

suite('a fault in a staircase is reported with its place', () => {
  const rows: readonly (readonly [text: string, ...lines: string[]])[] = [
    [
      stairs('rampUpDuration: 1s'),
      "3:1 staircase: 'steadyStateDuration' is missing in the staircase; add for example 'steadyStateDuration: 30s'",
      "3:1 staircase: 'incrementUsersPerSec' is missing in the staircase; add for example 'incrementUsersPerSec: 5'",
      "3:1 staircase: 'maxIterations' is missing in the staircase; add for example 'maxIterations: 3'",
    ],
    [
      stairs('steadyStateDuration: 1s, incrementUsersPerSec: 1, maxIterations: 1', 'maxSessions: 3'),
      "3:1 staircase: a staircase needs 'scenario' or 'forks', and both are missing; add one of the two",
    ],
    [
      stairs('steadyStateDuration: 0s, incrementUsersPerSec: 1, maxIterations: 1'),
      '3:13 staircase.steadyStateDuration: steadyStateDuration must be above 0; write a longer time, such as 30s',
    ],
    [
      stairs(
        `steadyStateDuration: 1s, rampUpDuration: 1s, incrementUsersPerSec: 1, maxIterations: 1000000000`,
      ),
      `3:83 staircase.maxIterations: maxIterations 1000000000 makes too many phases: a document can have at most ${benchmarks.phasesMax}; write a smaller maxIterations`,
    ],
    [
      stairs('steadyStateDuration: 1s, rampUpDuration: 1s, incrementUsersPerSec: 1, maxIterations: 300'),
      `3:1 staircase: the document has 602 phases with its iterations and forks, but at most ${benchmarks.phasesMax} are allowed; use fewer phases, iterations and forks, or divide the benchmark into several documents`,
    ],
    [
      `${stairs('steadyStateDuration: 1s, incrementUsersPerSec: 1, maxIterations: 1')}\nphases: [{a: {noop: }}]`,
      "3:1 staircase: 'staircase' makes its own phases, but the document also has 'phases'; remove one of the two",
    ],
    [
      stairs(
        'steadyStateDuration: 1s, incrementUsersPerSec: 1, maxIterations: 1',
        'scenario: [look: [htpRequest: {GET: /}]]',
      ),
      "3:99 staircase.scenario[0].look[0].htpRequest: unknown step 'htpRequest'; did you mean 'httpRequest'?",
    ],
  ];
  for (const [text, ...lines] of rows) test(lines.join(), () => assert.deepEqual(linesOf(text), lines));
});
