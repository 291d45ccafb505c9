import assert from 'node:assert/strict';
import { test } from 'node:test';
import pico from 'picocolors';
import { phaseNews, progressLine, progressTable } from '../../../bin/burst/progress.ts';
import { plain } from '../../../bin/terminal/terminal.ts';
import type { BurstStatus, PhaseStatus } from '../../../lib/api.generated.ts';

const paint = pico.createColors(false);
const startedAt = Date.UTC(2026, 4, 4);

const waiting: PhaseStatus = {
  name: 'browse',
  status: 'NOT_STARTED',
  durationMs: 5_000,
  isWarmup: false,
  failed: false,
  expectedArrivals: 600,
  totals: { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 },
};

const running: PhaseStatus = {
  ...waiting,
  status: 'RUNNING',
  startsAt: startedAt,
  totals: { requests: 312, responses: 310, failed: 3, errors: 2, invalid: 3 },
  live: {
    second: 2,
    requestsPerSec: 119.7,
    responsesPerSec: 119,
    failedPerSec: 2,
    errorsPerSec: 1,
    inFlight: 4,
    sessions: 12,
    latencyP99Ns: 8_100_000,
    latenessP99Ns: 230_000,
  },
};

const ended: PhaseStatus = {
  ...running,
  name: 'ramp',
  status: 'TERMINATED',
  durationMs: 3_000,
  live: undefined,
};
const status: BurstStatus = {
  id: 'b1',
  benchmark: 'shop',
  state: 'running',
  startedAt,
  phases: [ended, running, { ...waiting, name: 'cool-down' }],
};

test('a burst is a headline and a row for each phase', () => {
  assert.deepEqual(progressTable(status, startedAt + 2_500, paint), [
    'shop  running 2s  burst b1',
    '',
    '  phase      state        time                requests     rate  in flight  sessions     p99  late p99  failed',
    '  ramp       ✓ done       ━━━━━━━━━━ 3s            312                                                       3',
    '  browse     ▶ running    ━━━━━───── 2s/5s         312    120/s          4        12  8.10ms     230µs       3',
    '  cool-down  · waiting    ────────── 5s',
  ]);
});

test('the titles are dim', () => {
  const colours = pico.createColors(true);
  const title = progressTable(status, startedAt, colours)[2] ?? '';
  assert.equal(title, colours.dim(plain(title)));
});

test('on 80 columns the less telling columns leave and no line is longer', () => {
  const lines = progressTable(status, startedAt + 2_500, paint, 80);
  assert.ok(lines.every((line) => line.length <= 80));
  assert.match(lines[2] ?? '', /requests +rate .* p99 .*failed$/);
});

test('in a log a phase and second is one line', () => {
  assert.equal(
    progressLine(running, 9),
    'browse        3s      120/s  in flight 4      sessions 12     p99 8.10ms   late p99 230µs    failed 2/s',
  );
  assert.equal(progressLine(waiting, 9), undefined);
});

test('in a log each change of a phase is told once', () => {
  assert.equal(phaseNews(undefined, waiting), undefined);
  assert.equal(phaseNews(waiting, running), 'started for 5s');
  assert.equal(phaseNews(running, running), undefined);
  assert.equal(phaseNews(running, { ...ended, name: 'browse' }), 'ended: 312 requests');
  assert.equal(phaseNews(running, { ...running, failed: true, failure: 'SLA' }), 'failed: SLA');
  assert.equal(phaseNews(waiting, { ...waiting, status: 'CANCELLED' }), 'cancelled');
});
