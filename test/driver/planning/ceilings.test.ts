import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Benchmark, ConnectionStrategy, Phase } from '../../../lib/driver/model/benchmark.ts';
import { type Ceilings, defaultCeilings, planning } from '../../../lib/driver/planning/limits.ts';
import { parseCeilings } from '../../../lib/driver/planning/parse-ceilings.ts';
import { eachOf } from '../../../lib/words.ts';
import { benchmark, order, phase, steady, target } from './benchmarks.ts';

/** A plan may reach a ceiling but not exceed it. The message names the place in the document. */

type Asked = Parameters<typeof order>[1];
const severities = (of: Benchmark, body: Asked = {}) =>
  order(of, body).findings.map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
const limited = (limits: Partial<Ceilings>, body: Asked = {}): Asked => ({
  limits: { ...defaultCeilings, ...limits },
  ...body,
});
const always = (users: number) => ({ kind: 'always', users }) as const;

suite('a ceiling can be reached and not exceeded', () => {
  const two = [phase('a', steady(10)), phase('b', steady(20.5), { maxSessions: 40 })];
  const long = [phase('a', steady(1)), phase('b', steady(1), { startAfter: ['a'], maxDurationMs: 25_000 })];
  const table: [string, readonly Phase[], (least: number) => Partial<Ceilings>, number, string][] = [
    [
      'rate',
      two,
      (usersPerSecMax) => ({ usersPerSecMax }),
      30.5,
      'phases.b.usersPerSec: the highest rate of all phases that may run at the same time is 30.5 users/s, but this machine allows at most 30.499 users/s',
    ],
    [
      'users',
      two,
      (sessionsMax) => ({ sessionsMax }),
      50,
      'phases.b.maxSessions: the number of users of all phases that may run at the same time is 50, but this machine allows at most 49.999',
    ],
    [
      'users of a closed phase',
      [phase('a', always(50))],
      (sessionsMax) => ({ sessionsMax }),
      50,
      'phases.a.users: the number of users of all phases that may run at the same time is 50, but this machine allows at most 49.999',
    ],
    [
      'length',
      long,
      (seconds) => ({ durationMsMax: seconds * 1e3 }),
      35,
      'phases.b.maxDuration: the length of the run is 35 s, but this machine allows at most 34.999 s',
    ],
    [
      'length without a hard end',
      [phase('a', steady(1), { startTimeMs: 5_000 })],
      (seconds) => ({ durationMsMax: seconds * 1e3 }),
      15,
      'phases.a.duration: the length of the run is 15 s, but this machine allows at most 14.999 s',
    ],
    [
      'connections',
      [phase('a', steady(10)), phase('b', steady(1), { startAfter: ['a'] })],
      (connectionsMax) => ({ connectionsMax }),
      100,
      'http: the number of connections of all phases that may run at the same time is 100, but this machine allows at most 99.999',
    ],
    [
      'connections of phases that may run at once',
      [phase('a', always(8)), phase('b', always(7))],
      (connectionsMax) => ({ connectionsMax }),
      100,
      'http: the number of connections of all phases that may run at the same time is 100, but this machine allows at most 99.999',
    ],
    [
      'shards',
      [phase('a', steady(1)), phase('b', always(9))],
      (shardsMax) => ({ shardsMax }),
      9,
      'phases.b.users: the number of shards is 9, but this machine allows at most 8.999',
    ],
  ];
  for (const [name, phases, limits, least, refusal] of table) {
    test(name, () => {
      const body = name === 'shards' ? { shards: 9 } : {};
      assert.deepEqual(severities(benchmark(phases), limited(limits(least), body)), []);
      assert.deepEqual(severities(benchmark(phases), limited(limits(least - 0.001), body)), [
        `error ${refusal}`,
      ]);
    });
  }

  test('price', () => {
    const of = benchmark([phase('a', steady(1)), phase('b', steady(3))]);
    const dollars = order(of).plan?.estimate.dollars ?? 0;
    assert.deepEqual(severities(of, limited({ dollarsMax: dollars })), []);
    const [refusal = ''] = severities(of, limited({ dollarsMax: dollars * 0.999 }));
    assert.match(
      refusal,
      /^error phases\.b\.usersPerSec: the estimated price is [0-9.e-]+ US dollars, but this/,
    );
  });

  test('phases', () => {
    const phases = Array.from({ length: 100 }, (_, i) => phase(`p${i}`, { kind: 'noop' }));
    assert.deepEqual(severities(benchmark(phases)), []);
    assert.deepEqual(severities(benchmark([...phases, phase('last', { kind: 'noop' })])), [
      'error phases: the number of phases and forks is 101, but Downpour allows at most 100',
    ]);
    const idle = 'warning : the benchmark has no phases, so Downpour has nothing to run';
    assert.deepEqual(severities(benchmark([])), [idle]);
    assert.deepEqual(severities(benchmark([]), limited({ shardsMax: 4 }, { shards: 5 })), [idle]);
  });

  test('drives', () => {
    const of = benchmark([phase('a', steady(100), { durationMs: 1_000_000 })]);
    assert.deepEqual(severities(of, { shards: 100, segmentMsMax: 10_000 }), []);
    const { findings } = order(of, { shards: 100, segmentMsMax: 9_999 });
    assert.deepEqual(findings, [
      {
        severity: 'error',
        path: ['phases', 'a', 'duration'],
        message:
          'phase a: 100 shards in each of 101 segments of its time need 10100 load generators, but at most 10000 are allowed',
        hint: 'use fewer shards, or make several shorter phases',
      },
    ]);
  });

  test('a refused load hides what follows from it', () => {
    const of = benchmark([phase('a', steady(60_000), { maxSessions: 5 })]);
    assert.deepEqual(severities(of, { ...limited({ dollarsMax: 1e-9 }), shards: 1 }), [
      'error phases.a.usersPerSec: the highest rate of all phases that may run at the same time is 60000 users/s, but this machine allows at most 50000 users/s',
    ]);
  });
});

