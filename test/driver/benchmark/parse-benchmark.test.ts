import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { formatProblem } from '../../../lib/driver/document/format-problems.ts';
import { readDocument } from '../../../lib/driver/document/parse-yaml.ts';
import type { Benchmark, Phase, Target } from '../../../lib/driver/model/benchmark.ts';

const scenario = '[front: [httpRequest: {GET: /}]]';

describe('the name of a benchmark', () => {
  for (const name of ['.', '..', ' .. '])
    it(`cannot be '${name}', which no path of a URL can say`, () => {
      const { benchmark, problems } = parseBenchmark(
        `name: '${name}'\nhttp: {host: localhost}\nusersPerSec: 1\nduration: 1s\nscenario: ${scenario}`,
      );
      assert.equal(benchmark, undefined);
      assert.equal(problems.length, 1);
      const [problem] = problems;
      assert.ok(problem);
      assert.match(
        formatProblem('', problem),
        /1:1 name: a benchmark cannot have the name .*choose another name/s,
      );
    });

  it('may have dots', () => {
    for (const name of ['...', 'a.b', '.a']) {
      const text = `{name: '${name}', http: {host: localhost}, usersPerSec: 1, duration: 1s, scenario: ${scenario}}`;
      assert.deepEqual(parseBenchmark(text).problems, []);
    }
  });
});

describe('the smallest document is complete after parsing', () => {
  it('with every default of the format', () => {
    const { benchmark, problems } = parseBenchmark(
      `{name: shop, http: {host: localhost}, usersPerSec: 2.5, duration: 10s, scenario: ${scenario}}`,
    );
    assert.deepEqual(problems, []);
    const [first] = accepted(benchmark).phases;
    assert.ok(first);
    const { scenario: parsed, ...phase } = first;
    assert.deepEqual({ ...benchmark, phases: [phase] }, {
      name: 'shop',
      targets: [
        {
          key: 'http://localhost:80',
          protocol: 'http',
          host: 'localhost',
          port: 80,
          authority: 'localhost',
          isDefault: true,
          addresses: [],
          connectionStrategy: 'SHARED_POOL',
          connections: { core: 1, max: 1, buffer: 0, keepAliveMs: 0 },
          pipeliningLimit: 1,
          requestTimeoutMs: 30_000,
        },
      ],
      ergonomics: { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true },
      phases: [
        {
          name: 'main',
          phase: 'main',
          iteration: '',
          fork: '',
          arrivals: { kind: 'constantRate', usersPerSec: 2.5, variance: true },
          startTimeMs: 0,
          durationMs: 10_000,
          startAfter: [],
          startAfterStrict: [],
          maxSessions: 3,
          sessionLimitPolicy: 'FAIL',
          isWarmup: false,
        },
      ],
      failurePolicy: 'CANCEL',
      agents: [],
      files: [],
      threads: 1,
    } satisfies Benchmark);
    assert.deepEqual(parsed?.initial, ['front']);
  });

  it('and travels as JSON', () => {
    const { benchmark } = parseBenchmark(document('noop: {}'));
    assert.deepEqual(JSON.parse(JSON.stringify(benchmark)), benchmark);
  });
});

