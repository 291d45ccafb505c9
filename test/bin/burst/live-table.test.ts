import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Look, progressTable } from '../../../bin/burst/live-table.ts';
import { phaseNews, progressLine, totalLine } from '../../../bin/burst/log-lines.ts';
import { watcherOn } from '../../../bin/burst/status-watchers.ts';
import { plain } from '../../../bin/terminal/control-characters.ts';
import { paintOf, unpainted } from '../../../bin/terminal/paint.ts';
import type { BurstStatus, PhaseStatus } from '../../../lib/api.generated.ts';
import { captured } from '../captured.ts';

const paint = unpainted;
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
    usersDuePerSec: 120,
    usersStartedPerSec: 118,
    latencyP50Ns: 2_000_000,
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

const look: Look = { now: startedAt + 2_500, since: startedAt - 4_000 };

test('a burst with costs shows them while it runs, together with the estimate', () => {
  const headOf = (cost?: BurstStatus['cost']): string =>
    plain(progressTable(cost === undefined ? status : { ...status, cost }, look, paint)[0] ?? '');
  const head = (price: string): string => `shop  running 2s${price}  burst b1`;
  assert.equal(headOf(), head(''));
  assert.equal(headOf({ charged: false, dollars: 3, estimate: 9 }), head(''));
  assert.equal(headOf({ charged: true, dollars: 0.034, estimate: 1.2 }), head(', $0.03 of about $1.20'));
  assert.equal(headOf({ charged: true, dollars: 0.001 }), head(', less than $0.01'));
});

test('a burst is a headline and a row for each phase', () => {
  assert.deepEqual(progressTable(status, look, paint), [
    'shop  running 2s  burst b1',
    '',
    '  phase      progress                   users     rate  in flight  sessions     p50     p99  late p99  requests  failed',
    '  ramp       ✓ done 3s                                                                                      312       3',
    '  browse     ━━━━──── 3s left    118 of 120/s    120/s          4        12  2.00ms  8.10ms     230µs       312       3',
    '  cool-down  · waiting 5s',
  ]);
});

test('when several phases are at work their sum is below, without percentiles, which do not add up', () => {
  const phases = [running, { ...running, name: 'buy', status: 'FINISHED' as const }, ended];
  assert.deepEqual(progressTable({ ...status, phases }, look, paint).slice(3), [
    '  browse  ━━━━──── 3s left     118 of 120/s    120/s          4        12  2.00ms  8.10ms     230µs       312       3',
    '  buy     ━━━━━━━━ last users  118 of 120/s    120/s          4        12  2.00ms  8.10ms     230µs       312       3',
    '  ramp    ✓ done 3s                                                                                       312       3',
    '  total                        236 of 240/s    239/s          8        24                                 936       9',
  ]);
  assert.equal(totalLine([running, ended], 6), undefined);
  assert.match(
    totalLine(phases, 6) ?? '',
    /^total {10,}239\/s {2}users 236 of 240\/s {4}in flight 8 +sessions 24 +failed 4\/s$/,
  );
});

test('each state of a phase has its word, and a phase without a duration the time since its start', () => {
  const display = (phase: Partial<PhaseStatus>): string =>
    /^ {2}browse {2}(.*?)(?: {3}|$)/.exec(
      progressTable({ ...status, phases: [{ ...running, live: undefined, ...phase }] }, look, paint)[3] ?? '',
    )?.[1] ?? '';
  const rows: readonly (readonly [Partial<PhaseStatus>, string])[] = [
    [{ status: 'SCHEDULED' }, '· starting 5s'],
    [{ status: 'CANCELLED' }, '– cancelled'],
    [{ failed: true }, '✗ failed'],
    [{ durationMs: undefined }, '▶ running 2s'],
    [{ durationMs: 2_000 }, '━━━━━━━━ 0ms left'],
    [{ durationMs: 3_600_000 }, '──────── 59m58s left'],
    [{ durationMs: undefined, status: 'TERMINATED' }, '✓ done'],
  ];
  for (const [phase, progress] of rows) assert.equal(display(phase), progress, JSON.stringify(phase));
});

test('users who come slower than they should are marked', () => {
  const colours = paintOf(true);
  const row = (usersStartedPerSec: number): string => {
    const live = { ...running.live!, usersStartedPerSec };
    return progressTable({ ...status, phases: [{ ...running, live }] }, look, colours)[3] ?? '';
  };
  assert.ok(row(107).includes(colours.yellow('107 of 120/s')));
  assert.ok(!row(108).includes(colours.yellow('108 of 120/s')));
});

test('long waits say what is waited for and how long that took so far', () => {
  const first: BurstStatus = { id: 'b1', benchmark: 'shop', state: 'planning', phases: [] };
  const rows: readonly (readonly [Partial<BurstStatus>, string])[] = [
    [
      {},
      'shop  planning 6s: connecting to the targets and dividing the load among load generators  burst b1',
    ],
    [
      { state: 'running', phases: [{ ...waiting, status: 'SCHEDULED' }] },
      'shop  running 6s: load generators start and connect to the targets  burst b1',
    ],
    [
      {
        state: 'running',
        startedAt,
        phases: [{ ...running, status: 'SCHEDULED', startsAt: startedAt + 9_900 }],
      },
      'shop  running 2s: users start in 8s  burst b1',
    ],
    [
      { state: 'running', startedAt, phases: [ended, waiting] },
      'shop  running 2s: waiting for the start of the next phase  burst b1',
    ],
    [
      { state: 'running', startedAt, phases: [ended] },
      'shop  running 2s: waiting for the reports of the last load generators  burst b1',
    ],
    [
      { state: 'merging', startedAt, phases: [ended] },
      'shop  merging 2s: adding up the measurements of the load generators  burst b1',
    ],
    [{ state: 'running', startedAt, phases: [ended, running] }, 'shop  running 2s  burst b1'],
  ];
  for (const [changed, head] of rows)
    assert.equal(progressTable({ ...first, ...changed }, look, paint)[0], head);
});

