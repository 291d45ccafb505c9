import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RunDocument, runDocument } from '../../../lib/driver/run/document.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { csv } from '../../../lib/report/formats/csv/csv.ts';
import { mergedOf, phaseOf, planOf, recordOf, t0 } from '../../driver/run/records.ts';
import { rowsFrom } from '../../driver/statistics/rows.ts';

const times = 'Requests,Responses,Mean,StdDev,Min,p50.0,p90.0,p99.0,p99.9,p99.99,Max';
const errors = 'ConnectionErrors,RequestTimeouts,InternalErrors,Invalid,BlockedTime';
const counted =
  'bytes.received,bytes.sent,http.2xx,http.3xx,http.4xx,http.5xx,http.CacheHits,http.OtherStatus';

async function filesOf(run: RunDocument): Promise<ReadonlyMap<string, string>> {
  const files = await csv.write(run);
  assert.ok(Array.isArray(files));
  assert.equal(new Set(files.map(({ name }) => name.toLowerCase())).size, files.length);
  return new Map(files.map(({ name, text }) => [name, text]));
}

/** The cells of each line, by the rules of RFC 4180. */
function cellsOf(text = ''): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') rows.push([]);
  }
  assert.deepEqual(rows.pop(), []);
  return rows;
}

/** A run of one request with these names. */
function named({ phase = 'main', metrics = ['browse'] }: { phase?: string; metrics?: readonly string[] }) {
  const merged = mergedOf(phase, [{}]);
  const rows = rowsFrom(
    metrics.flatMap((metric) => listRows(merged.rows).map((row) => ({ ...row, metric }))),
  );
  const [run] = recordOf().phases;
  assert.ok(run);
  const plan = planOf([phaseOf(phase, { kind: 'constantRate', usersPerSec: 2, variance: false })]);
  return runDocument(recordOf({ plan, phases: [{ ...run, merged: { ...merged, phase, rows } }] }));
}

test('row 138: total.csv has exactly the header of the original', async () => {
  const none = await filesOf({ ...runDocument(recordOf()), stats: [] });
  assert.equal(none.get('total.csv'), `Phase,Metric,Start,End,${times},${errors},MinSessions,MaxSessions\n`);
  const [header] = (await filesOf(runDocument(recordOf()))).get('total.csv')?.split('\n') ?? [];
  assert.equal(header, `Phase,Metric,Start,End,${times},${errors},${counted},MinSessions,MaxSessions`);
});

test('resent requests have a column, which is missing without any', async () => {
  const run = runDocument(recordOf());
  const [entry] = run.stats;
  assert.ok(entry);
  entry.total.summary.extensions.http.resent = 9;
  const [header = [], line = []] = cellsOf((await filesOf(run)).get('total.csv'));
  assert.equal(line[header.indexOf('http.Resent')], '9');
});

test('a counter has its column, also when its name is that of a member of every object', async () => {
  const run = runDocument(recordOf());
  const stats = run.stats.map((entry) => {
    const extensions = {
      ...entry.total.summary.extensions,
      countHeaders: { '@type': 'counters', constructor: 7 },
    };
    return { ...entry, total: { ...entry.total, summary: { ...entry.total.summary, extensions } } };
  });
  const [header = '', line = ''] = (await filesOf({ ...run, stats })).get('total.csv')?.split('\n') ?? [];
  assert.equal(line.split(',')[header.split(',').indexOf('countHeaders.constructor')], '7');
});

test('total.csv has a line for each metric, in the units of the run document', async () => {
  const run = runDocument(recordOf());
  const [, line] = cellsOf((await filesOf(run)).get('total.csv'));
  const [stats] = run.stats;
  assert.ok(stats);
  const { summary, minSessions, maxSessions } = stats.total;
  const { percentileResponseTime: percentiles } = summary;
  assert.deepEqual(line, [
    ...['main', 'browse', `${t0}`, `${t0 + 20_000}`, '20', '20'],
    ...[summary.meanResponseTime, summary.stdDevResponseTime, summary.minResponseTime].map(String),
    ...(['50.0', '90.0', '99.0', '99.9', '99.99'] as const).map((name) => String(percentiles[name])),
    ...[`${summary.maxResponseTime}`, '0', '0', '0', '0', '0'],
    ...['2000', '0', '20', '0', '0', '0', '0', '0'],
    ...[`${minSessions}`, `${maxSessions}`],
  ]);
});