describe('a target is where its entry says', () => {
  const rows: readonly (readonly [http: string, location: string, authority: string])[] = [
    ['host: shop.example.com', 'http://shop.example.com:80', 'shop.example.com'],
    ['host: shop.example.com:8080', 'http://shop.example.com:8080', 'shop.example.com:8080'],
    ['host: shop.example.com:443', 'https://shop.example.com:443', 'shop.example.com:443'],
    ['{host: shop.example.com, port: 443}', 'https://shop.example.com:443', 'shop.example.com:443'],
    ['{host: shop.example.com, port: 8080}', 'http://shop.example.com:8080', 'shop.example.com:8080'],
    ['{host: shop.example.com, protocol: https}', 'https://shop.example.com:443', 'shop.example.com'],
    [
      '{host: shop.example.com, protocol: https, port: 80}',
      'https://shop.example.com:80',
      'shop.example.com:80',
    ],
    ['{host: shop.example.com:443, protocol: http}', 'http://shop.example.com:443', 'shop.example.com:443'],
    ['host: https://shop.example.com', 'https://shop.example.com:443', 'shop.example.com'],
    ['host: HTTP://shop.example.com:443', 'http://shop.example.com:443', 'shop.example.com:443'],
    [
      '{host: https://shop.example.com, port: 8443}',
      'https://shop.example.com:8443',
      'shop.example.com:8443',
    ],
    ['{host: https://shop.example.com, protocol: https}', 'https://shop.example.com:443', 'shop.example.com'],
    ['{host: "[::1]:8080"}', 'http://[::1]:8080', '[::1]:8080'],
    ['{host: "http://[::1]"}', 'http://[::1]:80', '[::1]'],
    ['host: 127.0.0.1:9000', 'http://127.0.0.1:9000', '127.0.0.1:9000'],
  ];
  for (const [http, location, authority] of rows) {
    it(http, () => {
      const target = targets(`http: ${http.startsWith('{') ? http : `{${http}}`}`)[0];
      assert.deepEqual([target?.key, target?.authority, target?.isDefault], [location, authority, true]);
    });
  }

  it('a single entry of a list is the default, and several entries have no default', () => {
    const requests = '[front: [httpRequest: {GET: /, authority: "a:1"}]]';
    const several = targets('http: [{host: "a:1"}, {name: b, host: "a:2"}]', requests);
    assert.deepEqual(
      several.map(({ key, name, isDefault }) => [key, name, isDefault]),
      [
        ['http://a:1', undefined, false],
        ['b', 'b', false],
      ],
    );
    assert.deepEqual(
      targets('http: [{host: a}]').map(({ isDefault }) => isDefault),
      [true],
    );
  });

  it('the same place may come twice under two names', () => {
    const requests = '[front: [httpRequest: {GET: /, endpoint: {value: x}}]]';
    assert.equal(targets('http: [{name: x, host: a}, {name: y, host: a}]', requests).length, 2);
  });

  const settings: readonly (readonly [string, Partial<Target>])[] = [
    ['requestTimeout: none', { requestTimeoutMs: undefined }],
    ['requestTimeout: 500ms', { requestTimeoutMs: 500 }],
    ['sharedConnections: 20', { connections: { core: 20, max: 20, buffer: 0, keepAliveMs: 0 } }],
    [
      'sharedConnections: {core: 2, max: 9, buffer: 3, keepAliveTime: 5s}',
      { connections: { core: 2, max: 9, buffer: 3, keepAliveMs: 5000 } },
    ],
    ['pipeliningLimit: 4', { pipeliningLimit: 4 }],
    ['maxHttp2Streams: 7', { http2StreamsMax: 7 }],
    ['allowHttp1x: false', { httpVersion: 'upgraded' }],
    ['allowHttp1x: false, protocol: https', { protocol: 'https', port: 443, httpVersion: '2' }],
    ['allowHttp2: false', {}],
    ['allowHttp2: false, protocol: https', { protocol: 'https', port: 443, httpVersion: '1.1' }],
    ['directHttp2: true', { httpVersion: '2' }],
    ['directHttp2: true, allowHttp1x: false', { httpVersion: '2' }],
    ['addresses: 127.0.0.1', { addresses: ['127.0.0.1'] }],
    [
      'addresses: [127.0.0.1, "127.0.0.1:81", "::1", "[::1]:82", "a.example.com:83"]',
      { addresses: ['127.0.0.1', '127.0.0.1:81', '::1', '[::1]:82', 'a.example.com:83'] },
    ],
    ['connectionStrategy: SHARED_POOL, allowHttp1x: true, directHttp2: false, useHttpCache: false', {}],
  ];
  for (const [written, expected] of settings) {
    it(written, () => {
      const target = targets(`http: {host: a, ${written}}`)[0];
      for (const [name, value] of Object.entries(expected))
        assert.deepEqual(target?.[name as keyof Target], value);
    });
  }
});