suite('the length of a run', () => {
  const known: Partial<Phase> = { durationMs: 10_000, maxDurationMs: 30_000 };
  const table: [string, readonly Phase[], number][] = [
    [
      'is the end of the last phase',
      [phase('a', steady(1)), phase('b', steady(1), { startTimeMs: 7_000 })],
      17,
    ],
    ['adds what comes after', [phase('a', steady(1)), phase('b', steady(1), { startAfter: ['a'] })], 20],
    [
      'waits for no users after startAfter',
      [phase('a', steady(1), known), phase('b', steady(1), { startAfter: ['a'], durationMs: 25_000 })],
      35,
    ],
    [
      'waits for the users after startAfterStrict',
      [phase('a', steady(1), known), phase('b', steady(1), { startAfterStrict: ['a'] })],
      40,
    ],
    [
      'takes the later of the time and the conditions',
      [phase('a', steady(1)), phase('b', steady(1), { startAfter: ['a'], startTimeMs: 50_000 })],
      60,
    ],
    [
      'takes the last of the conditions',
      [
        phase('a', steady(1)),
        phase('c', steady(1), { durationMs: 33_000 }),
        phase('b', steady(1), { startAfter: ['a', 'c'] }),
      ],
      43,
    ],
    [
      'counts what is not known as nothing',
      [
        phase('a', { kind: 'atOnce', users: 1 }, { durationMs: undefined }),
        phase('b', steady(1), { startAfter: ['a'], startAfterStrict: ['a'] }),
      ],
      10,
    ],
    [
      'counts a hard end alone',
      [phase('a', { kind: 'atOnce', users: 1 }, { durationMs: undefined, maxDurationMs: 12_000 })],
      12,
    ],
  ];
  for (const [rule, phases, seconds] of table) {
    test(rule, () => {
      assert.deepEqual(severities(benchmark(phases), limited({ durationMsMax: seconds * 1e3 })), []);
      const [refusal = ''] = severities(benchmark(phases), limited({ durationMsMax: seconds * 1e3 - 1 }));
      assert.ok(refusal.includes(`: the length of the run is ${seconds} s`), refusal);
    });
  }
});

