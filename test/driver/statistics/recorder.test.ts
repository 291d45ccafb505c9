import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import type { Row, Rows } from '../../../lib/driver/statistics/partial.ts';
import { recording } from '../../../lib/driver/statistics/recording/limits.ts';
import type { LiveSlice } from '../../../lib/driver/statistics/recording/live-slice.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { mergeRows } from '../../../lib/driver/statistics/statistics.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { joinRows } from '../../../lib/driver/statistics/wire/rows.ts';
import { countsOf, histogramOf } from './histograms/values.ts';
import { completed, type Observation, record } from './partials.ts';

const requestsAt = (rows: readonly Row[]): [number, number][] =>
  rows.map(({ second, counters }) => [second, counters.requests]);

const observe = (second: number, latencyNs = 1e6): Observation => ({
  metric: 'browse',
  step: 0,
  second,
  latencyNs,
  valid: true,
});

test('row 135: counts per second are right with gaps, single entries, hour-long gaps and where memory grows', () => {
  const table: readonly (readonly number[])[] = [
    [0],
    [0, 1, 2],
    [5],
    [3, 3, 4, 9],
    [0, 3600],
    [7, 7200, 7200, 14_400],
    ...[15, 16, 17, 31, 32, 33, 63, 64, 65].map((count) =>
      Array.from({ length: count }, (_, second) => second),
    ),
    [9, 8, 7, 8, 9],
    [15, 16, 17, 31, 32, 33, 63, 64, 65].flatMap((second) => Array.from({ length: second }, () => second)),
    Array.from({ length: 49 }, (_, at) => 2 * at + 2).flatMap((second) =>
      Array.from({ length: second }, () => second),
    ),
    [1, 3600, 3600, 7200, 7200, 7200, 10_800],
  ];
  for (const seconds of table) {
    const recorder = new Recorder();
    for (const second of seconds) record(recorder, observe(second));
    const expected = [...new Set(seconds)]
      .sort((a, b) => a - b)
      .map((second) => [second, seconds.filter((each) => each === second).length]);
    assert.deepEqual(requestsAt(listRows(recorder.rows())), expected, String(seconds.slice(0, 6)));
    assert.deepEqual(requestsAt(listRows(mergedOf([recorder]).rows)), expected);
  }
});

/** The work of a drive as a list of events: a request in some second, or the beginning of another second. */
const work = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ late: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.constant('next') },
  ),
  { maxLength: 80, size: 'max' },
);

test('row 136: collecting while recording withholds the newest second, loses nothing and counts nothing twice', () => {
  fc.assert(
    fc.property(work, (events) => {
      const recorder = new Recorder();
      const metric = recorder.metric('browse', 0);
      const [collected, expected] = [new Tally(), new Map<number, number>()];
      let now = 0;
      for (const each of events) {
        if (each === 'next') {
          now += 1;
          const newest = metric.at(now);
          newest.counters.requests += 1;
          recorder.seal(now);
          collected.addEncoded(recorder.live());
          assert.equal(metric.at(now), newest, 'the newest second is still open for who records in it');
          newest.counters.requests -= 1;
          collected.addEncoded(recorder.live());
          continue;
        }
        const second = Math.max(0, now - each.late);
        record(recorder, observe(second));
        expected.set(second, (expected.get(second) ?? 0) + 1);
      }
      collected.addEncoded(recorder.live());
      const rows = [...expected].sort(([one], [other]) => one - other);
      assert.deepEqual(requestsAt(listRows(recorder.rows())), rows);
      assert.deepEqual(requestsAt(listRows(recorder.rows())), rows, 'and asking again changes nothing');
      const all = rows.reduce((sum, [, count]) => sum + count, 0);
      assert.deepEqual([collected.counters.requests, collected.latency.count], [all, all]);
    }),
  );
});

function mergedOf(recorders: readonly Recorder[]) {
  const merger = new Merger('main');
  for (const [shard, recorder] of recorders.entries())
    merger.accept(recorder.partial({ phase: 'main', shard, segment: 0, lease: 'l', outcome: completed() }));
  return merger.result();
}

