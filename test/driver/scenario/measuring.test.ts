import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseMetric } from '../../../lib/driver/scenario/metric.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import type { Row } from '../../../lib/driver/statistics/partial.ts';
import { type Answer, headBytes, type Script } from '../http/scripted-target.ts';
import { runVirtually, targetAt, totals, type VirtualCase } from '../session/shards.ts';
import { parsed } from './parts.ts';

/** Handlers and steps that measure count the right parts of a response in the right metric. */

const answers =
  (...list: readonly Partial<Extract<Answer, { kind: 'response' }>>[]): Script['answer'] =>
  (_request, index) => ({ kind: 'response', afterMs: 5, ...list[index % list.length] });

const get = (path: string, handler: unknown, more: object = {}) => ({
  httpRequest: { GET: path, handler: { autoRangeCheck: false, ...(handler as object) }, ...more },
});

async function run(
  steps: readonly unknown[],
  answer: Script['answer'],
  more: Partial<VirtualCase> = {},
): Promise<{ rows: readonly Row[]; log: readonly string[]; errors: readonly string[]; notices: unknown }> {
  const ran = await runVirtually({ scenario: [{ main: steps }], ...more }, { answer });
  return { rows: ran.rows(), log: ran.log, errors: ran.outcome.errors, notices: ran.outcome.notices };
}

/** The sums over all rows of a metric, or of all metrics. */
function counted(rows: readonly Row[], metric?: string): Record<string, Record<string, number>> {
  const sums: Record<string, Record<string, number>> = {};
  for (const row of rows) {
    if (metric !== undefined && row.metric !== metric) continue;
    for (const [key, { counts }] of Object.entries(row.extensions ?? {}))
      for (const [name, count] of Object.entries(counts)) {
        const group = sums[key] ?? {};
        sums[key] = group;
        group[name] = (group[name] ?? 0) + count;
      }
  }
  return sums;
}

function latencies(rows: readonly Row[], metric: string): Histogram {
  const sum = new Histogram();
  for (const row of rows)
    if (row.metric === metric && row.latency !== undefined) sum.add(Histogram.decode(row.latency));
  return sum;
}

/** Compares two numbers, within the rounding of a histogram. */
function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= expected * 1e-2, `${actual}, expected ${expected}`);
}

const maxOf = (histogram: Histogram): number => toLibrary(histogram).maxValue;

