import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCoarse, coarseText } from '../../../../lib/driver/statistics/histograms/coarse.ts';
import { Histogram } from '../../../../lib/driver/statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../../../../lib/driver/statistics/histograms/percentiles.ts';
import { histogramOf } from './values.ts';

/** A coarse histogram keeps every count, and each of its values is at most 1/32 too high. */

const percentiles = [1, 25, 50, 90, 99, 100];

/** Values over many powers of two, the same in each run of the test. */
const valuesOf = (count: number): number[] =>
  Array.from({ length: count }, (_, n) => 200 * 1.01 ** (n % 1_900) + n);

test('values stay, at most a 32nd too high, also at both ends of the layout', () => {
  for (const values of [valuesOf(5_000), [1], [59_999_999_999, 60_000_000_000], [0, 255, 256, 1e9]]) {
    const exact = histogramOf(values);
    const coarse = new Histogram();
    addCoarse(coarseText(exact) ?? '', coarse);
    assert.equal(coarse.count, exact.count);
    for (const percentile of percentiles) {
      const [is, was] = [valueAtPercentile(coarse, percentile), valueAtPercentile(exact, percentile)];
      assert.ok(is >= was && is <= was * (1 + 1 / 32) + 3, `${percentile}: ${is} for ${was}`);
    }
  }
});

test('coarse histograms add like the fine ones', () => {
  const [one, other] = [valuesOf(3_000), valuesOf(700).map((value) => value * 3)];
  const [apart, together] = [new Histogram(), new Histogram()];
  for (const values of [one, other]) addCoarse(coarseText(histogramOf(values)) ?? '', apart);
  addCoarse(coarseText(histogramOf([...one, ...other])) ?? '', together);
  for (const percentile of percentiles)
    assert.equal(valueAtPercentile(apart, percentile), valueAtPercentile(together, percentile));
});

test('nothing is no text, and another text is refused', () => {
  assert.equal(coarseText(new Histogram()), undefined);
  assert.throws(
    () => addCoarse(Buffer.from([255, 255, 3, 1]).toString('base64'), new Histogram()),
    /not a histogram of response times/,
  );
});