test('Sealing at any moment loses nothing, counts nothing twice and keeps late values in their second', () => {
  const event = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ second: fc.integer({ min: 0, max: 9 }), metric: fc.constantFrom('a', 'b') }),
    },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 10 }) },
    { weight: 1, arbitrary: fc.nat(10).map((past) => recording.unpackedSeconds + past) },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
      const [sealing, plain] = [new Recorder(), new Recorder()];
      events.forEach((each, at) => {
        if (typeof each === 'number') {
          sealing.seal(each);
          return;
        }
        const observation = { ...each, step: 1, latencyNs: at * 1e5, valid: at % 3 > 0 };
        record(sealing, observation);
        record(plain, observation);
      });
      const [some, flushed] = [{ from: 2, last: 6 }, sealing.flush()];
      assert.deepEqual(mergeRows(sealing.recent(some).rows), mergeRows(plain.recent(some).rows));
      assert.deepEqual(mergeRows(sealing.rows()), mergeRows(plain.rows()));
      const rows = joinRows([flushed.rows, sealing.flush().rows]);
      assert.deepEqual(mergeRows(rows), mergeRows(plain.rows()));
    }),
  );
});

test('The same second answers with the same object, and sealed seconds give theirs back', () => {
  const recorder = new Recorder();
  const metric = recorder.metric('browse', 0);
  const first = metric.at(1);
  assert.equal(metric.at(1), first);
  assert.equal(recorder.metric('browse', 0), metric);
  assert.notEqual(recorder.metric('browse', 1), metric);
  recorder.seal(2);
  const used = new Set<Tally>([first]);
  for (let second = 2; second < 1000; second += 1) {
    record(recorder, observe(second));
    used.add(metric.at(second));
    recorder.seal(second);
  }
  assert.ok(used.size <= 3, `${used.size} dense tallies for two seconds in flight`);
});

test('Rows hold whole nanoseconds, so that sums do not depend on their order', () => {
  const recorder = new Recorder();
  for (const blockedNs of [0.1, 0.2, 1e9 + 0.4])
    recorder.metric('browse', 0).at(0).counters.blockedNs += blockedNs;
  assert.equal(listRows(recorder.rows())[0]?.counters.blockedNs, 1_000_000_001);
});

test('Seconds that are not over stay open: a value held back is not lost when the next second starts', () => {
  const recorder = new Recorder();
  const sample = recorder.metric('browse', 0).at(4);
  recorder.seal(4);
  sample.counters.requests += 1;
  sample.recordLatency(5e6);
  const [row] = listRows(recorder.rows());
  assert.equal(row?.counters.requests, 1);
  assert.deepEqual(countsOf(Histogram.decode(row?.latency ?? '')), countsOf(histogramOf([5e6])));
});

test('Live slices, taken whenever, add up to everything that was recorded', () => {
  const step = fc.oneof(fc.constant('live'), fc.constant('seal'), fc.integer({ min: 1, max: 1e9 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100, size: 'max' }), (steps) => {
      const recorder = new Recorder();
      const slices: LiveSlice[] = [];
      steps.forEach((each, at) => {
        const second = Math.floor(at / 10);
        if (each === 'live') slices.push(recorder.live());
        else if (each === 'seal') recorder.seal(second);
        else record(recorder, observe(second, each as number));
      });
      slices.push(recorder.live());
      const displayed = new Tally();
      for (const slice of slices) displayed.addEncoded(slice);
      const latencies = steps.filter((each) => typeof each === 'number');
      assert.equal(displayed.counters.requests, latencies.length);
      assert.deepEqual(countsOf(displayed.latency), countsOf(histogramOf(latencies)));
      assert.equal(displayed.lateness.count, latencies.length);
      const { counters, latency, lateness } = recorder.live();
      assert.deepEqual([counters.requests, latency, lateness], [0, undefined, undefined]);
    }),
  );
});

