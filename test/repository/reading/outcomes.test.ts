import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunOutcome } from '../../../lib/api.generated.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { lastRuns } from '../../../lib/repository/reading/outcomes/last-runs.ts';
import { outcomeLimits } from '../../../lib/repository/reading/outcomes/limits.ts';
import { openChangeCounts } from '../../../lib/repository/reading/outcomes/open-changes.ts';
import { runTrend } from '../../../lib/repository/reading/outcomes/run-trend.ts';
import { testOutcomes } from '../../../lib/repository/reading/outcomes/test-outcomes.ts';
import { type Change, putChange } from '../../../lib/repository/records/alerting/changes.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { openMemoryTable } from '../memory-table.ts';
import { runRow } from '../run-row.ts';

/** Trends and summaries of tests read only rows, and each test costs a limited number of reads. */

const ada: Principal = { keyId: 1, user: 'ada', role: 'user' };

/** Opens a repository with a test and these runs, and records the reads. */
async function world(rows: readonly RunRow[]) {
  const table = openMemoryTable();
  const read = { calls: 0, items: 0 };
  const counted =
    <Asked extends readonly unknown[], Found>(
      act: (...requested: Asked) => Promise<Found>,
      count: (found: Found) => number,
    ) =>
    async (...requested: Asked): Promise<Found> => {
      const found = await act(...requested);
      read.calls += 1;
      read.items += count(found);
      return found;
    };
  const repository = openRepository({
    ...table,
    get: counted(table.get, () => 1),
    getMany: counted(table.getMany, (found) => found.length),
    page: counted(table.page, ({ items }) => items.length),
  });
  for (const row of rows) assert.ok(await repository.runs.insert(row));
  Object.assign(read, { calls: 0, items: 0 });
  return { repository, table, read };
}

const metric = (name: string, p99: number) => ({
  phase: 'main',
  metric: name,
  requests: 500,
  failed: 2,
  p50: 1,
  p99,
});
const outcome = (more: Partial<RunOutcome> = {}): RunOutcome => ({
  state: 'passed',
  benchmark: 'shop',
  requests: 1000,
  requestsPerSec: 100,
  latencyNsP99: 7,
  ...more,
});
/** The row of a run that took ten seconds. */
const run = (id: number, more: Partial<RunRow> = {}): RunRow =>
  runRow(id, { start: id * 100, stop: id * 100 + 10_000, ...more });

test('a trend has a value for each run, and null where a row lacks it', async () => {
  const { repository } = await world([
    run(1),
    run(2, { outcome: outcome() }),
    run(3, {
      outcome: outcome({
        state: 'failed',
        failed: 4,
        latencyNsP50: 3,
        definition: 'abc',
        metrics: [metric('home', 9), metric('cart', 8)],
      }),
    }),
    run(4, { outcome: outcome({ metrics: [metric('home', 10)] }) }),
    run(5, { trashed: true }),
    run(6, { owner: 'eve-team' }),
  ]);
  const { series, ...runs } = await runTrend(repository, ada, 1, { last: 10 });
  assert.deepEqual(runs, {
    id: [1, 2, 3, 4],
    start: [100, 200, 300, 400],
    state: [null, 'passed', 'failed', 'passed'],
    definition: [null, null, 'abc', null],
    metricsLeft: 0,
    more: false,
  });
  assert.deepEqual(series, [
    {
      phase: null,
      metric: null,
      requests: [null, 1000, 1000, 1000],
      failed: [null, null, 4, null],
      rate: [null, 100, 100, 100],
      p50: [null, null, 3, null],
      p99: [null, 7, 7, 7],
    },
    {
      phase: 'main',
      metric: 'home',
      requests: [null, null, 500, 500],
      failed: [null, null, 2, 2],
      rate: [null, null, 50, 50],
      p50: [null, null, 1, 1],
      p99: [null, null, 9, 10],
    },
    {
      phase: 'main',
      metric: 'cart',
      requests: [null, null, 500, null],
      failed: [null, null, 2, null],
      rate: [null, null, 50, null],
      p50: [null, null, 1, null],
      p99: [null, null, 8, null],
    },
  ]);
});

test('a metric of two phases has two series', async () => {
  const metrics = [metric('home', 9), { ...metric('home', 8), phase: 'peak' }];
  const { repository } = await world([run(1, { outcome: outcome({ metrics }) })]);
  const { series } = await runTrend(repository, ada, 1, { last: 10 });
  assert.deepEqual(
    series.map(({ phase, p99 }) => [phase, p99]),
    [
      [null, [7]],
      ['main', [9]],
      ['peak', [8]],
    ],
  );
});

