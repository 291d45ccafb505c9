import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseBenchmark } from '../../../../lib/driver/benchmark/parse-benchmark.ts';
import { benchmarkOf, conditionsOf, documentOf, linesOf, phasesOf, scenario } from './read.ts';

/**
 * Tests the short forms of phases, forks, users of agents, old names, and limits that a phase has of its own.
 */

suite('forks', () => {
  const forked = (forks: string): string =>
    documentOf(`p: {constantRate: {usersPerSec: 100, duration: 1s, forks: {${forks}}}}`);

  test('row 2: get their shares of the rate, and all of them the whole', () => {
    const phases = phasesOf(
      forked(
        [0.2, 0.8, 0.1, 1].map((weight, n) => `f${n}: {weight: ${weight}, scenario: ${scenario}}`).join(', '),
      ),
    );
    const rates = phases.flatMap(({ arrivals }) => ('usersPerSec' in arrivals ? [arrivals.usersPerSec] : []));
    const expected = [0.2, 0.8, 0.1, 1].map((weight) => (100 * weight) / 2.1);
    for (const [n, rate] of rates.entries()) assert.ok(Math.abs(rate - (expected[n] ?? 0)) < 1e-9);
    assert.ok(Math.abs(rates.reduce((sum, rate) => sum + rate, 0) - 100) < 1e-9);
    assert.equal(rates.length, 4);
  });

  test('a single one is a fork as any other', () => {
    const phases = phasesOf(forked(`only: {scenario: ${scenario}}`));
    assert.deepEqual(conditionsOf(phases), ['p/only:', 'p: after p/only']);
    assert.deepEqual(phases[0]?.arrivals, { kind: 'constantRate', usersPerSec: 100, variance: true });
  });

  test('a fork without a scenario gets its share of the users, who do nothing', () => {
    const text = forked(`a: {weight: 3, scenario: ${scenario}}, b: {}`);
    assert.deepEqual(linesOf(text), [
      "4:122 phases[0].p.constantRate.forks.b: warning: fork 'b' has no scenario, so its share of the users sends nothing; add a scenario, or write 'weight: 0' to give its users to the other forks",
    ]);
    const [a, b] = phasesOf(text);
    assert.deepEqual(
      [a, b].map((phase) => phase && 'usersPerSec' in phase.arrivals && phase.arrivals.usersPerSec),
      [75, 25],
    );
    assert.deepEqual(b?.scenario, { sequences: [], initial: [], maxRequests: 1 });
  });

  test('none with a weight above 0 is an error', () => {
    assert.match(
      linesOf(forked(`a: {weight: 0, scenario: ${scenario}}`)).join(),
      /no fork has a weight above 0, so no user can start/,
    );
  });

  test('a weight is a number, also a fraction', () => {
    const problems = linesOf(forked(`a: {weight: heavy, scenario: ${scenario}}`)).join();
    assert.match(problems, /weight: must be a number, found 'heavy'/);
    assert.deepEqual(linesOf(forked(`a: {weight: 0.5, scenario: ${scenario}}`)), []);
  });

  test('weights whose sum no number can hold are an error', () => {
    const fork = `{weight: 1e308, scenario: ${scenario}}`;
    assert.match(linesOf(forked(`a: ${fork}, b: ${fork}`)).join(), /the sum of the weights is too large/);
  });

  test('an empty scenario is a scenario of nothing', () => {
    const text = documentOf('p: {atOnce: {users: 3, scenario: {}}}');
    assert.deepEqual(linesOf(text), [
      "4:26 phases[0].p.atOnce.scenario: warning: the scenario has no initial sequence, so its users would do nothing; add a sequence with its steps, such as 'main'",
    ]);
    assert.deepEqual(phasesOf(text)[0]?.scenario?.initial, []);
  });
});

