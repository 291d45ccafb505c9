import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../../lib/driver/judging/sla.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { histogramLog } from '../../../lib/driver/run/histogram-log.ts';
import { keeping } from '../../../lib/driver/statistics/limits.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import { Statistics, totalOf } from '../../../lib/driver/statistics/statistics.ts';
import { Tally } from '../../../lib/driver/statistics/tally.ts';
import { listRows, rowsIn } from '../../../lib/driver/statistics/wire/row-cursor.ts';
import { recordOf, t0 } from '../run/records.ts';
import { partialOf } from './partials.ts';

const cells = fc.array(
  fc.record({ metric: fc.constantFrom('a', 'b'), step: fc.nat(1), second: fc.nat(8000) }),
  { maxLength: 60 },
);

function countedIn(
  each: readonly { metric: string; step: number; second: number }[],
  cellsMax: number,
): Statistics {
  const statistics = new Statistics({ cellsMax });
  for (const at of each) {
    const tally = new Tally();
    tally.counters.requests = 1;
    tally.recordLatency(at.second);
    statistics.addTally(at, tally);
  }
  return statistics;
}

test('Bounded statistics count everything, in the shortest buckets that fit, whatever the order', () => {
  fc.assert(
    fc.property(
      cells,
      fc.integer({ min: 4, max: 40 }),
      fc.infiniteStream(fc.nat()),
      (each, cellsMax, keys) => {
        const bounded = countedIn(each, cellsMax);
        assert.ok(bounded.cells <= cellsMax, `${bounded.cells} cells`);
        assert.equal(rowsIn(bounded.rows()), bounded.cells);
        const shuffled = each
          .map((at) => ({ at, key: keys.next().value as number }))
          .sort((one, other) => one.key - other.key);
        const again = countedIn(
          shuffled.map(({ at }) => at),
          cellsMax,
        );
        assert.deepEqual([again.bucketS, again.rows()], [bounded.bucketS, bounded.rows()]);
        for (const shorter of [1, 5, 10, 30, 60, 300, 600].filter((stretch) => stretch < bounded.bucketS)) {
          const fine = new Statistics({ bucketS: shorter });
          for (const at of each) fine.addTally(at, new Tally());
          assert.ok(fine.cells > cellsMax, `buckets of ${shorter} s would fit`);
        }
        const free = countedIn(each, Number.POSITIVE_INFINITY);
        for (const [at, metric] of bounded.metrics.entries())
          assert.deepEqual(totalOf(metric).encode(), totalOf(free.metrics[at]!).encode());
      },
    ),
  );
});

/**
 * Statistics with a request in each second. The merge allows ten cells, so its buckets are five seconds long.
 */
function stretched(seconds: number) {
  const merger = new Merger('main', { ...keeping, cellsMax: 10 });
  const observed = Array.from({ length: seconds }, (_, second) => ({
    metric: 'browse',
    step: 0,
    second,
    valid: true,
    latencyNs: second >= 20 && second < 25 ? 9_000_000 : 1_000_000,
  }));
  merger.accept(partialOf(observed, { shard: 0, machine: [{ second: 7, stallNs: 2e9, idlePermille: 500 }] }));
  return merger.result();
}

test('Buckets have their whole length in rows, in the document and in the log', () => {
  const merged = stretched(40);
  assert.deepEqual(
    [merged.bucketS, listRows(merged.rows).map(({ second }) => second)],
    [5, [0, 5, 10, 15, 20, 25, 30, 35]],
  );
  const [phase] = recordOf().phases;
  assert.ok(phase);
  const record = recordOf({ phases: [{ ...phase, merged, verdicts: [] }] });
  const { stats, notices } = runDocument(record);
  assert.deepEqual(
    stats[0]?.series.slice(0, 2).map((row) => [row.startTime - t0, row.endTime - t0, row.requestCount]),
    [
      [0, 5000, 5],
      [5000, 10_000, 5],
    ],
  );
  assert.equal(stats[0]?.timeline.stepMs, 5000);
  assert.match(notices[0]?.message ?? '', /have one entry for 5 s$/);
  assert.match(histogramLog(record), /^Tag=main\.browse,10\.000,5\.000,1\./m);
});

test('Limits are judged on whole buckets', () => {
  const merged = stretched(40);
  const slas = [{ limits: [[0.5, 5_000_000] as const], windowMs: 2000 }];
  const [verdict] = judge([{ step: 0, slas }], merged);
  assert.deepEqual(
    [verdict?.passed, verdict?.window, verdict?.requests],
    [false, { startMs: 20_000, endMs: 25_000 }, 5],
  );
});

test('The rows set aside are in the same buckets as all', () => {
  const { unhealthyRows } = stretched(40);
  assert.deepEqual(
    unhealthyRows.map(({ cause, rows }) => [
      cause,
      listRows(rows).map(({ second, counters }) => [second, counters.requests]),
    ]),
    [['stall', [[5, 1]]]],
  );
});