describe('every kind of phase becomes arrivals', () => {
  const rows: readonly (readonly [written: string, expected: Partial<Phase>])[] = [
    ['noop: {}', { arrivals: { kind: 'noop' }, maxSessions: 0, durationMs: undefined, scenario: undefined }],
    ['noop:', { arrivals: { kind: 'noop' } }],
    ['noop: {duration: 5s}', { durationMs: 5000 }],
    [
      `atOnce: {users: 7, scenario: ${scenario}}`,
      { arrivals: { kind: 'atOnce', users: 7 }, maxSessions: 7, durationMs: undefined },
    ],
    [
      `atOnce: {users: {base: 3, increment: 2}, scenario: ${scenario}}`,
      { arrivals: { kind: 'atOnce', users: 3 } },
    ],
    [
      `always: {users: 5, duration: 1m, scenario: ${scenario}}`,
      { arrivals: { kind: 'always', users: 5 }, maxSessions: 5, durationMs: 60_000 },
    ],
    [
      `constantRate: {usersPerSec: 10.2, variance: false, duration: 1s, scenario: ${scenario}}`,
      { arrivals: { kind: 'constantRate', usersPerSec: 10.2, variance: false }, maxSessions: 11 },
    ],
    [
      `increasingRate: {initialUsersPerSec: {base: 1, increment: 5}, targetUsersPerSec: 20, duration: 1s, scenario: ${scenario}}`,
      {
        arrivals: { kind: 'increasingRate', initialUsersPerSec: 1, targetUsersPerSec: 20, variance: true },
        maxSessions: 20,
      },
    ],
    [
      `decreasingRate: {initialUsersPerSec: 20, targetUsersPerSec: 1, duration: 1s, maxSessions: 4, sessionLimitPolicy: CONTINUE, scenario: ${scenario}}`,
      { maxSessions: 4, maxSessionsGiven: true, sessionLimitPolicy: 'CONTINUE' },
    ],
    [
      'noop: {startTime: 3s, isWarmup: true, maxIterations: 1, maxDuration: 1m}',
      { startTimeMs: 3000, isWarmup: true, maxDurationMs: 60_000 },
    ],
  ];
  for (const [written, expected] of rows) {
    it(written, () => {
      const [phase] = phases(document(written));
      for (const [name, value] of Object.entries(expected)) {
        assert.deepEqual(phase?.[name as keyof Phase], value, name);
      }
    });
  }
});

describe('a surprising document is accepted with a warning', () => {
  const rows: readonly (readonly [written: string, line: string])[] = [
    [
      document('noop: {duration: 10}'),
      "5:14 phases[0].p.noop.duration: warning: time '10' has no unit, so Downpour reads it as seconds; write '10s' for seconds, or '10ms' for milliseconds",
    ],
    [
      document(`always: {users: 1, scenario: ${scenario}}`),
      "5:7 phases[0].p.always: warning: a phase of the kind 'always' without a duration ends early: each user runs the scenario about once; add 'duration'",
    ],
    [
      document(`atOnce: {users: 1, duration: 1s, scenario: ${scenario}}`),
      '5:26 phases[0].p.atOnce.duration: warning: duration has no effect, because atOnce starts its users only once; remove duration, or write maxDuration to limit the time of the users',
    ],
    [
      document(`always: {users: 1, duration: 2s, maxDuration: 1s, scenario: ${scenario}}`),
      '5:40 phases[0].p.always.maxDuration: warning: maxDuration is shorter than duration, so Downpour uses the value of duration for both; write a longer maxDuration, or remove maxDuration',
    ],
    [
      document(`noop: {scenario: ${scenario}}`),
      "5:14 phases[0].p.noop.scenario: warning: a noop phase starts no users, so its scenario never runs; remove 'scenario', or use a phase kind that starts users, such as constantRate",
    ],
    [
      document('noop:', 'http: {host: https://shop.example.com}'),
      "2:8 http.host: warning: the certificate of shop.example.com is not verified, because no trustManager is given; write 'trustManager: { storeType: SYSTEM }' to verify the certificate as a browser does",
    ],
    [
      document(
        `atOnce: {users: 1, forks: {a: {scenario: &x ${scenario}}, b: {scenario: *x}, c: {scenario: *x}}}`,
      ),
      "5:26 phases[0].p.atOnce.forks: warning: fork 'a' gets no users, because its share rounds to 0; give the phase more users, or the fork a larger weight",
    ],
  ];
  for (const [text, line] of rows) {
    it(line, () => {
      const { benchmark, problems } = parseBenchmark(text);
      assert.ok(benchmark);
      assert.equal(problems.map((problem) => formatProblem('', problem).slice(1))[0], line);
    });
  }

  it('a shorter maxDuration is as long as the duration', () => {
    const [phase] = phases(
      document(`always: {users: 1, duration: 2s, maxDuration: 1s, scenario: ${scenario}}`),
    );
    assert.deepEqual([phase?.durationMs, phase?.maxDurationMs], [2000, 2000]);
  });
});