suite('warnings', () => {
  test('a shard is trusted with a number of requests per second', () => {
    const of = (usersPerSec: number) => benchmark([phase('a', steady(usersPerSec))]);
    assert.deepEqual(order(of(8_000), { shards: 2 }).findings, []);
    assert.deepEqual(order(of(8_001), { shards: 2 }).findings, [
      {
        severity: 'warning',
        path: ['phases', 'a', 'usersPerSec'],
        message:
          'phase a: each of 2 shards would send 4000.5 requests/s, but a shard (load generator) reliably sends only 4000',
        hint: 'use 3 shards',
      },
    ]);
  });

  test('more shards than users at once need more users too', () => {
    const of = (maxSessions: number) => benchmark([phase('a', steady(20_000), { maxSessions })]);
    const hints = (maxSessions: number) =>
      order(of(maxSessions), { shards: 9 }).findings.map(({ hint }) => hint);
    assert.deepEqual(hints(4), [
      'use 5 shards, and set maxSessions to at least 5, because a phase has no more shards than users at once',
    ]);
    assert.deepEqual(hints(5), []);
  });

  test('a shard is trusted with less for a target with TLS, or with the rate that was measured', () => {
    const needed = (protocol: 'http' | 'https', rates = {}) =>
      order(
        benchmark([phase('a', steady(8000), { maxSessions: 500 })], {
          targets: [{ ...target(1, 500), protocol }],
        }),
        rates,
      ).plan?.shards;
    assert.equal(needed('http'), 2);
    assert.equal(needed('https'), Math.ceil(8000 / (planning.requestsPerSecShard * planning.tlsShare)));
    assert.equal(needed('https', { requestsPerSecShard: 8000, requestsPerSecTls: 2000 }), 4);
    assert.equal(needed('http', { requestsPerSecShard: 8000, requestsPerSecTls: 2000 }), 1);
    assert.equal(needed('https', { requestsPerSecShard: 1000 }), Math.ceil(8 / planning.tlsShare));
  });

  test('a shard is trusted with as much for each event loop that has a processor', () => {
    const of = (usersPerSec: number) =>
      benchmark([phase('a', steady(usersPerSec), { maxSessions: 500 })], { threads: 2 });
    assert.deepEqual(order(of(16_000), { shards: 2, coresShard: 2 }).findings, []);
    assert.deepEqual(
      order(of(16_001), { shards: 2, coresShard: 2 }).findings.map(({ message, hint }) => [message, hint]),
      [
        [
          'phase a: each of 2 shards would send 8000.5 requests/s, but a shard (load generator) reliably sends only 8000',
          'use 3 shards',
        ],
      ],
    );
    // The document sets no rate for an event loop, so the default of 8,000 requests per second applies.
    assert.equal(order(of(8_000), { coresShard: 2 }).plan?.shards, 1);
    assert.equal(order(of(8_000), { coresShard: 1 }).plan?.shards, 2);
    const agents = [3, 1].map((threads, n) => ({ name: `agent-${n}`, threads }));
    const apart = benchmark([phase('a', steady(16_000))], { agents });
    assert.deepEqual(order(apart, { coresShard: 3 }).findings, []);
    assert.match(
      severities(benchmark([phase('a', steady(16_001))], { agents }), { coresShard: 3 }).join(),
      /each of 2 shards would send 12000\.8 requests\/s, but a shard \(load generator\) reliably sends only 12000/,
    );
  });

  test('event loops that share a processor are named, with the shards that they would need', () => {
    const report = (of: Partial<Benchmark>, body: Asked) =>
      order(benchmark([phase('a', steady(100))], of), body).findings.map(
        ({ severity, path, message, hint }) => [`${severity} ${path.join('.')}: ${message}`, hint],
      );
    assert.deepEqual(report({ threads: 2 }, { shards: 2, coresShard: 2 }), []);
    assert.deepEqual(report({ threads: 1 }, { shards: 2 }), []);
    assert.deepEqual(report({ threads: 3 }, { shards: 2, coresShard: 2 }), [
      [
        'warning threads: each shard (load generator) has only 2 processors for its 3 threads',
        'use 2 threads and 3 shards',
      ],
    ]);
    const agents = [2, 1].map((threads, n) => ({ name: `agent-${n}`, threads }));
    // A drive in the cloud has one processor, so several threads would share it.
    assert.deepEqual(report({ agents }, {}), [
      [
        'warning agents: each shard (load generator) has only one processor for its 2 threads',
        'use one thread and 4 shards',
      ],
    ]);
  });

  test('an event loop gets at least one connection', () => {
    const of = (max: number, users: number) =>
      order(
        benchmark([phase('a', { kind: 'always', users }, { maxSessions: users })], {
          threads: 3,
          targets: [target(1, max)],
        }),
        { shards: 2, coresShard: 3 },
      ).findings;
    assert.deepEqual(of(6, 50), []);
    assert.deepEqual(
      of(5, 50).map(({ message, hint }) => [message, hint]),
      [
        [
          'sharedConnections of http://shop:8080 is 5, but every thread needs a connection of its own, so phase a will open up to 6 connections',
          'set sharedConnections to 6, or use fewer threads',
        ],
      ],
    );
    // An event loop without users needs no connection.
    assert.deepEqual(of(4, 4), []);
  });

  test('a shard gets at least one connection, and every phase has its part', () => {
    const phases = [
      phase('a', steady(10)),
      phase('b', steady(10)),
      phase('c', steady(1), { startAfter: ['a', 'b'] }),
    ];
    const of = (max: number) => benchmark(phases, { targets: [target(1, max)] });
    assert.deepEqual(order(of(8), { shards: 4 }).findings, []);
    const report = (max: number, names: string) => ({
      severity: 'warning',
      path: ['http'],
      message: `sharedConnections of http://shop:8080 is ${max}, but every shard (load generator) needs a connection of its own, so ${names} will open up to 8 connections`,
      hint: 'set sharedConnections to 8, or use fewer shards',
    });
    assert.deepEqual(order(of(7), { shards: 4 }).findings, [report(7, 'phases a, b')]);
    const alone = { ...phases[0], startAfterStrict: ['b'] } as Phase;
    assert.deepEqual(
      order(benchmark([alone, ...phases.slice(1)], { targets: [target(4, 4)] }), { shards: 4 }).findings,
      [],
    );
  });
});