test('a trend of names that differ in each run is cut, and counts what it leaves out', async () => {
  const rows = Array.from({ length: 10 }, (_, at) =>
    run(at + 1, {
      outcome: outcome({ metrics: [0, 1, 2].map((n) => metric(`m${at}.${n}`, 1)) }),
    }),
  );
  const { repository } = await world(rows);
  const { series, metricsLeft } = await runTrend(repository, ada, 1, { last: 10 });
  assert.deepEqual(
    [series.length, metricsLeft],
    [1 + outcomeLimits.trendMetricsMax, 30 - outcomeLimits.trendMetricsMax],
  );
});

test('the last runs are one page of reads, whatever the number of runs, and a time bounds them', async () => {
  for (const count of [50, 400]) {
    const { repository, read } = await world(Array.from({ length: count }, (_, at) => run(at + 1)));
    const { runs, more } = await lastRuns(repository, ada, 1, { last: 30 });
    assert.deepEqual([runs[0]?.id, runs.at(-1)?.id, runs.length, more], [count - 29, count, 30, true]);
    assert.deepEqual(read, { calls: 1, items: 31 });
    const some = await lastRuns(repository, ada, 1, { last: 30, from: 500, to: 900 });
    assert.deepEqual([some.runs.map(({ id }) => id), some.more], [[5, 6, 7, 8], false]);
    assert.deepEqual(read, { calls: 2, items: 35 });
  }
});

test('hidden runs cost further pages, up to a bound', async () => {
  const hidden = Array.from({ length: 300 }, (_, at) => run(at + 2, { owner: 'eve-team' }));
  const { repository, read } = await world([run(1), ...hidden]);
  const { runs, more } = await lastRuns(repository, ada, 1, { last: 99 });
  assert.deepEqual([runs.map(({ id }) => id), more], [[1], false]);
  assert.ok(read.items <= outcomeLimits.lastRunsRowsMax);
});

const level = { count: 1, mean: 1, min: 1, max: 1 } as unknown as Change['after'];
const change = (id: number, more: Partial<Change> = {}): Change => ({
  id,
  variableId: 1,
  testId: 1,
  fingerprint: '{}',
  datasetId: 1,
  runId: 1,
  ordinal: 0,
  timestamp: id,
  foundAt: 0,
  confirmed: false,
  description: '',
  model: 'relativeDifference' as Change['model'],
  after: level,
  explanation: '',
  ...more,
});

test('open changes are those that no user has judged, at runs that the caller may see', async () => {
  const { repository, table } = await world([run(1), run(2, { owner: 'eve-team' })]);
  const changes = [
    change(1),
    change(2, { confirmed: true }),
    change(3, { dismissed: true }),
    change(4, { faded: true }),
    change(5, { runId: 2 }),
    change(6, { variableId: 2 }),
    change(7, { testId: 2 }),
    change(8, { testId: 3 }),
  ];
  for (const each of changes) await table.write(putChange(each, 'absent'));
  const counts = (...tests: number[]) => openChangeCounts(repository, ada, new Set(tests));
  assert.deepEqual(
    await counts(1, 2),
    new Map([
      [2, 1],
      [1, 2],
    ]),
  );
  // Changes that an earlier release stored have no test and no state.
  for (const { id, variableId } of changes)
    await table.write([{ put: { ...repositoryKey.changePlace(id), variableId } }]);
  assert.deepEqual(
    await counts(1, 2),
    new Map([
      [2, 1],
      [1, 2],
    ]),
  );
});

test('a summary costs one page a test, and the open changes of all tests a bounded number of reads', async () => {
  const costs: unknown[] = [];
  for (const count of [120, 240]) {
    const { repository, table, read } = await world(
      Array.from({ length: count }, (_, at) => run(at + 1, { outcome: outcome() })),
    );
    for (let id = 1; id <= count; id += 1)
      await table.write(putChange(change(id, { confirmed: id > 110 }), 'absent'));
    Object.assign(read, { calls: 0, items: 0 });
    const [found, none] = await testOutcomes(repository, ada, [1, 2], 30);
    assert.deepEqual([found?.openChanges, none?.openChanges], [outcomeLimits.openChangesMax, 0]);
    assert.deepEqual(found?.newest, outcome());
    assert.deepEqual(found?.outcomes?.at(-1), { id: count, start: count * 100, state: 'passed', p99: 7 });
    assert.deepEqual([found?.outcomes?.length, none?.outcomes], [30, []]);
    costs.push(read.calls);
  }
  // The five reads are the runs of two tests, the list of changes, the open changes, and their runs.
  assert.deepEqual(costs, [5, 5]);
});