describe('forks are unrolled', () => {
  const forked = (kind: string, weights: string): string => document(`${kind}, forks: ${weights}}`);

  it('into a phase for each and a noop that covers them', () => {
    const found = phases(
      `${forked('constantRate: {usersPerSec: 30, maxSessions: 50, startTime: 1s, duration: 10s', `{a: {weight: 2, scenario: &x ${scenario}}, b: {scenario: *x}}`)}\n  - last: {noop: {startAfter: p, startAfterStrict: {phase: p, fork: b}}}`,
    );
    assert.deepEqual(
      found.map(
        ({
          name,
          phase,
          fork,
          arrivals,
          maxSessions,
          startTimeMs,
          startAfter,
          startAfterStrict,
          isWarmup,
        }) => ({
          name: `${name}=${phase}+${fork}`,
          rate: 'usersPerSec' in arrivals ? arrivals.usersPerSec : arrivals.kind,
          maxSessions,
          startTimeMs,
          startAfter,
          startAfterStrict,
          isWarmup,
        }),
      ),
      [
        {
          name: 'p/a=p+a',
          rate: 20,
          maxSessions: 33,
          startTimeMs: 1000,
          startAfter: [],
          startAfterStrict: [],
          isWarmup: false,
        },
        {
          name: 'p/b=p+b',
          rate: 10,
          maxSessions: 17,
          startTimeMs: 1000,
          startAfter: [],
          startAfterStrict: [],
          isWarmup: false,
        },
        {
          name: 'p=p+',
          rate: 'noop',
          maxSessions: 0,
          startTimeMs: 0,
          startAfter: ['p/a', 'p/b'],
          startAfterStrict: [],
          isWarmup: true,
        },
        {
          name: 'last=last+',
          rate: 'noop',
          maxSessions: 0,
          startTimeMs: 0,
          startAfter: ['p'],
          startAfterStrict: ['p/b'],
          isWarmup: false,
        },
      ],
    );
  });

  it('a fork without weight stays out', () => {
    const names = phases(
      forked('atOnce: {users: 9', `[a: {weight: 0, scenario: &x ${scenario}}, b: {scenario: *x}]`),
    ).map(({ name }) => name);
    assert.deepEqual(names, ['p/b', 'p']);
  });

  it('rates of the forks add up to the rate of the phase, limits cover the rates', () => {
    const weight = fc.double({ min: 0.01, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(weight, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 1e5 }),
        (weights, rate) => {
          const forks = weights
            .map((share, n) => `f${n}: {weight: ${share}, scenario: ${scenario}}`)
            .join(', ');
          const found = phases(forked(`constantRate: {usersPerSec: ${rate}, duration: 1s`, `{${forks}}`));
          const rates = found.flatMap(({ arrivals }) =>
            'usersPerSec' in arrivals ? [arrivals.usersPerSec] : [],
          );
          assert.ok(Math.abs(rates.reduce((sum, part) => sum + part, 0) - rate) < 1e-6 * rate);
          rates.forEach((part, n) => {
            const limit = found[n]?.maxSessions ?? 0;
            assert.ok(limit >= part - 1e-6 && limit < part + 1);
          });
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('addresses of a target are addresses or names', () => {
  const rows: readonly (readonly [address: string, right: boolean])[] = [
    ['10.0.0.7', true],
    ['10.0.0.7:8080', true],
    ['::1', true],
    ['[::1]', true],
    ['[::1]:8080', true],
    ['a.example.com', true],
    ['a.example.com:83', true],
    ['10.0.0.256', false],
    ['10.0.0', false],
    ['10.0.0:80', false],
    ['[::1', false],
    ['http://10.0.0.7', false],
    ['a.example.com/x', false],
    ['a b', false],
    ['10.0.0.7:65536', false],
  ];
  for (const [address, right] of rows) {
    it(`${address} is ${right ? 'one' : 'none'}`, () => {
      const { problems } = parseBenchmark(document('noop:', `http: {host: a, addresses: ["${address}"]}`));
      const output = problems.filter(({ message }) => message.includes('is not an address'));
      assert.equal(output.length, right ? 0 : 1);
    });
  }
});

describe('phases refer to each other', () => {
  it('by name, by mapping and by list', () => {
    const [, , last] = phases(
      'name: x\nhttp: {host: a}\nphases:\n- a: {noop: }\n- b: {noop: }\n- c: {noop: {startAfter: a, startAfterStrict: [a, {phase: b, iteration: none}]}}',
    );
    assert.deepEqual([last?.startAfter, last?.startAfterStrict], [['a'], ['a', 'b']]);
  });

  it('without a circle, whatever the order in the document', () => {
    const edges = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 16 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const text = Array.from({ length: 8 }, (_, n) => {
          const after = [...new Set(pairs.filter(([from]) => from === n).map(([, to]) => `p${to}`))];
          return `- p${n}: {noop: ${after.length === 0 ? '' : `{startAfter: [${after.join(', ')}]}`}}`;
        }).join('\n');
        const { benchmark } = parseBenchmark(`name: x\nhttp: {host: a}\nphases:\n${text}`);
        assert.equal(benchmark === undefined, hasCircle(pairs));
      }),
    );
  });
});

describe('hotrod', () => {
  const cluster = { protocol: 'hotrod', requestTimeoutMs: 30_000 } as const;
  const rows: readonly (readonly [written: string, expected: Benchmark['hotRod']])[] = [
    [
      '{uri: "hotrod://a", caches: [c]}',
      [{ ...cluster, servers: [{ host: 'a', port: 11222 }], caches: ['c'] }],
    ],
    [
      '[{uri: "hotrod://[::1]:5,b/", caches: [c, d]}, {uri: "hotrod://e?socket_timeout=70", caches: [f]}]',
      [
        {
          ...cluster,
          servers: [
            { host: '[::1]', port: 5 },
            { host: 'b', port: 11222 },
          ],
          caches: ['c', 'd'],
        },
        { ...cluster, servers: [{ host: 'e', port: 11222 }], caches: ['f'], requestTimeoutMs: 70 },
      ],
    ],
    [
      '{uri: "hotrods://u%40:p:%3A@a?trust_ca=/f&sni_host_name=b&sasl_mechanism=PLAIN", caches: [c]}',
      [
        {
          ...cluster,
          protocol: 'hotrods',
          servers: [{ host: 'a', port: 11222 }],
          login: { user: 'u@', password: 'p::', mechanism: 'PLAIN' },
          trustCa: '/f',
          sniHost: 'b',
          caches: ['c'],
        },
      ],
    ],
  ];
  for (const [written, expected] of rows) {
    it(written, () => {
      const { benchmark, problems } = parseBenchmark(document('noop:', `hotrod: ${written}`));
      assert.deepEqual(problems, []);
      assert.deepEqual(benchmark?.hotRod, expected);
    });
  }
});

describe('the rest of the document', () => {
  const rows: readonly (readonly [written: string, expected: Partial<Benchmark>])[] = [
    ['threads: 4\nfailurePolicy: CONTINUE', { threads: 4, failurePolicy: 'CONTINUE' }],
    ['agents:', { agents: [] }],
    ['agents: one', { agents: [{ name: 'one', threads: 1 }] }],
    [
      'agents: {one: host=a, two: , default: {cpus: 2}}',
      {
        agents: [
          { name: 'one', threads: 1 },
          { name: 'two', threads: 1 },
        ],
      },
    ],
    [
      'threads: 3\nagents: [one, {two: {threads: 4, port: 22}}, {three: }, default: {threads: 2}]',
      {
        agents: [
          { name: 'one', threads: 2 },
          { name: 'two', threads: 4 },
          { name: 'three', threads: 2 },
        ],
      },
    ],
    [
      'agents: {one: {executor: lambda}, two: {executor: fargate}}',
      {
        agents: [
          { name: 'one', threads: 1, executor: 'lambda' },
          { name: 'two', threads: 1, executor: 'fargate' },
        ],
      },
    ],
    ['statisticsCollectionPeriod: 1000', {}],
    ['$schema: ../schema/benchmark.schema.json', {}],
    [
      'ergonomics: {autoRangeCheck: false, stopOnInvalid: false, userAgentFromSession: false, repeatCookies: false, followRedirect: HTML_ONLY, compensateInternalLatency: false}',
      {
        ergonomics: {
          autoRangeCheck: false,
          stopOnInvalid: false,
          userAgentFromSession: false,
          repeatCookies: false,
          followRedirect: 'HTML_ONLY',
          compensateInternalLatency: false,
        },
      },
    ],
  ];
  for (const [written, expected] of rows) {
    it(written, () => {
      const { benchmark, problems } = parseBenchmark(document('noop:', `http: {host: a}\n${written}`));
      assert.deepEqual(problems, []);
      assert.deepEqual({ ...benchmark, ...expected }, benchmark);
    });
  }

  it('takes parameters', () => {
    const text = document('noop: {duration: !param PAUSE 1s}');
    assert.equal(
      accepted(parseBenchmark(text, { parameters: { PAUSE: '5s' } }).benchmark).phases[0]?.durationMs,
      5000,
    );
    assert.equal(accepted(parseBenchmark(text).benchmark).phases[0]?.durationMs, 1000);
    const { benchmark, problems } = parseBenchmark(text, { parameters: { PAUS: '5s' } });
    assert.equal(benchmark, undefined);
    assert.match(
      problems[0]?.message ?? '',
      /'PAUS' is given with -P, but no !param in the document uses it/,
    );
  });
});

it('a document with anything in any place is read, and refused exactly when an error is named', () => {
  const folder = join(import.meta.dirname, '../../../examples');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(null, '', [], {}, 0, -1, '5', '5s', [null]),
  );
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.nat(), anything, (text, n, value) => {
      const changed = structuredClone(readDocument(text).value);
      const locations = placesOf(changed);
      const [parent, key] = locations[n % locations.length] ?? [];
      if (parent !== undefined && key !== undefined) parent[key] = value;
      const { benchmark, problems } = parseBenchmark(JSON.stringify(changed));
      assert.equal(
        benchmark === undefined,
        problems.some(({ severity }) => severity === 'error'),
      );
      for (const { message, hint = '' } of problems)
        assert.doesNotMatch(message + hint, /\bundefined\b|\[object/);
    }),
    { numRuns: 300 },
  );
});

describe('an example can be run', () => {
  const folder = join(import.meta.dirname, '../../../examples');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    it(file, () => {
      const { benchmark, problems } = parseBenchmark(readFileSync(join(folder, file), 'utf8'));
      assert.deepEqual(problems, []);
      assert.ok(benchmark);
    });
  }
});