suite('connections beyond the file descriptors of a shard', () => {
  const own = (connectionStrategy: ConnectionStrategy): Benchmark =>
    benchmark([phase('a', steady(2000), { maxSessions: 2000 })], {
      targets: [{ ...target(1, 1), connectionStrategy }],
    });
  const shared = (max: number, ...more: number[]): Benchmark =>
    benchmark([phase('a', steady(10))], {
      targets: [max, ...more].map((each, at) => ({ ...target(1, each), key: `target ${at}` })),
    });
  const report = (shards: number, each: number, expected: number) => [
    {
      severity: 'warning',
      path: ['http'],
      message: `${eachOf(shards, 'shard')} of phase a may open ${each} connections, but the file descriptors of a shard (load generator) allow only 850`,
      hint: `use ${expected} shards, or fewer connections`,
    },
  ];

  test('are warned of, with the shards that they need', () => {
    assert.deepEqual(order(shared(850), { shards: 1 }).findings, []);
    assert.deepEqual(order(shared(5000), { shards: 1 }).findings, report(1, 5000, 6));
    assert.deepEqual(order(shared(5000), { shards: 6 }).findings, []);
    assert.deepEqual(order(shared(500, 351), { shards: 1 }).findings, report(1, 851, 2));
  });

  test('are refused on Lambda, above what the deployment says', () => {
    const lambda = { shards: 1, onLambda: true };
    assert.deepEqual(order(shared(850), lambda).findings, []);
    const { plan, findings } = order(shared(5000), lambda);
    assert.equal(plan, undefined);
    assert.deepEqual(
      findings,
      report(1, 5000, 6).map((each) => ({ ...each, severity: 'error' })),
    );
    assert.deepEqual(order(shared(5000), limited({ connectionsShardMax: 5000 }, lambda)).findings, []);
    assert.match(
      order(shared(40), limited({ connectionsShardMax: 39 }, lambda)).findings[0]?.hint ?? '',
      /use 2 shards/,
    );
  });

  test('are those of all shards behind a NAT gateway: 55,000 for each of its addresses and each destination', () => {
    const behind = (
      connections: number,
      loadAddresses: number | undefined,
      addresses: readonly string[] = [],
    ) => {
      const targets = [{ ...target(1, connections), addresses }];
      const body = { shards: 100, onLambda: true, loadAddresses };
      return order(benchmark([phase('a', steady(100))], { targets }), body).findings;
    };
    assert.deepEqual(behind(60_000, undefined), []);
    assert.deepEqual(behind(55_000, 1), []);
    const [found] = behind(60_000, 1);
    assert.equal(found?.severity, 'warning', 'its host may have several addresses');
    assert.match(
      found.message,
      /^the run opens 60000 connections .* with 1 address allows only 55000 to one destination, so further/,
    );
    assert.match(found.hint ?? '', /natAddresses=2/);
    assert.deepEqual(behind(60_000, 2), []);
    assert.deepEqual(behind(80_000, 1, ['10.0.0.1', '10.0.0.2']), []);
    assert.equal(behind(80_000, 1, ['10.0.0.1'])[0]?.severity, 'error');
  });

  test('are those of its users where each has its own', () => {
    for (const strategy of ['OPEN_ON_REQUEST', 'ALWAYS_NEW'] as const)
      assert.deepEqual(order(own(strategy), { shards: 1 }).findings, report(1, 2000, 3), strategy);
    assert.deepEqual(order(own('SHARED_POOL'), { shards: 1 }).findings, []);
  });
});

