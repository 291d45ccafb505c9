import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ProcessorFactory } from '../../../lib/driver/model/handlers.ts';
import type { Action } from '../../../lib/driver/model/session.ts';
import type { Kind } from '../../../lib/driver/scenario/kind.ts';
import { asProcessor } from '../../../lib/driver/scenario/processors/data/whole-value.ts';
import { kinds } from '../../../lib/driver/scenario/registry.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { responseAfter, type Script, type SeenRequest } from '../http/scripted-target.ts';
import { runVirtually, totals } from './shards.ts';

/**
 * Sequences with requests: steps that wait for responses, and handlers that start, restart and stop
 * sequences.
 */

const after = (ms: number): Script => ({ answer: () => responseAfter(ms) });
const paths = (seen: readonly SeenRequest[]): readonly string[] => seen.map(({ path }) => path);
/** The instants at which requests arrived, in milliseconds after the first. */
const instants = (seen: readonly SeenRequest[]): readonly number[] =>
  seen.map(({ atNs }) => Math.round((atNs - (seen[0]?.atNs ?? 0)) / 1e5) / 10);

for (const concurrency of [0, 1, 16]) {
  test(`row 84: a sequence with concurrency ${concurrency} sends as many requests at once over one connection`, async () => {
    const most = Math.max(1, concurrency);
    const loop = { counterVar: 'counter', repeats: most, steps: [{ newSequence: 'expectOK' }] };
    const request = { GET: '/test?concurrency=${counter}', handler: { status: { range: '200' } } };
    const { rows, target, outcome } = await runVirtually(
      {
        scenario: {
          maxSequences: concurrency === 0 ? 2 : 1,
          maxRequests: most,
          initialSequences: [{ looper: [{ loop }] }],
          sequences: [
            { [concurrency === 0 ? 'expectOK' : `expectOK[${concurrency}]`]: [{ httpRequest: request }] },
          ],
        },
        connections: 1,
        targetLimits: { pipeliningLimit: most },
      },
      after(10),
    );
    const { requests, responses, invalid, connectionErrors } = totals(rows(), 'expectOK');
    assert.deepEqual([requests, responses, invalid, connectionErrors], [most, most, 0, 0]);
    assert.deepEqual(outcome.errors, []);
    assert.equal(target.deepest, most);
    // All requests read the counter when it has its last value.
    assert.deepEqual([...new Set(paths(target.seen))], [`/test?concurrency=${most}`]);
  });
}

suite('row 73: a loop of five with', () => {
  const get = { httpRequest: { GET: '/test' } };
  const paced = (delay: object) => [{ scheduleDelay: { key: 'foo', ...delay } }, get, { awaitDelay: 'foo' }];
  const rows: readonly (readonly [name: string, steps: readonly unknown[], everyMs: number])[] = [
    ['a think time', [get, { thinkTime: '500ms' }], 1000],
    ['a tiny think time', [get, { thinkTime: '1ns' }], 500],
    ['a delay from now', paced({ duration: '1s', fromNow: null }), 1000],
    ['a delay from the last', paced({ duration: '1s', fromLast: null }), 1000],
    ['a tiny delay from the last', paced({ duration: '500ns', fromLast: null }), 500],
  ];
  for (const [name, steps, everyMs] of rows)
    test(`${name} sends five requests`, async () => {
      const loop = { counterVar: 'counter', repeats: 5, steps };
      const { rows, target } = await runVirtually({ scenario: [{ main: [{ loop }] }] }, after(500));
      const { requests, responses } = totals(rows());
      assert.deepEqual([requests, responses], [5, 5]);
      const planned = [0, 1, 2, 3, 4].map((at) => at * everyMs);
      assert.deepEqual(instants(target.seen).map(Math.round), planned);
    });
});

test('row 74: think times in a row add up, and the phase continues until its users are done', async () => {
  const pause = { thinkTime: '700ms' };
  const { rows, target, clock, outcome } = await runVirtually(
    {
      scenario: [{ main: [{ httpRequest: { GET: '/' } }, pause, pause, pause] }],
      arrivals: { kind: 'constantRate', usersPerSec: 50, variance: false },
      phase: { durationMs: 1000 },
      maxSessions: 200,
    },
    after(1),
  );
  const { requests, invalid } = totals(rows());
  assert.deepEqual([requests, invalid, outcome.started, outcome.result], [50, 0, 50, 'completed']);
  const last = target.seen.at(-1)?.atNs ?? 0;
  assert.ok(clock.nowNs() - last > 2.1e9, 'the last user has thought three times');
});