it('a document that is no mapping has that problem only', () => {
  for (const text of ['[]', '[{name: x}]', '7', 'text', 'true', '""']) {
    const { benchmark, problems } = parseBenchmark(text);
    assert.equal(benchmark, undefined);
    assert.deepEqual(
      problems.map(({ path }) => path),
      [[]],
      text,
    );
  }
});

describe('a bound is still inside', () => {
  const entry = (http: string): string => document('noop:', `http: ${http}`);
  const timed = (maxDuration: string): string =>
    document(
      `constantRate: {usersPerSec: 1, duration: 2s, maxDuration: ${maxDuration}, scenario: ${scenario}}`,
    );
  const rows: readonly (readonly [written: string, problems: number])[] = [
    [entry('{host: "a:1"}'), 0],
    [entry('{host: "a:0"}'), 1],
    [entry('{host: "a:65535"}'), 0],
    [entry('{host: "a:65536"}'), 1],
    [entry('{host: a, sharedConnections: {core: 2, max: 2, buffer: 2, keepAliveTime: 0s}}'), 0],
    [entry('{host: a, sharedConnections: {core: 3, max: 2, buffer: 2, keepAliveTime: 0s}}'), 1],
    [entry('{host: a, sharedConnections: {core: 2, max: 2, buffer: 3, keepAliveTime: 0s}}'), 1],
    [entry('{host: a, requestTimeout: 1ms}'), 0],
    [entry('{host: a, requestTimeout: 0s}'), 1],
    [timed('2s'), 0],
    [timed('1999ms'), 1],
    [document('noop:', 'http: {host: a}\nthreads: 3\nagents: {one: {threads: 3}, two: }'), 0],
    [document('noop:', 'http: {host: a}\nthreads: 3\nagents: {one: {threads: 2}, two: }'), 0],
    [document('noop:', 'http: {host: a}\nagents: {one: {threads: 64}}'), 0],
    [document('noop:', 'http: {host: a}\nagents: {one: {threads: 65}}'), 1],
    [document('noop:', 'http: {host: a}\nthreads: 64'), 0],
    [document('noop:', 'http: {host: a}\nthreads: 65'), 1],
    [document('noop:', 'http: {host: a}\nthreads: 65\nagents: [one, two]'), 1],
    [document('noop:', 'http: {host: a}\nagents: {one: {threads: 0}}'), 1],
  ];
  for (const [written, problems] of rows)
    it(`${written.replaceAll('\n', ' ')}: ${problems}`, () =>
      assert.equal(parseBenchmark(written).problems.length, problems));
});

