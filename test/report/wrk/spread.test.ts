import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spreadOfSamples, spreadOfTimes } from '../../../lib/report/wrk/spread.ts';
import { histogramOf } from '../../driver/statistics/histograms/values.ts';

test('the spread of times below 256 ns is exact, because a histogram keeps them unchanged', () => {
  assert.deepEqual(spreadOfTimes(histogramOf([2, 4, 4, 4, 5, 5, 7, 9])), {
    mean: 5,
    stdDev: 2,
    max: 9,
    // For the times 4 4 4 5 5 7, both ends of the interval count as inside.
    within: 6 / 8,
  });
  assert.deepEqual(spreadOfTimes(histogramOf([])), { mean: 0, stdDev: 0, max: 0, within: 0 });
});

test('equal times are all within the deviation, however wide their slot is', () => {
  for (const ns of [100, 1_234_567, 59_999_999_999])
    assert.equal(spreadOfTimes(histogramOf([ns, ns, ns])).within, 1);
});

test('the deviation of samples is divided by one less', () => {
  assert.deepEqual(spreadOfSamples([2, 4, 6]), { mean: 4, stdDev: 2, max: 6, within: 1 });
  assert.deepEqual(spreadOfSamples([1, 1, 1, 9]), { mean: 3, stdDev: 4, max: 9, within: 3 / 4 });
  assert.deepEqual(spreadOfSamples([7]), { mean: 7, stdDev: 0, max: 7, within: 1 });
  assert.deepEqual(spreadOfSamples([]), { mean: 0, stdDev: 0, max: 0, within: 0 });
});

test('the spread of any short times is that of the values themselves', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 50 }), (values) => {
      const { mean, stdDev, max, within } = spreadOfTimes(histogramOf(values));
      const exact = values.reduce((sum, value) => sum + value, 0) / values.length;
      assert.ok(Math.abs(mean - exact) < 1e-9);
      assert.equal(max, Math.max(...values));
      const inside = values.filter((value) => Math.abs(value - mean) <= stdDev).length;
      assert.equal(within, inside / values.length);
    }),
  );
});
