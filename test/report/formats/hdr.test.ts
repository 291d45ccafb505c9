import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HistogramLogReader, type Histogram as LibraryHistogram, listTags } from 'hdr-histogram-js';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { histogramLog } from '../../../lib/driver/run/histogram-log.ts';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { hdr } from '../../../lib/report/formats/hdr.ts';
import { mergedOf, recordOf, t0 } from '../../driver/run/records.ts';
import { rowsFrom } from '../../driver/statistics/rows.ts';

/** All rows of a log, as HdrHistogram's own reader reads them. */
function rowsOf(log: string): readonly LibraryHistogram[] {
  const reader = new HistogramLogReader(log, 64);
  const rows: LibraryHistogram[] = [];
  for (let row = reader.nextIntervalHistogram(); row !== null; row = reader.nextIntervalHistogram())
    rows.push(row as LibraryHistogram);
  return rows;
}

/** A copy of the usual record, in which each of these metrics has the rows of `browse`. */
function recordWith(metrics: readonly { readonly metric: string; readonly step: number }[]) {
  const record = recordOf();
  const [phase] = record.phases;
  assert.ok(phase?.merged);
  const { merged } = phase;
  const rows = rowsFrom(metrics.flatMap((each) => listRows(merged.rows).map((row) => ({ ...row, ...each }))));
  return { ...record, phases: [{ ...phase, merged: { ...merged, rows } }] };
}

test("HdrHistogram's log reader finds every second of every metric, in its place and with its values", () => {
  const log = histogramLog(recordOf());
  assert.deepEqual(listTags(log), ['main.browse', 'main.browse:service', 'main.browse:lateness']);
  const rows = rowsOf(log).filter(({ tag }) => tag === 'main.browse');
  const expected = listRows(mergedOf('main', [{}, {}]).rows);
  assert.deepEqual(
    rows.map(({ startTimeStampMsec, endTimeStampMsec }) => [startTimeStampMsec, endTimeStampMsec]),
    expected.map(({ second }) => [t0 + second * 1000, t0 + (second + 1) * 1000]),
  );
  for (const [at, row] of rows.entries()) {
    const own = toLibrary(Histogram.decode(expected[at]?.latency ?? ''));
    assert.deepEqual([row.totalCount, row.maxValue, row.mean], [2, own.maxValue, own.mean]);
  }
});

test('the head is that of format 1.3, starts are in order, and maxima are milliseconds', () => {
  const lines = histogramLog(recordOf()).trimEnd().split('\n');
  assert.deepEqual(lines.slice(1, 5), [
    '#[Histogram log format version 1.3]',
    `#[StartTime: 1789999995.000 (seconds since epoch), ${new Date(t0 - 5000).toISOString()}]`,
    '#[BaseTime: 1789999995.000 (seconds since epoch)]',
    '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
  ]);
  const rows = lines.slice(5).map((line) => line.split(','));
  assert.ok(rows.every((cells) => cells.length === 5));
  const starts = rows.map(([, start]) => Number(start));
  assert.deepEqual(
    starts,
    starts.toSorted((one, other) => one - other),
  );
  const [tag, start, length, max, text] = rows[0] ?? [];
  assert.deepEqual([tag, start, length], ['Tag=main.browse', '5.000', '1.000']);
  assert.ok(Math.abs(Number(max) - 2000) < 16, `${max}`);
  assert.match(text ?? '', /^HISTFAAAA/);
});

test('the document alone gives the whole of each phase, and adds up to its seconds', async () => {
  const record = recordOf();
  const totals = rowsOf(String(await hdr.write(runDocument(record))));
  const seconds = rowsOf(histogramLog(record));
  for (const total of totals) {
    const sum = new Map<number, number>();
    for (const second of seconds.filter(({ tag }) => tag === total.tag))
      for (const { value, count } of countsOf(second)) sum.set(value, (sum.get(value) ?? 0) + count);
    assert.deepEqual(new Map(countsOf(total).map(({ value, count }) => [value, count])), sum);
  }
  assert.deepEqual(
    totals.map(({ tag, startTimeStampMsec, endTimeStampMsec }) => [
      tag,
      startTimeStampMsec,
      endTimeStampMsec,
    ]),
    ['', ':service', ':lateness'].map((kind) => [`main.browse${kind}`, t0, t0 + 20_000]),
  );
});

function countsOf(histogram: LibraryHistogram) {
  const iterator = (histogram as ReturnType<typeof toLibrary>).recordedValuesIterator;
  iterator.reset();
  const counts: { value: number; count: number }[] = [];
  while (iterator.hasNext()) {
    const { valueIteratedTo: value, countAtValueIteratedTo: count } = iterator.next();
    counts.push({ value, count });
  }
  return counts;
}

test('the log of a stored run is written as it is', async () => {
  assert.equal(await hdr.write(runDocument(recordOf()), 'the log'), 'the log');
});

test('tags have neither commas nor spaces, and two metrics never share one', () => {
  const metrics = ['GET /a,b c', 'GET_/a_b_c', 'GET\n/a,b,c'].map((metric) => ({ metric, step: 0 }));
  const log = histogramLog(recordWith([...metrics, { metric: 'GET_/a_b_c', step: 7 }]));
  const tags = listTags(log).filter((tag) => !tag.includes(':'));
  assert.deepEqual(tags.toSorted(), [
    'main.GET_/a_b_c',
    'main.GET_/a_b_c.0',
    'main.GET_/a_b_c.0~2',
    'main.GET_/a_b_c.7',
  ]);
});

test("the latency has a tag of its own if response times exclude the generator's delay", () => {
  const tally = new Tally();
  tally.recordLatency(2_000_000);
  tally.recordUncompensated(1_000_000);
  const [row] = listRows(mergedOf('main', [{}]).rows);
  assert.ok(row);
  const { latency, uncompensated } = tally.encode();
  const record = recordWith([{ metric: 'browse', step: 0 }]);
  const [phase] = record.phases;
  assert.ok(phase);
  const one = { ...row, latency, service: undefined, lateness: undefined, uncompensated };
  const { service: _, lateness: __, ...rest } = one;
  const rows = rowsFrom([rest as typeof row]);
  const log = histogramLog({ ...record, phases: [{ ...phase, merged: { ...phase.merged, rows } }] });
  const maxima = rowsOf(log).map(({ tag, maxValue }) => [tag, Math.round(maxValue / 1e5) / 10]);
  assert.deepEqual(maxima, [
    ['main.browse', 1],
    ['main.browse:latency', 2],
  ]);
});