describe('a circle of phases is shown', () => {
  const messageOf = (length: number): readonly string[] => {
    const list = Array.from({ length }, (_, n) => `- p${n}: {noop: {startAfter: p${(n + 1) % length}}}`).join(
      '\n',
    );
    return parseBenchmark(`name: x\nhttp: {host: a}\nphases:\n${list}`).problems.map(
      ({ message }) => message,
    );
  };
  const rows: readonly (readonly [phases: number, message: string])[] = [
    [1, "phase 'p0' waits for itself, so it can never start"],
    [2, 'these phases wait for each other, so none of them can start: p0 -> p1 -> p0'],
    [
      9,
      'these phases wait for each other, so none of them can start: p0 -> p1 -> p2 -> p3 -> p4 -> p5 -> p6 -> p7 -> p8 -> p0',
    ],
    [
      10,
      'these phases wait for each other, so none of them can start: p0 -> p1 -> p2 -> p3 -> p4 -> ... -> p7 -> p8 -> p9 -> p0',
    ],
  ];
  for (const [length, message] of rows)
    it(`of ${length}`, () => assert.deepEqual(messageOf(length), [message]));
});

function document(phase: string, http = 'http: {host: localhost}'): string {
  return `name: shop\n${http}\nphases:\n  - p:\n      ${phase}`;
}