test('each metric has a histogram as HdrHistogram prints it, in milliseconds, and a series of seconds', async () => {
  const files = await filesOf(runDocument(recordOf()));
  const [header, first, ...rest] = files.get('main.browse.0.histogram.csv')?.trimEnd().split('\n') ?? [];
  assert.equal(header, '"Value","Percentile","TotalCount","1/(1-Percentile)"');
  assert.match(first ?? '', /^100\d\.\d\d,0\.000000000000,10,1\.00$/);
  assert.match(rest.at(-1) ?? '', /^20\d\d\.\d\d,1\.000000000000,20,Infinity$/);
  const [seriesHeader, ...series] = cellsOf(files.get('main.browse.0.series.csv'));
  assert.equal(seriesHeader?.join(','), `Start,End,${times},${errors},${counted}`);
  assert.deepEqual(
    series.map(([start, end, requests]) => [start, end, requests]),
    Array.from({ length: 10 }, (_, at) => [`${t0 + at * 1000}`, `${t0 + at * 1000 + 1000}`, '2']),
  );
});

test('each shard has a file of totals and one of each series, and sessions, connections and processors have theirs', async () => {
  const run = runDocument(recordOf());
  const connections = { 'http://a:80': { 'HTTP 1.x': [{ timestamp: t0, agent: 'all', min: 1, max: 4 }] } };
  const files = await filesOf({ ...run, connections });
  const [header, line] = files.get('agent.shard-1.csv')?.split('\n') ?? [];
  assert.equal(header, `Phase,Metric,Start,End,${times},${errors},${counted},MinSessions,MaxSessions`);
  assert.match(line ?? '', /^main,browse,\d+,\d+,10,10,/);
  assert.equal(cellsOf(files.get('main.browse.0.agent.shard-1.series.csv')).length, 11);
  assert.equal(files.get('main.browse.0.agent.shard-1.histogram.csv')?.split(',').at(-1), 'Infinity\n');
  const [sessions] = run.sessions[0]?.sessions ?? [];
  assert.deepEqual(cellsOf(files.get('main.sessions.csv')).slice(0, 2), [
    ['Timestamp', 'Agent', 'MinSessions', 'MaxSessions'],
    [`${t0}`, sessions?.agent, `${sessions?.minSessions}`, `${sessions?.maxSessions}`],
  ]);
  assert.equal(
    files.get('http___a_80.HTTP 1.x.connections.csv'),
    `Timestamp,Agent,MinConnections,MaxConnections\n${t0},all,1,4\n`,
  );
  assert.equal(files.get('agentCpu.csv'), 'phase,shard-0,shard-1\nmain,2.5 %,2.5 %\n');
});

test('failures.csv has the broken limits with the counts of their verdicts', async () => {
  const document = recordOf({}, [{ limits: [[0.9, 1]] }]);
  const run = runDocument(document);
  const [failure] = run.failures;
  assert.ok(failure, 'a limit is broken');
  const [header, line] = cellsOf((await filesOf(run)).get('failures.csv'));
  assert.equal(header?.join(','), `Phase,Metric,Message,Start,End,${times},${errors}`);
  assert.deepEqual(line?.slice(0, 7), [
    ...['main', 'browse', failure.message, `${failure.start}`, `${failure.end}`],
    ...['20', '20'],
  ]);
  assert.equal(line?.[10], `${failure.percentileResponseTime['50.0']}`);
  assert.equal(line?.length, header?.length);
});

test('names with commas, quotes and line breaks stay in their cells', async () => {
  const metric = 'a "b",\nc';
  const [, line] = cellsOf((await filesOf(named({ metrics: [metric] }))).get('total.csv'));
  assert.equal(line?.[1], metric);
});

test('a name that a spreadsheet would run as a formula is a text for it', async () => {
  for (const metric of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '\n=1', '＝1+1', '＠A1'])
    assert.equal(
      cellsOf((await filesOf(named({ metrics: [metric] }))).get('total.csv'))[1]?.[1],
      `'${metric}`,
    );
});

test('a semicolon or a tab, which some spreadsheets take for a separator, begins no cell', async () => {
  for (const metric of ['a;=1+1', 'a\t=1+1'])
    assert.ok(
      (await filesOf(named({ metrics: [metric] }))).get('total.csv')?.includes(`,"${metric}",`),
      metric,
    );
});

test('names become names of files that no file system refuses and that do not meet', async () => {
  const metrics = [
    'GET /a',
    'GET _a',
    'get _A',
    'x'.repeat(400),
    'ü'.repeat(200),
    '../..\\:*?"<>|\n',
    '\u009b2J\u202evsc.exe',
  ];
  const files = await filesOf(named({ phase: 'ramp/0/fork', metrics }));
  const own = [...files.keys()].filter((name) => name.endsWith('.series.csv') && !name.includes('.agent.'));
  assert.equal(own.length, metrics.length);
  assert.ok(own.includes('ramp_0_fork.GET _a.0.series.csv'));
  assert.ok(own.includes('ramp_0_fork.GET _a.0~2.series.csv'));
  for (const name of files.keys()) {
    assert.ok(Buffer.byteLength(name) <= 255, name);
    assert.doesNotMatch(name, /[\\/:*?"<>|\p{Cc}\p{Cf}]/u);
  }
});