test('a refusal names which ceiling would have to be raised, to what, and where', () => {
  const places = [
    [false, 'set DOWNPOUR_CEILINGS=', 'this machine'],
    [true, 'deploy with the option ', 'this deployment'],
  ] as const;
  for (const [onLambda, how, whose] of places) {
    const { findings } = order(benchmark([phase('a', steady(30.5))]), {
      ...limited({ usersPerSecMax: 30, durationMsMax: 5 }),
      onLambda,
    });
    assert.deepEqual(
      findings.map(({ hint }) => hint),
      ['usersPerSecMax=31', 'durationMsMax=10000'].map(
        (raised) => `make the benchmark smaller, or ${how}${raised}`,
      ),
    );
    for (const { message } of findings) assert.match(message, new RegExp(`, but ${whose} allows at most`));
  }
});

test('a run in AWS takes no longer than the history of an execution can hold, whatever the ceiling is', () => {
  const refusals = (seconds: number, iterations: number, onLambda = true) => {
    const long = phase('a', steady(0.001), { durationMs: seconds * 1e3 });
    const short = Array.from({ length: iterations }, (_, n) =>
      phase(`b${n}`, steady(0.001), { phase: 'b', durationMs: 1 }),
    );
    const { findings } = order(benchmark([long, ...short]), { ...limited({ durationMsMax: 1e9 }), onLambda });
    return findings.flatMap(({ severity, message }) => (severity === 'error' ? message : []));
  };
  assert.deepEqual([...refusals(71_360, 1), ...refusals(71_361, 1, false)], []);
  assert.deepEqual(refusals(71_361, 1), [
    'the length of the run is 71361 s, but AWS Step Functions with 1 iteration of a phase allows at most 71360 s',
  ]);
  assert.match(refusals(71_360, 100)[0] ?? '', /with 100 iterations of a phase allows at most 64840 s$/);
});

test('a load of any size is refused, and no list is made for its shards or segments', () => {
  const messagesOf = (of: Benchmark) => order(of).findings.map(({ message }) => message);
  const peak = /^the highest rate .* is 1e\+300 users\/s, but this machine allows at most 50000 users\/s$/;
  for (const threads of [1, 2])
    assert.match(messagesOf(benchmark([phase('a', steady(1e300))], { threads }))[0] ?? '', peak);
  assert.deepEqual(messagesOf(benchmark([phase('a', steady(1), { durationMs: 9e15 })])), [
    'the length of the run is 9000000000000 s, but this machine allows at most 43200 s',
  ]);
  const rising = { kind: 'increasingRate', initialUsersPerSec: 1e308, targetUsersPerSec: 1.5e308 } as const;
  const twice = ['a', 'b'].map((name) => phase(name, { ...rising, variance: false }, { maxSessions: 1 }));
  assert.deepEqual(messagesOf(benchmark(twice)), [
    'the highest rate of all phases that may run at the same time is larger than Downpour can count',
  ]);
});

test('ceilings are read with their mistakes named', () => {
  assert.deepEqual(parseCeilings(' , shardsMax = 7 ,'), { ...defaultCeilings, shardsMax: 7 });
  assert.deepEqual(parseCeilings('sessionsMax=1,durationMsMax=2'), {
    ...defaultCeilings,
    sessionsMax: 1,
    durationMsMax: 2,
  });
  const names = Object.keys(defaultCeilings).join(', ');
  for (const [text, message] of [
    ['usersMax=5', `ceiling usersMax is unknown, expected one of ${names}`],
    ['=5', `ceiling  is unknown, expected one of ${names}`],
    ['dollarsMax', 'ceiling dollarsMax must be a number above 0, not '],
    ['dollarsMax=0', 'ceiling dollarsMax must be a number above 0, not 0'],
    ['dollarsMax=-1', 'ceiling dollarsMax must be a number above 0, not -1'],
  ] as const)
    assert.throws(() => parseCeilings(text), new Error(message));
});