suite('a single phase', () => {
  const single = (more: string): string =>
    `name: x\nhttp: {host: a}\nusersPerSec: 100\nduration: 3000ms\n${more}\nscenario: ${scenario}`;

  test('row 3: is one phase called main', () => {
    const [main, ...others] = phasesOf(single('maxDuration: 5s\nmaxSessions: 1234'));
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...main, scenario: undefined },
      {
        name: 'main',
        phase: 'main',
        iteration: '',
        fork: '',
        startTimeMs: 0,
        startAfter: [],
        startAfterStrict: [],
        durationMs: 3000,
        maxDurationMs: 5000,
        maxSessions: 1234,
        maxSessionsGiven: true,
        sessionLimitPolicy: 'FAIL',
        isWarmup: false,
        scenario: undefined,
        arrivals: { kind: 'constantRate', usersPerSec: 100, variance: true },
      },
    );
  });

  test('a merge that cannot be read is the only problem', () => {
    assert.deepEqual(linesOf(single('<<: 5')), [
      "5:5 document: '<<' must point to another mapping, or to a list of them",
    ]);
  });

  test('row 17: has limits for metrics of its own, one or several each', () => {
    const [main] = phasesOf(
      single(
        'customSla: {foo: {errorRatio: 0}, bar: [{meanResponseTime: 200ms}, {window: 60s, meanResponseTime: 500ms}]}',
      ),
    );
    assert.deepEqual(main?.customSlas, [
      { metric: 'foo', slas: [{ errorRatio: 0 }] },
      {
        metric: 'bar',
        slas: [{ meanResponseTimeNs: 200e6 }, { meanResponseTimeNs: 500e6, windowMs: 60_000 }],
      },
    ]);
  });

  for (const key of [
    'usersPerSec: 1',
    'duration: 1s',
    'maxDuration: 1s',
    'maxSessions: 1',
    'customSla: {a: {}}',
  ]) {
    const name = key.split(':')[0];
    test(`${name} goes with neither phases nor a staircase`, () => {
      assert.deepEqual(linesOf(`${documentOf('a: {noop: }')}\n${key}`), [
        `5:1 ${name}: '${name}' is for a benchmark with a single phase, but 'phases' is given; move '${name}' into a phase`,
      ]);
      const stairs = `name: x\nhttp: {host: a}\nstaircase: {steadyStateDuration: 1s, incrementUsersPerSec: 1, maxIterations: 1, scenario: ${scenario}}`;
      assert.deepEqual(linesOf(`${stairs}\n${key}`), [
        `4:1 ${name}: '${name}' is for a benchmark with a single phase, but 'staircase' is given; move '${name}' into the staircase`,
      ]);
    });
  }
});

suite('customSla', () => {
  test('of a phase applies to its forks and iterations, but not to the groups above them', () => {
    const phases = phasesOf(
      documentOf(
        `p: {atOnce: {users: 2, maxIterations: 2, customSla: {m: {invalidRatio: 0.1}}, forks: {a: {scenario: ${scenario}}}}}`,
      ),
    );
    assert.deepEqual(
      phases.map(({ customSlas }) => customSlas?.length),
      [1, undefined, 1, undefined, undefined],
    );
  });

  test('is checked as every limit is', () => {
    assert.deepEqual(
      linesOf(
        documentOf(`p: {atOnce: {users: 2, customSla: {m: {limits: {"99": 1ms}}}, scenario: ${scenario}}}`),
      ),
      [
        "4:51 phases[0].p.atOnce.customSla.m.limits.99: limit key '99' must be a quantile from 0 to 1; write '0.99'",
      ],
    );
  });
});

suite('users', () => {
  const agents = 'agents: {one: {threads: 3}, two: }';
  const rows: readonly (readonly [users: string, agents: string, expected: object])[] = [
    ['users: 8', agents, { users: 8 }],
    ['usersPerAgent: 8', agents, { users: 16, alike: true }],
    ['usersPerThread: 8', agents, { users: 40 }],
    ['usersPerThread: {base: 2, increment: 1}', agents, { users: 10 }],
    ['usersPerAgent: 8', '', { users: 8, alike: true }],
    ['usersPerThread: 8', '', { users: 32 }],
    ['usersPerThread: 8', 'agents: {one: , default: {threads: 5}}', { users: 40 }],
  ];
  for (const kind of ['atOnce', 'always'])
    for (const [users, declared, expected] of rows)
      test(`${kind} of ${users} with ${declared || 'no agents'}`, () => {
        const text = documentOf(`p: {${kind}: {${users}, duration: 1s, scenario: ${scenario}}}`);
        assert.deepEqual(
          phasesOf(`${text}\nthreads: ${declared === agents ? 2 : 4}\n${declared}`)[0]?.arrivals,
          {
            kind,
            ...expected,
          },
        );
      });

  test('are written in one of three ways', () => {
    assert.deepEqual(
      linesOf(documentOf(`p: {atOnce: {users: 8, usersPerThread: 1, scenario: ${scenario}}}`)),
      [
        "4:26 phases[0].p.atOnce.usersPerThread: the phase has both 'users' and 'usersPerThread'; give only one of users, usersPerAgent, usersPerThread",
      ],
    );
    assert.deepEqual(linesOf(documentOf(`p: {atOnce: {scenario: ${scenario}}}`)), [
      "4:7 phases[0].p.atOnce: 'users' is missing",
    ]);
  });
});