suite('status handlers', () => {
  test('stats counts every exact status', async () => {
    const { rows } = await run(
      [get('/', { status: 'stats' })],
      answers({ status: 200 }, { status: 404 }, { status: 200 }),
      { arrivals: { kind: 'atOnce', users: 3 } },
    );
    assert.deepEqual(counted(rows), { exact_status: { status_200: 2, status_404: 1 } });
  });

  test('counter adds from init, or sets, when the status is the expected one', async () => {
    const status = [
      { counter: { var: 'a', expectStatus: 200, add: 2, init: 10 } },
      { counter: { var: 'b', expectStatus: 404, add: 1 } },
      { counter: { var: 'c', expectStatus: 200, set: 7 } },
      { counter: { var: 'd', add: 1 } },
    ];
    const { log } = await run(
      [{ setInt: 'b <- 0' }, get('/', { status }), get('/', { status }), { log: '${a} ${b} ${c} ${d}' }],
      answers({ status: 200 }),
    );
    assert.deepEqual(log, ['14 0 7 2']);
  });

  test('store keeps the status, and action runs what its range names', async () => {
    const status = [
      { store: 'status' },
      {
        action: {
          '200, 301-303': { set: 'what <- fine' },
          '5xx': { set: 'what <- broken' },
          other: [{ set: 'what <- odd' }],
        },
      },
    ];
    const one = [get('/', { status }), { log: '${status} ${what}' }];
    const { log } = await run(
      [...one, ...one, ...one, ...one],
      answers({ status: 200 }, { status: 302 }, { status: 503 }, { status: 404 }),
    );
    assert.deepEqual(log, ['200 fine', '302 fine', '503 broken', '404 odd']);
  });

  test('multiplex passes the status only to the handlers of its range', async () => {
    const status = { multiplex: { '2xx': { store: 'good' }, '404': [{ store: 'bad' }, { range: 200 }] } };
    const { log, rows } = await run(
      [
        { setInt: 'good <- 0' },
        { setInt: 'bad <- 0' },
        get('/', { status, stopOnInvalid: false }),
        get('/', { status, stopOnInvalid: false }),
        get('/', { status, stopOnInvalid: false }),
        { log: '${good} ${bad}' },
      ],
      answers({ status: 204 }, { status: 404 }, { status: 500 }),
    );
    assert.deepEqual([log, totals(rows).invalid], [['204 404'], 1]);
  });

  test('row 81: a status validator marks only the failing of two steps invalid, and statistics stay apart', async () => {
    const { rows } = await run(
      [
        {
          httpRequest: {
            GET: '/1',
            metric: 'expect200',
            handler: { status: { range: 200 }, stopOnInvalid: false },
          },
        },
        {
          httpRequest: {
            GET: '/2',
            metric: 'expect400',
            handler: { status: { range: 400 }, autoRangeCheck: false },
          },
        },
      ],
      answers({ status: 205 }, { status: 400 }),
    );
    const [one, other] = ['expect200', 'expect400'].map((metric) => totals(rows, metric));
    assert.deepEqual([one?.requests, one?.invalid, one?.status2xx, one?.status4xx], [1, 1, 1, 0]);
    assert.deepEqual([other?.requests, other?.invalid, other?.status2xx, other?.status4xx], [1, 0, 0, 1]);
  });
});

