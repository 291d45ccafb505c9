import assert from 'node:assert/strict';
import { test } from 'node:test';
import pico from 'picocolors';
import { type Report, reportLines } from '../../bin/terminal/report.ts';

const paint = pico.createColors(false);

const row = {
  phase: 'browse',
  metric: 'list',
  isWarmup: false,
  requests: 1_200,
  perSec: 119.9,
  mean: 1_234_567,
  p50: 1_100_000,
  p90: 2_000_000,
  p99: 8_100_000,
  p999: 12_300_000,
  max: 45_000_000,
  errors: 0,
  latenessP99: 230_000,
};

const passed: Report = {
  benchmark: 'shop',
  state: 'passed',
  runId: 12,
  lastedMs: 10_040,
  shards: 2,
  rows: [row, { ...row, metric: 'detail', requests: 600, errors: 3, troubles: '3 timeouts' }],
  failures: [],
  deliveries: [{ phase: 'browse', planned: 1_200, started: 1_200, fraction: 1 }],
  errors: [],
  warnings: [],
};

test('a report is a headline, a row for each phase and metric, and what was delivered', () => {
  assert.deepEqual(reportLines(passed, paint), [
    'shop  passed  run 12, 10s, 2 shards',
    '',
    '  phase   metric  requests   rate    mean     p50     p90     p99   p99.9     max  errors  late p99',
    '  browse  list       1,200  120/s  1.23ms  1.10ms  2.00ms  8.10ms  12.3ms  45.0ms       0     230µs',
    '          detail       600  120/s  1.23ms  1.10ms  2.00ms  8.10ms  12.3ms  45.0ms       3     230µs',
    '',
    '✓ delivered all 1,200 planned users',
    '! errors browse / detail: 3 timeouts',
  ]);
});

test('failures, missing users and a busy generator are said in words', () => {
  const lines = reportLines(
    {
      ...passed,
      state: 'failed',
      failures: [
        { phase: 'browse', metric: 'list', message: 'p99 8.10ms is above 5ms' },
        { phase: 'ramp', message: 'no sessions' },
      ],
      deliveries: [
        { phase: 'browse', planned: 1_200, started: 1_150, fraction: 0.9583 },
        { phase: 'ramp', planned: 100, started: 100, fraction: 1 },
      ],
      errors: ['shard-0: out of memory'],
      warnings: ['the generator was the bottleneck in browse'],
    },
    paint,
  );
  assert.deepEqual(lines.slice(-6), [
    '✗ failed browse / list: p99 8.10ms is above 5ms',
    '✗ failed ramp: no sessions',
    '! delivered browse: 1,150 of 1,200 planned users (95.8%)',
    '! errors browse / detail: 3 timeouts',
    '✗ error shard-0: out of memory',
    '! warning the generator was the bottleneck in browse',
  ]);
});

test('a run without requests says so instead of showing an empty table', () => {
  const lines = reportLines(
    { ...passed, state: 'incomplete', reason: 'no shard answered', rows: [], deliveries: [] },
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

test('the table fits 80 columns by leaving out the less telling ones', () => {
  const lines = reportLines(passed, paint, 80);
  assert.ok(lines.every((line) => line.length <= 80));
  assert.match(lines[2] ?? '', /p50 .* p99 .* max {2}errors/);
});
