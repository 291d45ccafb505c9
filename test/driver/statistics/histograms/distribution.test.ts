import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Bucket, distributionOf } from '../../../../lib/driver/statistics/histograms/distribution.ts';
import { Histogram } from '../../../../lib/driver/statistics/histograms/histogram.ts';
import { highestOf, slotOf } from '../../../../lib/driver/statistics/histograms/layout.ts';
import { valueAtPercentile } from '../../../../lib/driver/statistics/histograms/percentiles.ts';
import { histogramOf, times } from './values.ts';

test('Both distributions count every value once, rise, and reach 100 % once, at the end', () => {
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 300 }), (values) => {
      const { percentiles, linear } = distributionOf(histogramOf(values));
      for (const buckets of [percentiles, linear]) {
        assert.equal(sumOf(buckets), values.length);
        assert.equal(buckets.at(-1)?.percentile, 1);
        assert.ok(buckets.slice(0, -1).every(({ percentile }) => percentile < 1));
        assert.ok(rises(buckets.map(({ percentile }) => percentile)));
        assert.ok(rises(buckets.map(({ totalCount }) => totalCount)));
        assert.equal(buckets.at(-1)?.totalCount, values.length);
      }
      assert.equal(percentiles.at(-1)?.to, highestOf(slotOf(Math.max(...values))));
    }),
  );
});

test('Percentile steps are those of the histogram', () => {
  const values = Array.from({ length: 1000 }, (_, at) => (at + 1) * 1e6);
  const histogram = histogramOf(values);
  const { percentiles } = distributionOf(histogram);
  assert.deepEqual(
    percentiles.slice(0, 7).map(({ percentile }) => Number(percentile.toFixed(4))),
    [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55],
  );
  for (const { percentile, to } of percentiles) {
    if (percentile > 0) assert.equal(to, valueAtPercentile(histogram, percentile * 100));
  }
});

test('Linear bars are milliseconds up to the 95th percentile; empty neighbours and the rest are one bar each', () => {
  const common = Array.from({ length: 50 }, () => [500_000, 4_500_000]).flat();
  const { linear } = distributionOf(histogramOf([...common, 20e6, 900e6]));
  const bars = linear.map(({ from, to, count }) => [from / 1e6, to / 1e6, count]);
  assert.deepEqual(bars.slice(0, 3), [
    [0, 1, 50],
    [1, 4, 0],
    [4, 5, 50],
  ]);
  const [, , , rest] = bars;
  assert.equal(bars.length, 4);
  assert.deepEqual([rest?.[0], rest?.[2]], [5, 2]);
});

test('Nothing recorded is no bars', () => {
  assert.deepEqual(distributionOf(new Histogram()), { percentiles: [], linear: [] });
});

function sumOf(buckets: readonly Bucket[]): number {
  return buckets.reduce((sum, { count }) => sum + count, 0);
}

function rises(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}