test('the titles are dim', () => {
  const colours = paintOf(true);
  const title = progressTable(status, look, colours)[2] ?? '';
  assert.equal(title, colours.dim(plain(title)));
});

test('on a narrow terminal the less telling columns leave, and no line is longer', () => {
  for (const [width, titles] of [
    [110, /progress +users +rate +in flight +sessions +p50 +p99 +requests +failed$/],
    [100, /progress +users +rate +in flight +p50 +p99 +requests +failed$/],
    [80, /progress +users +rate +p50 +p99 +failed$/],
    [60, /progress +rate +p99 +failed$/],
  ] as const) {
    const [head, _blank, ...lines] = progressTable(status, { ...look, width }, paint);
    assert.ok(head && lines.every((line) => line.length <= width), `${width}`);
    assert.match(lines[0] ?? '', titles);
  }
});

test('on a low terminal who is at work stays, then who comes next, and the others are counted', () => {
  const many = (count: number, phase: PhaseStatus): PhaseStatus[] =>
    Array.from({ length: count }, (_, at) => ({ ...phase, name: `${phase.name}${at}` }));
  const phases = [...many(20, ended), ...many(3, running), ...many(30, { ...waiting, name: 'later' })];
  const lines = progressTable({ ...status, phases }, { ...look, height: 14 }, paint);
  assert.equal(lines.length, 13);
  assert.deepEqual(
    lines.slice(3, -2).map((line) => line.trim().split(' ')[0]),
    ['browse0', 'browse1', 'browse2', 'later0', 'later1', 'later2', 'later3', 'later4'],
  );
  assert.equal(lines.at(-1), '  20 phases more ended, 25 phases more to come');
  const over = progressTable({ ...status, phases: many(20, ended) }, { ...look, height: 10 }, paint);
  assert.match(over[3] ?? '', /ramp16/, 'who ended last');
  assert.ok(
    progressTable({ ...status, phases }, { ...look, height: 2 }, paint).some((line) => /browse0/.test(line)),
  );
});

test('in a log a phase and second is one line', () => {
  assert.equal(
    progressLine(running, 9),
    'browse        3s      120/s  users 118 of 120/s    in flight 4      sessions 12     p50 2.00ms   p99 8.10ms   late p99 230µs    failed 2/s',
  );
  assert.equal(progressLine(waiting, 9), undefined);
});

test('in a log each change of a phase is reported once', () => {
  assert.equal(phaseNews(undefined, waiting), undefined);
  assert.equal(phaseNews(waiting, running), 'phase started, lasts 5s');
  assert.equal(phaseNews(running, running), undefined);
  assert.equal(phaseNews(running, { ...ended, name: 'browse' }), 'phase ended: 312 requests');
  // A phase without own arrivals covers forks or iterations, whose lines show the requests.
  const covering = { ...waiting, expectedArrivals: 0, status: 'TERMINATED' } as const;
  assert.equal(phaseNews(running, covering), 'phase ended');
  assert.equal(phaseNews(running, { ...running, failed: true, failure: 'SLA' }), 'phase failed: SLA');
  assert.equal(phaseNews(waiting, { ...waiting, status: 'CANCELLED' }), 'phase cancelled');
});

test('a log reports a wait when it begins, each second of the first ten, and every ten seconds; and each second of several phases with its sum', () => {
  let now = startedAt;
  const { terminal, text } = captured();
  const watch = watcherOn(terminal, () => now);
  const planned: BurstStatus = { id: 'b1', benchmark: 'shop', state: 'planning', phases: [] };
  for (; now < startedAt + 21_000; now += 500) watch(planned);
  const at = (...seconds: readonly number[]): PhaseStatus[] =>
    seconds.map((second, index) => {
      return { ...running, name: index === 0 ? 'one' : 'two', live: { ...running.live!, second } };
    });
  const atWork = (phases: PhaseStatus[]): BurstStatus => ({
    ...planned,
    state: 'running',
    startedAt,
    phases,
  });
  // The seconds of two phases end at different times. Their sum is printed once for both.
  for (const seconds of [at(0, 0), at(0, 0), at(1, 0), at(1, 1)]) {
    watch(atWork(seconds));
    now += 400;
  }
  const reported = text()
    .trim()
    .split('\n')
    .map((line) => line.replace(/ {2,}.*/, ''));
  assert.deepEqual(reported, [
    ...Array(11).fill(
      'shop: planning: connecting to the targets and dividing the load among load generators, burst b1',
    ),
    'shop: running, burst b1',
    ...['one', 'one', 'two', 'two', 'total'],
    ...['one', 'two', 'total'],
  ]);
});