suite('header handlers', () => {
  const headers = { 'x-one': '1', 'x-two': ['2', '3'], date: 'now' };

  test('countHeaders counts header lines by name', async () => {
    const { rows } = await run([get('/', { header: 'countHeaders' })], answers({ headers }), {
      arrivals: { kind: 'atOnce', users: 2 },
    });
    assert.deepEqual(counted(rows), { countHeaders: { 'x-one': 2, 'x-two': 4, date: 2 } });
  });

  test('names without end share one count, nothing is lost, and a notice reports it', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x-${at}`, '1']));
    const long = { [`x-${'y'.repeat(200)}`]: '1' };
    const { rows, notices } = await run(
      [get('/', { header: 'countHeaders' })],
      answers({ headers: { ...many, ...long } }),
    );
    const counts = counted(rows).countHeaders ?? {};
    assert.deepEqual([Object.keys(counts).length, counts['(other)'], counts['x-99']], [101, 51, 1]);
    assert.match(
      String(notices),
      /^'countHeaders' counts 100 names .* further names are counted together under '\(other\)'$/,
    );
  });

  test('row 82: recordHeaderTime lands in the metric named after the header, as responses without requests', async () => {
    const time = (value: string) => ({ headers: { 'x-backend': value } });
    const { rows } = await run(
      [get('/', { header: { recordHeaderTime: { header: 'X-Backend', unit: 'ms' } } })],
      answers(time('5'), time('5'), time('-1')),
      { arrivals: { kind: 'atOnce', users: 3 } },
    );
    const { requests, responses } = totals(rows, 'X-Backend');
    assert.deepEqual([requests, responses], [0, 2]);
    near(maxOf(latencies(rows, 'X-Backend')), 5e6);
    assert.deepEqual([totals(rows, 'main').requests, totals(rows, 'main').responses], [3, 3]);
  });

  test('recordHeaderTime reads nanoseconds by default, and a value that is not a number is an internal error', async () => {
    const header = { recordHeaderTime: { header: 'x-time', metric: 'inside' } };
    const { rows, errors } = await run(
      [get('/', { header })],
      answers({ headers: { 'x-time': '3000000' } }, { headers: { 'x-time': 'soon' } }),
      { arrivals: { kind: 'atOnce', users: 2 } },
    );
    near(maxOf(latencies(rows, 'inside')), 3e6);
    assert.deepEqual(errors, [
      "phase 'test', sequence 'main', step 1 of 1 (httpRequest): header 'x-time' is text of 4 characters, expected a number",
    ]);
    assert.deepEqual([totals(rows, 'main').internalErrors, totals(rows, 'inside').responses], [1, 1]);
  });

  const filters: readonly (readonly [string, unknown, string])[] = [
    ['equality', 'x-one', '1'],
    ['equality in any case of letters', { value: 'X-ONE' }, '1'],
    ['startsWith', { startsWith: 'X-t' }, '3'],
    ['endsWith', { endsWith: '-TWO' }, '3'],
    ['matchVar', { matchVar: 'wanted' }, '1'],
    ['nothing that fits', { value: 'x-three' }, 'none'],
  ];
  for (const [name, header, stored] of filters)
    test(`row 97: filter by ${name}`, async () => {
      const { log } = await run(
        [
          { set: 'wanted <- X-One' },
          { set: 'got <- none' },
          get('/', { header: { filter: { header, processor: { log: 'value' } } } }),
        ],
        answers({ headers }),
      );
      assert.equal(log.length, stored === 'none' ? 0 : stored === '3' ? 2 : 1);
    });

  test('filter hands each line to its processor as one value', async () => {
    const filter = { header: { value: 'x-id' }, processor: { json: '.id -> id' } };
    const { log } = await run(
      [get('/', { header: { filter } }), { log: '${id}' }],
      answers({ headers: { 'x-id': '{"id":"7"}', 'x-other': '{"id":"8"}' } }),
    );
    assert.deepEqual(log, ['7']);
  });

  test('conditional asks its condition for each response', async () => {
    const header = {
      conditional: { intCondition: 'wanted == 1', handler: { recordHeaderTime: 'x-one' } },
    };
    const { rows } = await run(
      [{ setInt: 'wanted <- 0' }, get('/', { header }), { setInt: 'wanted <- 1' }, get('/', { header })],
      answers({ headers }),
    );
    assert.equal(totals(rows, 'x-one').responses, 1);
  });

  test('conditional keeps the value of an earlier response when its condition is false', async () => {
    const filter = { header: { value: 'x-id' }, processor: { store: 'id' } };
    const header = { conditional: { intCondition: 'wanted == 1', handler: { filter } } };
    const { log } = await run(
      [1, 0, 1].flatMap((wanted) => [
        { setInt: `wanted <- ${wanted}` },
        get('/', { header }),
        { log: '${id}' },
      ]),
      answers(...['a', 'b', 'c'].map((id) => ({ headers: { 'x-id': id } }))),
    );
    assert.deepEqual(log, ['a', 'a', 'c']);
  });

  test('logInvalid writes the headers of invalid responses only', async () => {
    const handler = { status: { range: 200 }, header: 'logInvalid', stopOnInvalid: false };
    const { log } = await run(
      [get('/', handler), get('/', handler)],
      answers({ status: 200, headers: { a: '1' } }, { status: 404, headers: { b: '2' } }),
    );
    assert.deepEqual(log, ['#0: b: 2']);
  });
});

suite('metric rules', () => {
  test('row 87: metrics per server by rules on authority and path', async () => {
    const other = targetAt(81, { isDefault: false, name: 'other', key: 'other' });
    const metric = ['127.0.0.1:81/foo -> other-foo', '.*:80(/f.*) -> first$1', '-> rest'];
    const { rows } = await run(
      [
        get('/foo', {}, { metric }),
        get('/foo', {}, { metric, endpoint: { value: 'other' } }),
        get('/bar', {}, { metric, endpoint: { value: 'other' } }),
      ],
      answers({}),
      { otherTargets: [other] },
    );
    const requests = rows.map(({ metric: name, counters }) => [name, counters.requests]);
    assert.deepEqual(requests.sort(), [
      ['first/foo', 1],
      ['other-foo', 1],
      ['rest', 1],
    ]);
  });

  test('take time linear in the path', async () => {
    const metric = ['/(a+)+b -> never', '/(a|a)*c -> never', '/(a+) -> $1'];
    const { rows } = await run([get(`/${'a'.repeat(2_000)}`, {}, { metric })], answers({}));
    assert.deepEqual(
      rows.map(({ metric: name }) => name),
      ['a'.repeat(2_000)],
    );
  });

  test('are refused when they are no expression, or name a group that there is not', () => {
    const rows: readonly (readonly [rule: string, problem: RegExp])[] = [
      ['/( -> x', /^0: metric rule has an invalid regular expression: /],
      ['/(?=a) -> x', /look-around/],
      [
        '/(a) -> $2',
        /^0: metric rule has the name '\$2', in which group '\$2' does not exist, because the regular expression has 1 group$/,
      ],
    ];
    for (const [rule, problem] of rows) {
      const { problems } = parsed((scope) => parseMetric([rule], [], scope));
      assert.match(problems.join('; '), problem);
    }
  });
});

suite('raw bytes', () => {
  const rawBytes = { transferSizeRecorder: { key: 'transfer' } };

  test('transferSizeRecorder sums what the connection carried for its own requests', async () => {
    const { rows } = await run(
      [get('/12345', { rawBytes }), get('/123456789', {}, { metric: 'other' }), get('/', { rawBytes })],
      answers({ body: 'abc' }),
    );
    assert.deepEqual(counted(rows, 'main'), { transfer: { sent: 6 + 1, received: 2 * (headBytes + 3) } });
    assert.deepEqual(counted(rows, 'other'), {});
  });

  test('with pipelining, timeouts and resets the sums are exact', async () => {
    const paths = Array.from({ length: 20 }, (_, at) => `/${'x'.repeat(at)}`);
    const { target, rows } = await runVirtually(
      {
        scenario: {
          initialSequences: paths.map((path, at) => ({
            [`s${at}`]: [get(path, { rawBytes, stopOnInvalid: false }, { timeout: '50ms' })],
          })),
          maxRequests: 20,
          maxSequences: 20,
        },
        targetLimits: { pipeliningLimit: 4 },
        shardConnections: { core: 2, max: 2 },
      },
      {
        answer: (_request, index) =>
          index % 7 === 3
            ? { kind: 'reset', afterMs: 2 }
            : index % 7 === 5
              ? { kind: 'silence' }
              : { kind: 'response', afterMs: 3 + (index % 5), body: 'b'.repeat(index) },
      },
    );
    const { transfer } = counted(rows());
    const carried = target.transports.reduce(
      (sum, { bytesSent, bytesReceived }) => ({
        sent: sum.sent + bytesSent,
        received: sum.received + bytesReceived,
      }),
      { sent: 0, received: 0 },
    );
    assert.deepEqual(transfer, carried);
    assert.ok(carried.sent > 200);
  });
});

suite('stopwatch', () => {
  test('measures from entering to leaving its steps, as a request of the metric of its sequence', async () => {
    const { rows } = await run([{ stopwatch: [{ thinkTime: '30ms' }, get('/', {})] }], answers({}));
    const own = rows.filter(({ step, metric }) => metric === 'main' && step === 1);
    assert.deepEqual([totals(own).requests, totals(own).responses], [1, 1]);
    near(maxOf(latencies(own, 'main')), 35e6);
  });

  test('continues with its time when the sequence begins again inside', async () => {
    const again = { conditional: { intCondition: 'i < 3', actions: 'restartSequence' } };
    const { rows } = await run(
      [{ stopwatch: [{ thinkTime: '10ms' }, { addToInt: { var: 'i', value: 1, orElseSetTo: 1 } }, again] }],
      answers({}),
    );
    assert.deepEqual([totals(rows).requests, rows.length], [1, 1]);
    near(maxOf(latencies(rows, 'main')), 30e6);
  });

  test('begins again when its sequence is left from inside and started again', async () => {
    const { rows } = await runVirtually(
      {
        scenario: {
          initialSequences: [
            {
              main: [
                { newSequence: 'timed' },
                { thinkTime: '1s' },
                { setInt: 'again <- 1' },
                { newSequence: 'timed' },
              ],
            },
          ],
          sequences: [
            {
              timed: [
                {
                  stopwatch: [
                    { thinkTime: '10ms' },
                    { breakSequence: { intCondition: { fromVar: 'again', isSet: false } } },
                    { thinkTime: '10ms' },
                  ],
                },
              ],
            },
          ],
        },
      },
      { answer: answers({}) },
    );
    assert.equal(totals(rows(), 'timed').requests, 1);
    near(maxOf(latencies(rows(), 'timed')), 20e6);
  });

  test('is left out of the figures of each second', async () => {
    const { shardRun } = await runVirtually(
      { scenario: [{ main: [{ stopwatch: [get('/', {})] }] }] },
      { answer: answers({}) },
    );
    assert.equal(shardRun.recorder.live().counters.requests, 1);
  });
});

suite('compensation', () => {
  const paced = (compensation: unknown, more: object = {}) => [
    { main: [{ setInt: 'x <- 1' }, { httpRequest: { GET: '/', compensation, ...more } }] },
  ];
  const always = (users: number) => ({ arrivals: { kind: 'always', users } as const });

  test('starts users at the target rate, and records the time since the planned start', async () => {
    const { target, rows } = await runVirtually(
      { scenario: paced({ targetRate: 20 }), ...always(2), phase: { durationMs: 2000 } },
      { answer: () => ({ kind: 'response', afterMs: 5 }) },
    );
    const [own, compensated] = ['main', 'compensated-main'].map((metric) => totals(rows(), metric));
    assert.deepEqual([own?.requests, compensated?.requests, compensated?.responses], [40, 40, 40]);
    near(maxOf(latencies(rows(), 'compensated-main')), 5e6);
    const gaps = target.seen.slice(2).map(({ atNs }, at) => atNs - (target.seen[at]?.atNs ?? 0));
    for (const gap of gaps) near(gap, 100e6);
  });

  test('shows in the second metric how long a slow answer kept users from starting', async () => {
    const { rows } = await runVirtually(
      { scenario: paced({ targetRate: 10, metric: 'fair' }), ...always(1), phase: { durationMs: 3000 } },
      { answer: (_request, index) => ({ kind: 'response', afterMs: index === 5 ? 1000 : 10 }) },
    );
    const late = (metric: string): number => toLibrary(latencies(rows(), metric)).getValueAtPercentile(88);
    near(late('main'), 10e6);
    assert.ok(late('fair') > 500e6, `${late('fair')}`);
    assert.equal(totals(rows(), 'fair').requests, totals(rows(), 'main').requests);
  });

  test('counts a request without a response as a request only', async () => {
    const { rows } = await runVirtually(
      { scenario: paced({ targetRate: 10 }), ...always(1), phase: { durationMs: 950 } },
      {
        answer: (_request, index) =>
          index === 2 ? { kind: 'reset', afterMs: 1 } : { kind: 'response', afterMs: 1 },
      },
    );
    const { requests, responses } = totals(rows(), 'compensated-main');
    assert.deepEqual([requests - responses, requests], [1, totals(rows(), 'main').requests]);
  });

  test('names the second metric after each rule of the first', async () => {
    const { rows } = await runVirtually(
      {
        scenario: paced(
          { targetRate: { base: 10, increment: 10 } },
          { metric: ['/(.*) -> at$1', '-> rest'] },
        ),
        ...always(1),
        phase: { durationMs: 1000 },
      },
      { answer: () => ({ kind: 'response', afterMs: 1 }) },
    );
    assert.deepEqual([...new Set(rows().map(({ metric }) => metric))].sort(), ['at', 'compensated-at']);
  });
});