suite('a queue', () => {
  const scenario = (sync: boolean, more: object = {}) => ({
    initialSequences: [
      {
        main: [
          {
            httpRequest: {
              GET: '/values',
              handler: {
                body: {
                  queue: {
                    var: 'value',
                    maxSize: 9,
                    concurrency: 1,
                    sequence: 'each',
                    onCompletion: { set: 'all <- x' },
                    ...more,
                  },
                },
              },
            },
          },
          { awaitVar: 'all' },
          { httpRequest: { GET: '/done' } },
        ],
      },
    ],
    sequences: [
      {
        each: [
          {
            httpRequest: {
              GET: '/value/${value[.]}',
              sync,
              handler: { onCompletion: { log: 'ended ${value[.]}' } },
            },
          },
        ],
      },
    ],
  });
  const values: Script = {
    answer: ({ path }) => ({ kind: 'response', afterMs: 10, body: path === '/values' ? 'one' : '' }),
  };

  for (const sync of [true, false])
    test(`is done when the ${sync ? '' : 'asynchronous '}requests for its values are`, async () => {
      const { target, log, outcome } = await runVirtually({ scenario: scenario(sync) }, values);
      assert.deepEqual([paths(target.seen), outcome.errors], [['/values', '/value/one', '/done'], []]);
      assert.deepEqual(instants(target.seen), [0, 10, 20]);
      assert.deepEqual(log, ['ended one']);
    });

  test('that a response left behind is fed and done by the next one', async () => {
    const handler = {
      stopOnInvalid: false,
      body: {
        queue: { var: 'v', maxSize: 9, concurrency: 1, sequence: 'each', onCompletion: { log: 'done' } },
      },
    };
    const steps = [{ httpRequest: { GET: '/', timeout: '20ms', handler } }];
    const { log, outcome } = await runVirtually(
      {
        scenario: {
          initialSequences: [{ main: [{ loop: { counterVar: 'i', repeats: 2, steps } }] }],
          sequences: [{ each: ['noop'] }],
        },
      },
      {
        answer: (_request, index) => ({
          kind: 'response',
          afterMs: 5,
          bodyMs: index === 0 ? 90 : 5,
          body: 'x',
        }),
      },
    );
    assert.deepEqual([log, outcome.result], [['done'], 'completed']);
  });

  test('counts the requests of its copy under the name of the copy', async () => {
    const { rows } = await runVirtually({ scenario: scenario(true) }, values);
    assert.deepEqual([...new Set(rows().map(({ metric }) => metric))].sort(), ['each_queue_1', 'main']);
  });

  test('fails the phase when its completion throws, with its place', async () => {
    const { outcome } = await runVirtually(
      {
        scenario: scenario(true, {
          onCompletion: [{ addToInt: 'n++' }, { setInt: 'n <- 1' }, { set: 'all <- x' }],
        }),
      },
      values,
    );
    assert.deepEqual(
      [outcome.result, outcome.reason],
      ['failed', "phase 'test', sequence 'main', step 1 of 3 (httpRequest): variable 'n' is not set"],
    );
  });
});

