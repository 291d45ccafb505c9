import fc from 'fast-check';
import { Histogram } from '../../../../lib/driver/statistics/histograms/histogram.ts';

/** Random response times in nanoseconds: up to and above the 60 s of the layout, and often powers of two. */
export const times = fc.oneof(
  fc.integer({ min: 0, max: 1000 }),
  fc.double({ min: 0, max: 37, noNaN: true }).map((exponent) => Math.floor(2 ** exponent)),
  fc
    .tuple(fc.integer({ min: 0, max: 36 }), fc.integer({ min: -1, max: 1 }))
    .map(([power, off]) => Math.max(0, 2 ** power + off)),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
);

export function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

export function countsOf(histogram: Histogram): [slot: number, count: number][] {
  const counts: [number, number][] = [];
  histogram.each((slot, count) => counts.push([slot, count]));
  return counts;
}