test('Sealing, reporting and flushing in pieces lose nothing and count nothing twice, whatever is recorded in between', () => {
  const event = fc.oneof(
    { weight: 6, arbitrary: fc.record({ metric: fc.constantFrom('a', 'b', 'c'), late: fc.nat(3) }) },
    { weight: 4, arbitrary: fc.constant('piece' as const) },
    { weight: 1, arbitrary: fc.constantFrom('seal', 'live', 'flush') },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120, size: 'max' }), (events) => {
      const [pieces, plain] = [new Recorder(), new Recorder()];
      const displayed = new Tally();
      const flushed: Rows[] = [];
      const waiting: (() => Generator<undefined, void>)[] = [];
      const works = {
        *seal(second: number) {
          yield* pieces.sealing(second);
        },
        *live() {
          displayed.addEncoded(yield* pieces.reporting());
        },
        *flush() {
          flushed.push((yield* pieces.flushing()).rows);
        },
      };
      let work: Generator<undefined, void> | undefined;
      const next = (): void => {
        work ??= waiting.shift()?.();
        if (work?.next().done) work = undefined;
      };
      events.forEach((each, at) => {
        const now = Math.floor(at / 10);
        if (each === 'piece') next();
        else if (typeof each === 'string') waiting.push(() => works[each](now));
        else {
          const second = Math.max(0, now - each.late);
          const observation = {
            metric: each.metric,
            step: 1,
            second,
            latencyNs: (at + 1) * 1e5,
            valid: true,
          };
          for (const recorder of [pieces, plain]) record(recorder, observation);
        }
      });
      waiting.push(() => works.seal(Infinity), works.live, works.flush);
      while (work !== undefined || waiting.length > 0) next();
      const expected = mergeRows(plain.rows());
      assert.deepEqual(mergeRows(joinRows(flushed)), expected);
      assert.deepEqual(mergeRows(pieces.rows()), expected);
      const all = plain.live();
      assert.deepEqual([displayed.counters, displayed.latency.encode()], [all.counters, all.latency]);
    }),
  );
});

test('Metric names without end share one place once there are too many, and no request is lost', () => {
  const notices: string[] = [];
  const recorder = new Recorder((message) => notices.push(message));
  for (let at = 0; at < 3 * recording.metricsMax; at += 1) {
    recorder.metric(`/item/${at}`, 4).at(0).counters.requests += 1;
  }
  recorder.metric('/item/0', 4).at(0).counters.requests += 1;
  const rows = listRows(recorder.rows());
  assert.equal(rows.length, recording.metricsMax + 1);
  assert.equal(rows.find(({ metric }) => metric === '/item/0')?.counters.requests, 2);
  const other = rows.find(({ metric }) => metric === '(other)');
  assert.deepEqual([other?.step, other?.counters.requests], [4, 2 * recording.metricsMax]);
  assert.match(notices.join(), /^a drive measures 200 metrics; .* together under '\(other\)'/);
});

test('A second that was over a minute ago takes a tenth of the memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  const recorder = new Recorder();
  const bytesAfter = (from: number, until: number): number => {
    for (let second = from; second < until; second += 1) {
      for (let at = 0; at < 40; at += 1) record(recorder, observe(second, 1e4 * 1.4 ** at));
      recorder.seal(second);
    }
    // The memory of the arrays is freed during the next garbage collection at the latest.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const begun = bytesAfter(0, 1);
  const unpacked = bytesAfter(1, recording.unpackedSeconds) - begun;
  const packed = bytesAfter(recording.unpackedSeconds, 10 * recording.unpackedSeconds) - begun - unpacked;
  assert.ok(unpacked > 0 && packed < unpacked, `${unpacked} bytes for a minute, ${packed} for nine more`);
  assert.equal(requestsAt(listRows(recorder.rows())).length, 10 * recording.unpackedSeconds);
});

test('Recording allocates nothing', () => {
  const recorder = new Recorder();
  const metric = recorder.metric('browse', 0);
  const recordAll = (): void => {
    for (let at = 0; at < 200_000; at += 1) {
      const sample = metric.at(0);
      sample.counters.requests += 1;
      sample.counters.blockedNs += 0.5;
      sample.recordLatency(at * 1000);
      sample.recordService(at * 999);
      sample.recordLateness(at);
    }
  };
  recordAll();
  const before = process.memoryUsage().heapUsed;
  recordAll();
  const grown = process.memoryUsage().heapUsed - before;
  // One small object for each value would take 10 MB and more.
  assert.ok(grown < 2_000_000, `${grown} bytes for 600,000 values`);
});