suite('an asynchronous request', () => {
  test('keeps the index of its instance until it is over', async () => {
    const each = [
      { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
      { setInt: { var: 'id[.]', fromVar: 'n' } },
      { httpRequest: { GET: '/${id[.]}', sync: false, handler: { onCompletion: { log: '${id[.]}' } } } },
    ];
    const start = { newSequence: 'each' };
    const { log, outcome } = await runVirtually(
      {
        scenario: {
          initialSequences: [{ main: [start, start, { thinkTime: '15ms' }, start, { thinkTime: '30ms' }] }],
          sequences: [{ 'each[2]': each }],
        },
      },
      { answer: (_request, index) => responseAfter([20, 10, 5][index] ?? 0) },
    );
    assert.deepEqual([outcome.errors, log], [[], ['2', '1', '3']]);
  });

  test('keeps its user until it is over', async () => {
    const { rows, outcome } = await runVirtually(
      { scenario: [{ main: [{ httpRequest: { GET: '/', sync: false } }] }] },
      after(30),
    );
    const { requests, responses } = totals(rows(), 'main');
    assert.deepEqual([outcome.result, requests, responses], ['completed', 1, 1]);
  });

  test('makes awaitAllResponses wait, also when another sequence has sent it', async () => {
    const { target } = await runVirtually(
      {
        scenario: {
          initialSequences: [
            { a: [{ httpRequest: { GET: '/a', sync: false } }, { thinkTime: '50ms' }] },
            { b: ['awaitAllResponses', { httpRequest: { GET: '/b' } }] },
          ],
        },
      },
      after(30),
    );
    assert.deepEqual(
      [paths(target.seen), instants(target.seen)],
      [
        ['/a', '/b'],
        [0, 30],
      ],
    );
  });

  test('takes the room of its instance until it is over', async () => {
    const scenario = (maxSequences: number) => ({
      maxSequences,
      orderedSequences: ['a', 'b', 'c', 'd'].map((name) => ({
        [name]: [{ httpRequest: { GET: '/', sync: false } }],
      })),
    });
    assert.equal((await runVirtually({ scenario: scenario(4) }, after(30))).outcome.result, 'completed');
    const { outcome } = await runVirtually({ scenario: scenario(3) }, after(30));
    assert.match(outcome.reason ?? '', /sequence 'd' cannot start: the user already has 3 running instances/);
  });
});

const stopNow: Kind<unknown, Action> = {
  name: 'stopNow',
  summary: 'Stops.',
  example: 'stopNow',
  cost: 'Nothing.',
  atError: 'It never fails.',
  parse: () => ({}),
  compile: () => (session) => session.stop(),
};

suite('a handler', () => {
  const request = (handler: object) => ({ httpRequest: { GET: '/', handler } });

  test('that starts a sequence beyond its concurrency fails the phase, and is no internal error', async () => {
    const { outcome, rows } = await runVirtually(
      {
        scenario: {
          initialSequences: [
            {
              main: [request({ body: [{ newSequence: 'other' }, { newSequence: 'other' }, { log: 'on' }] })],
            },
          ],
          sequences: [{ other: [{ thinkTime: '1ms' }] }],
        },
      },
      after(5),
    );
    assert.equal(outcome.result, 'failed');
    assert.match(outcome.reason ?? '', /step 1 of 1 \(httpRequest\): sequence 'other' has no free instance/);
    assert.equal(totals(rows()).internalErrors, 0);
  });

  test('that restarts its sequence does so right behind its step', async () => {
    const restart = request({ body: ['restartSequence', { log: 'rest of the handler' }] });
    const scenario = [
      { main: ['breakIfFinished', restart, { log: 'behind' }, 'stop'] },
      { next: [{ log: 'next' }] },
    ];
    const { target, log } = await runVirtually(
      { scenario: scenario.slice(0, 1), arrivals: { kind: 'always', users: 1 }, phase: { durationMs: 25 } },
      after(10),
    );
    assert.deepEqual([target.seen.length, [...new Set(log)], log.length], [3, ['rest of the handler'], 3]);
  });

  test('restarts exactly as often as it is called', async () => {
    const restart = request({ stopOnInvalid: false, body: 'restartSequence' });
    const { target, log } = await runVirtually(
      { scenario: [{ main: [restart, { log: 'behind' }] }] },
      { answer: (_request, index) => (index < 2 ? responseAfter(5) : { kind: 'reset', afterMs: 5 }) },
    );
    assert.deepEqual([target.seen.length, log], [3, ['behind']]);
  });

  test('that restarts its sequence too late, in a loop, does not restart it behind the loop', async () => {
    const late = { httpRequest: { GET: '/', sync: false, handler: { onCompletion: 'restartSequence' } } };
    const loop = { counterVar: 'i', repeats: 1, steps: [late, { thinkTime: '30ms' }] };
    const { target } = await runVirtually({ scenario: [{ main: [{ loop }] }] }, after(10));
    assert.equal(target.seen.length, 1);
  });

  test('that restarts its sequence too late does not restart it', async () => {
    const late = { httpRequest: { GET: '/', sync: false, handler: { onCompletion: 'restartSequence' } } };
    const { target, log } = await runVirtually(
      {
        scenario: {
          initialSequences: [
            {
              main: [
                { newSequence: 'each' },
                { thinkTime: '30ms' },
                { newSequence: 'each' },
                { thinkTime: '30ms' },
              ],
            },
          ],
          sequences: [{ each: [late, { log: 'behind' }] }],
        },
      },
      after(10),
    );
    assert.deepEqual([target.seen.length, log], [2, ['behind', 'behind']]);
  });

  const processors = kinds.processor as Map<string, Kind<unknown, ProcessorFactory>>;
  test('that starts a sequence after a stop does not start it', async () => {
    processors.set('stopNow', asProcessor(stopNow));
    try {
      const { log } = await runVirtually(
        {
          scenario: {
            initialSequences: [{ main: [request({ body: ['stopNow', { newSequence: 'other' }] })] }],
            sequences: [{ other: [{ log: 'other' }] }],
          },
          arrivals: { kind: 'always', users: 1 },
          phase: { durationMs: 50 },
        },
        after(10),
      );
      assert.deepEqual(log, []);
    } finally {
      processors.delete('stopNow');
    }
  });

  const table = kinds.action as Map<string, Kind<unknown, Action>>;
  test('row 45: stop in a handler ends the user, and nothing runs after it', async () => {
    table.set('stopNow', stopNow);
    try {
      const { log, target, outcome } = await runVirtually(
        {
          scenario: {
            initialSequences: [
              { main: [request({ onCompletion: ['stopNow', { log: 'action' }] }), { log: 'step' }] },
              { other: [{ httpRequest: { GET: '/other' } }, { log: 'other' }] },
            ],
          },
        },
        { answer: ({ path }) => responseAfter(path === '/' ? 5 : 50) },
      );
      assert.deepEqual([log, target.seen.length, outcome.errors], [[], 2, []]);
    } finally {
      table.delete('stopNow');
    }
  });
});

suite('latency of a first request leaves out the pauses of its scenario', () => {
  const get = { httpRequest: { GET: '/' } };
  const paced = { scheduleDelay: { key: 'pace', duration: '250ms', fromLast: null } };
  const rows: readonly (readonly [name: string, sequences: readonly unknown[]])[] = [
    [
      'a delay that was scheduled before',
      [
        {
          a: [
            { scheduleDelay: { key: 'k', duration: '500ms' } },
            { thinkTime: '200ms' },
            { awaitDelay: 'k' },
            get,
          ],
        },
      ],
    ],
    [
      'the pause of a sequence that it waited for',
      [{ a: [{ thinkTime: '500ms' }, { set: 'v <- x' }] }, { b: [{ awaitVar: 'v' }, get] }],
    ],
    [
      'a delay that counts from the last',
      [{ a: [paced, { thinkTime: '50ms' }, paced, { thinkTime: '10ms' }, { awaitDelay: 'pace' }, get] }],
    ],
    [
      'a delay of another sequence',
      [
        { a: [{ scheduleDelay: { key: 'k', duration: '500ms' } }] },
        { b: [{ thinkTime: '1ms' }, { awaitDelay: 'k' }, get] },
      ],
    ],
  ];
  for (const [name, initialSequences] of rows)
    for (const lateMs of [0, 3])
      test(`${name}, with timers ${lateMs} ms late`, async (t) => {
        const latencies: number[] = [];
        t.mock.method(Tally.prototype, 'recordLatency', (ns: number) => latencies.push(ns));
        await runVirtually({ scenario: { initialSequences } }, after(20), {
          flaws: { timerMs: () => lateMs },
        });
        // The scripted target uses the same late timers, so its answer is late too.
        const expectedNs = (20 + 2 * lateMs) * 1e6;
        const [latencyNs = 0, ...more] = latencies;
        assert.deepEqual(more, []);
        assert.ok(Math.abs(latencyNs - expectedNs) < 1e5, `${latencyNs / 1e6} ms`);
      });

  test('counts from a delay that was over when its user came to it, late', async (t) => {
    const latencies: number[] = [];
    t.mock.method(Tally.prototype, 'recordLatency', (ns: number) => latencies.push(ns));
    const steps = [
      { scheduleDelay: { key: 'k', duration: '10ms' } },
      { thinkTime: '9ms' },
      { awaitDelay: 'k' },
      get,
    ];
    await runVirtually({ scenario: [{ main: steps }] }, after(20), { flaws: { timerMs: () => 3 } });
    // The request was sent at 12 ms instead of 10 ms, and was answered 23 ms later.
    assert.deepEqual(
      latencies.map((ns) => Math.round(ns / 1e5) / 10),
      [25],
    );
  });
});