function accepted(benchmark: Benchmark | undefined): Benchmark {
  assert.ok(benchmark, 'refused');
  return benchmark;
}

function phases(text: string): readonly Phase[] {
  const { benchmark, problems } = parseBenchmark(text);
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  return accepted(benchmark).phases;
}

function targets(http: string, requests = scenario): readonly Target[] {
  const { benchmark, problems } = parseBenchmark(
    `name: x\n${http}\nusersPerSec: 1\nduration: 1s\nscenario: ${requests}`,
  );
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  return accepted(benchmark).targets;
}

type Parent = Record<string, unknown>;

/** Every member of every mapping and list, as its parent and its key. */
function placesOf(value: unknown): readonly (readonly [Parent, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Parent;
  return Object.keys(parent).flatMap((key) => [[parent, key] as const, ...placesOf(parent[key])]);
}

/** Whether some phase can be reached from itself, by Warshall's closure. */
function hasCircle(pairs: readonly (readonly [number, number])[]): boolean {
  const reach = Array.from({ length: 8 }, (_, from) =>
    Array.from({ length: 8 }, (_, to) => pairs.some(([a, b]) => a === from && b === to)),
  );
  for (let via = 0; via < 8; via += 1) {
    for (const row of reach)
      if (row[via]) for (let to = 0; to < 8; to += 1) row[to] ||= reach[via]?.[to] ?? false;
  }
  return reach.some((row, n) => row[n]);
}
