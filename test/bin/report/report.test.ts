import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportRow } from '../../../bin/report/columns.ts';
import { type Report, reportLines, verdictLines } from '../../../bin/report/report.ts';
import { unpainted } from '../../../bin/terminal/paint.ts';

const paint = unpainted;

const row: ReportRow = {
  phase: 'browse',
  metric: 'list',
  isWarmup: false,
  requests: 1_200,
  responses: 1_200,
  perSec: 119.9,
  min: 900_000,
  mean: 1_234_567,
  p50: 1_100_000,
  p90: 2_000_000,
  p95: 4_000_000,
  p99: 8_100_000,
  p999: 12_300_000,
  max: 45_000_000,
  failed: 0,
  latenessP99: 230_000,
};

const passed: Report = {
  benchmark: 'shop',
  state: 'passed',
  runId: 12,
  lastedMs: 10_040,
  shards: 2,
  rows: [row, { ...row, metric: 'detail', requests: 600, failed: 3, troubles: '3 timeouts' }],
  total: { ...row, phase: 'total', metric: '', requests: 1_800, failed: 3 },
  facts: [
    ['status', '1,797 × 2xx'],
    ['bytes', '1.20 MB in, 0 B out (bodies)'],
  ],
  failures: [],
  doubts: [],
  unjudged: [],
  deliveries: [{ phase: 'browse', planned: 1_200, started: 1_200, fraction: 1 }],
  errors: [],
  warnings: [],
};

test('a report is a headline, a row for each phase and metric, a total, and the number of delivered users', () => {
  assert.deepEqual(reportLines(passed, paint), [
    'shop  passed, 3 of 1,800 requests failed (0.2 %)  run 12, 10s, 2 shards',
    '',
    '  phase   metric  requests   rate    min    mean     p50     p90     p95     p99   p99.9     max  failed  late p99',
    '  browse  list       1,200  120/s  900µs  1.23ms  1.10ms  2.00ms  4.00ms  8.10ms  12.3ms  45.0ms       0     230µs',
    '          detail       600  120/s  900µs  1.23ms  1.10ms  2.00ms  4.00ms  8.10ms  12.3ms  45.0ms       3     230µs',
    '  total              1,800  120/s  900µs  1.23ms  1.10ms  2.00ms  4.00ms  8.10ms  12.3ms  45.0ms       3     230µs',
    '',
    '  status  1,797 × 2xx',
    '  bytes   1.20 MB in, 0 B out (bodies)',
    '',
    '✓ delivered all 1,200 planned users',
    '! failed requests browse / detail: 3 timeouts',
  ]);
});

test('failures, missing users and a busy generator are reported in words', () => {
  const lines = reportLines(
    {
      ...passed,
      state: 'failed',
      failures: [
        { place: 'browse / list', message: 'p99 8.10ms is above 5ms' },
        { place: 'ramp', message: 'no sessions' },
      ],
      deliveries: [
        { phase: 'browse', planned: 1_200, started: 1_150, fraction: 0.9583 },
        { phase: 'ramp', planned: 100, started: 100, fraction: 1 },
      ],
      errors: [{ place: 'shard-0', message: 'out of memory' }],
      warnings: [{ message: 'the generator was the bottleneck in browse' }],
    },
    paint,
  );
  assert.equal(lines[0], 'shop  failed  run 12, 10s, 2 shards');
  assert.deepEqual(lines.slice(-6), [
    '✗ failed browse / list: p99 8.10ms is above 5ms',
    '✗ failed ramp: no sessions',
    '! delivered browse: 1,150 of 1,200 planned users (95.8 %)',
    '! failed requests browse / detail: 3 timeouts',
    '✗ error shard-0: out of memory',
    '! warning the generator was the bottleneck in browse',
  ]);
});

test('phases in which equally many users are missing share a line', () => {
  const phase = (name: string, started: number, isCancelled = false) => ({
    phase: name,
    planned: 3,
    started,
    fraction: started / 3,
    isCancelled,
  });
  const deliveries = [phase('a', 0), phase('b', 1), phase('c', 0), phase('d', 0, true)];
  const lines = reportLines({ ...passed, deliveries }, paint);
  assert.deepEqual(
    lines.filter((line) => line.includes('delivered')),
    [
      '! delivered a, c: 0 of 3 planned users (0 %)',
      '! delivered b: 1 of 3 planned users (33.3 %)',
      '! delivered d: 0 of 3 planned users (0 %), because a failure or a stop of the run cancelled this phase',
    ],
  );
});