suite('old names', () => {
  const old = (kind: string, numbers: string) => {
    const text = documentOf(
      `p: {${kind}: {${numbers}, variance: false, duration: 1s, scenario: ${scenario}}}`,
    );
    return { lines: linesOf(text), arrivals: benchmarkOf(text).phases[0]?.arrivals };
  };
  test('constantPerSec is constantRate', () => {
    const { lines, arrivals } = old('constantPerSec', 'usersPerSec: 3');
    assert.deepEqual(arrivals, { kind: 'constantRate', usersPerSec: 3, variance: false });
    assert.deepEqual(lines, [
      "4:7 phases[0].p.constantPerSec: warning: 'constantPerSec' is the old name of this phase kind; write constantRate",
    ]);
  });
  test('rampPerSec goes either way', () => {
    for (const [initial, target, kind] of [
      [1, 3, 'increasingRate'],
      [3, 1, 'decreasingRate'],
      [2, 2, 'increasingRate'],
    ] as const) {
      const { arrivals } = old('rampPerSec', `initialUsersPerSec: ${initial}, targetUsersPerSec: ${target}`);
      assert.deepEqual(arrivals, {
        kind,
        initialUsersPerSec: initial,
        targetUsersPerSec: target,
        variance: false,
      });
    }
    const none = `{initialUsersPerSec: 0, targetUsersPerSec: 0, duration: 1s, scenario: ${scenario}}`;
    assert.match(
      linesOf(documentOf(`p: {rampPerSec: ${none}}`)).join('\n'),
      /initialUsersPerSec and targetUsersPerSec are both 0, so no user starts; raise one of the two rates/,
    );
  });
});

suite('a document without phases', () => {
  test('row 8: loads with its agents, however these are written', () => {
    const agentsOf = (agents: string) => benchmarkOf(`name: foo\nhttp: {host: a}\nagents:${agents}`).agents;
    const named = (...names: readonly string[]) => names.map((name) => ({ name, threads: 1 }));
    assert.deepEqual(agentsOf('\n  one: user@host:1234\n  two:'), named('one', 'two'));
    assert.deepEqual(agentsOf('\n- one: user@host:1234\n- two:\n- three'), named('one', 'two', 'three'));
    assert.deepEqual(phasesOf('name: foo\nhttp: {host: a}'), []);
  });

  test('needs http', () => {
    assert.deepEqual(linesOf('name: foo'), ["1:1 document: 'http' is missing"]);
  });
});

test('a broken target hides nothing of the scenarios, and requests are not judged by it', () => {
  const text = `name: x
http: [{host: "a:b"}, {host: c}]
usersPerSec: 1
duration: 1s
scenario:
- look:
  - httpRequest: {GET: /, timeout: 1x}
  - httpRequest: {GET: /, authority: d}
  - noise: 1`;
  const { problems } = parseBenchmark(text);
  assert.deepEqual(
    problems.map(({ line, severity }) => [line, severity]),
    [
      [2, 'error'],
      [7, 'error'],
      [9, 'error'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(problems), /authority 'd'|no default/);
  const whole = text.replace('"a:b"', 'a');
  assert.match(JSON.stringify(parseBenchmark(whole).problems), /authority 'd'/);
});

test('row 1 (phases): three phases load, each with a sequence of eight steps in order', () => {
  const steps = ['httpRequest: {GET: /}', 'set: a <- b', 'httpRequest: {GET: /}', 'noop: {}'];
  const work = `[testSequence: [${[...steps, ...steps].map((step) => `{${step}}`).join(', ')}]]`;
  const phases = phasesOf(
    documentOf(
      `rampUp: {increasingRate: {initialUsersPerSec: 1, targetUsersPerSec: 100, duration: 3s, scenario: {initialSequences: &work ${work}}}}`,
      'steady: {constantRate: {usersPerSec: 100, startAfter: rampUp, duration: 5s, scenario: {initialSequences: *work}}}',
      'rampDown: {decreasingRate: {initialUsersPerSec: 100, targetUsersPerSec: 1, startAfter: [steady], duration: 3s, scenario: {initialSequences: *work}}}',
    ),
  );
  assert.deepEqual(conditionsOf(phases), ['rampUp:', 'steady: after rampUp', 'rampDown: after steady']);
  const names = ['httpRequest', 'set', 'httpRequest', 'noop'];
  for (const { scenario: own } of phases)
    assert.deepEqual(
      own?.sequences.map((sequence) => sequence.steps.map(({ step }) => step)),
      [[...names, ...names]],
    );
});
