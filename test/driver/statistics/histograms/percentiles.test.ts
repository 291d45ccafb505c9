import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Histogram } from '../../../../lib/driver/statistics/histograms/histogram.ts';
import { highestOf, lowestOf, slotOf } from '../../../../lib/driver/statistics/histograms/layout.ts';
import {
  percentileNames,
  valueAtPercentile,
} from '../../../../lib/driver/statistics/histograms/percentiles.ts';
import { summarise } from '../../../../lib/driver/statistics/histograms/summary-statistics.ts';
import { toLibrary } from '../../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import { histogramOf, times } from './values.ts';

const samples = fc.array(times, { minLength: 1, maxLength: 300 });

test('Percentiles are those of the sorted values, to the slot', () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 0, max: 10_000 }), (values, hundredths) => {
      const sorted = [...values].sort((a, b) => a - b);
      // The rank of the percentile in whole numbers: hundredths of a percent of the number of values, rounded
      // up.
      const rank = Math.max(1, Number((BigInt(hundredths) * BigInt(values.length) + 9_999n) / 10_000n));
      const expected = highestOf(slotOf(sorted[rank - 1] ?? 0));
      assert.equal(valueAtPercentile(histogramOf(values), hundredths / 100), expected);
    }),
    { numRuns: 500 },
  );
});

test('Minimum, mean, deviation and maximum are within a slot of the exact values, and equal those of the library', () => {
  fc.assert(
    fc.property(samples, (values) => {
      const capped = values.map((value) => Math.min(Math.floor(value), 60e9));
      const { count, minNs, meanNs, stdDevNs, maxNs } = summarise(histogramOf(values));
      const mean = capped.reduce((sum, value) => sum + value, 0) / capped.length;
      const deviation = Math.sqrt(
        capped.reduce((sum, value) => sum + (value - mean) ** 2, 0) / capped.length,
      );
      const widest = Math.max(...capped) / 128 + 1;
      assert.equal(count, values.length);
      assert.equal(maxNs, highestOf(slotOf(Math.max(...capped))));
      // A single value has only one percentile, which another test checks.
      if (count === 1) return;
      assert.equal(minNs, lowestOf(slotOf(Math.min(...capped))));
      assert.ok(Math.abs(meanNs - mean) <= mean / 256 + 1, `${meanNs} for ${mean}`);
      assert.ok(Math.abs(stdDevNs - deviation) <= widest, `${stdDevNs} for ${deviation}`);

      const library = toLibrary(histogramOf(values));
      assert.ok(Math.abs(meanNs - library.mean) <= library.mean * 1e-12);
      assert.ok(Math.abs(stdDevNs - library.stdDeviation) <= library.mean * 1e-12);
      assert.equal(maxNs, library.maxValue);
    }),
    { numRuns: 300 },
  );
});

test('The usual percentiles come in order, and nothing recorded is all zeros', () => {
  const thousand = histogramOf(Array.from({ length: 1000 }, (_, at) => (at + 1) * 1e6));
  const { percentiles } = summarise(thousand);
  assert.deepEqual(Object.keys(percentiles), ['50.0', '90.0', '99.0', '99.9', '99.99']);
  assert.deepEqual(
    percentileNames.map((name) => slotOf(percentiles[name])),
    [500, 900, 990, 999, 1000].map((ms) => slotOf(ms * 1e6)),
  );
  const nothing = { '50.0': 0, '90.0': 0, '99.0': 0, '99.9': 0, '99.99': 0 };
  assert.deepEqual(summarise(new Histogram()), {
    count: 0,
    minNs: 0,
    meanNs: 0,
    stdDevNs: 0,
    maxNs: 0,
    percentiles: nothing,
  });
});

test('One value among millions, and values far above 32 bits, keep their place', () => {
  const histogram = new Histogram();
  for (let value = 0; value < 100_000; value += 1) histogram.record(5_000_000_000);
  histogram.record(59e9);
  assert.equal(valueAtPercentile(histogram, 99.99), highestOf(slotOf(5e9)));
  assert.equal(valueAtPercentile(histogram, 99.9999), highestOf(slotOf(59e9)));
  assert.equal(valueAtPercentile(histogram, 100), summarise(histogram).maxNs);
});

test('One value has one number: its least, its mean, its most and its percentiles are the same', () => {
  for (const ns of [1, 1_000, 33_900_000, 59_999_999_999]) {
    const histogram = new Histogram();
    histogram.record(ns);
    const { minNs, meanNs, maxNs, stdDevNs, percentiles } = summarise(histogram);
    assert.deepEqual([...new Set([minNs, meanNs, maxNs, ...Object.values(percentiles)])], [maxNs]);
    assert.equal(stdDevNs, 0);
    assert.ok(Math.abs(maxNs - ns) <= ns / 100, `${maxNs}`);
  }
});