test('a sentence with several places is one line, and an advice appears once after all failures that it fixes', () => {
  const advice = 'raise sharedConnections';
  const lines = reportLines(
    {
      ...passed,
      state: 'failed',
      failures: [
        { place: 'browse / list', message: 'requests waited 1 s', advice },
        { place: 'browse / detail', message: 'requests waited 2 s', advice },
        { place: 'ramp / list', message: 'requests waited 1 s', advice },
        { place: 'ramp', message: 'no sessions' },
      ],
      errors: [
        { place: 'shard-0', message: 'other side closed' },
        { place: 'shard-1', message: 'other side closed' },
      ],
    },
    paint,
  );
  assert.deepEqual(
    lines.filter((line) => /✗|try/.test(line)),
    [
      '✗ failed browse / list, ramp / list: requests waited 1 s',
      '✗ failed browse / detail: requests waited 2 s',
      '  try: raise sharedConnections',
      '✗ failed ramp: no sessions',
      '✗ error shard-0, shard-1: other side closed',
    ],
  );
});

test('an inconclusive run begins with its one diagnosis and what to try', () => {
  const reason =
    'this machine was too busy: users started 1.7 s late (25 % of the requests were sent in affected seconds)';
  const lines = reportLines(
    { ...passed, state: 'inconclusive', reason, advice: 'lower the rate' },
    paint,
    60,
  );
  assert.deepEqual(lines.slice(0, 5), [
    'shop  inconclusive  run 12, 10s, 2 shards',
    '  this machine was too busy: users started 1.7 s late (25 %',
    '  of the requests were sent in affected seconds)',
    '  try: lower the rate',
    '',
  ]);
});

test('a row without responses has a dash instead of a zero', () => {
  const nothing = {
    ...row,
    responses: 0,
    failed: 1_200,
    min: 0,
    mean: 0,
    p50: 0,
    p99: 0,
    max: 0,
    latenessP99: 0,
  };
  const { total: _, ...one } = passed;
  const [, , , line] = reportLines({ ...one, rows: [nothing] }, paint);
  assert.match(line ?? '', /^ {2}browse {2}list +1,200 +120\/s( +-){8} +1,200 +0$/);
});

test('a run without requests reports it instead of showing an empty table', () => {
  const lines = reportLines(
    {
      ...passed,
      state: 'incomplete',
      reason: 'no shard answered',
      rows: [],
      total: undefined,
      facts: [],
      deliveries: [],
    },
    paint,
  );
  assert.deepEqual(lines, [
    'shop  incomplete  run 12, 10s, 2 shards',
    '  no shard answered',
    '',
    '  No requests were measured.',
    '',
  ]);
});

test('everything fits the terminal: the table leaves out the less telling columns, sentences break between words', () => {
  const message = 'requests waited 120.3 ms for a free connection, 2.64 % of the time, the limit is 1 %';
  const reported: Report = {
    ...passed,
    failures: [{ place: 'browse / front page', message, advice: `${message}, or ${message}` }],
    warnings: [{ place: 'browse', message }],
  };
  for (const width of [40, 60, 80, 100, 120]) {
    const lines = reportLines(reported, paint, width);
    assert.ok(
      lines.every((line) => line.length <= width),
      lines.join('\n'),
    );
    const words = (of: readonly string[]): string => of.join(' ').replace(/\s+/g, ' ');
    assert.ok(words(lines).includes(`browse / front page: ${message}`));
  }
  assert.match(reportLines(reported, paint, 80)[2] ?? '', /p50 .* p99 .* max {2}failed/);
});

test('a row that warms up has a word for that, with and without colours', () => {
  const lines = reportLines(
    {
      ...passed,
      rows: [
        { ...row, isWarmup: true },
        { ...row, phase: 'real' },
      ],
    },
    paint,
  );
  assert.ok(
    lines.some((line) => /^ {2}browse \(warm-up\) +list /.test(line)),
    lines.join('\n'),
  );
  assert.ok(lines.some((line) => /^ {2}real +list /.test(line)));
});

test('requests with the same metric are distinguished, in rows and in failures', () => {
  const rows = [
    { ...row, request: 'GET /' },
    { ...row, request: 'GET /api/products' },
  ];
  const failures = [{ place: 'browse / list (GET /)', message: 'p99 8.10ms is above 5ms' }];
  const lines = reportLines({ ...passed, state: 'failed', rows, failures }, paint);
  for (const name of ['list (GET /) ', 'list (GET /api/products) '])
    assert.ok(
      lines.some((line) => line.includes(name)),
      lines.join('\n'),
    );
  assert.ok(lines.includes('✗ failed browse / list (GET /): p99 8.10ms is above 5ms'));
});

test('limits that nothing was measured for are listed', () => {
  const unjudged = [{ place: 'browse / buy', message: 'p99 below 5ms (no requests)' }];
  const expected = '! not judged browse / buy: p99 below 5ms (no requests)';
  assert.ok(reportLines({ ...passed, unjudged }, paint).includes(expected));
  assert.ok(verdictLines({ ...passed, unjudged }, paint).includes(expected));
});
