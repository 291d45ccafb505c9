import type { RunDocument } from '../../../driver/run/document.ts';
import { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import { highestOf, lowestOf } from '../../../driver/statistics/histograms/layout.ts';
import { beyondMin } from '../number-text.ts';
import type { Points } from './page-data.ts';

type Histograms = RunDocument['stats'][number]['histograms'];

/**
 * The number of points on the percentile curve between a point and the point that half as many requests
 * exceed.
 */
const pointsPerHalf = 5;

/**
 * The percentile curve of response times, from the full resolution of the histogram. A point has a time and
 * the number of requests that took longer. The curve ends where only `beyondMin` requests took as long or
 * longer.
 */
export function pointsOf(histogram: Histogram): Points {
  const total = histogram.count;
  const steps: number[] = [];
  let [seen, maxNs, halves] = [0, 0, 0];
  let last: readonly [beyond: number, ns: number] | undefined;
  let end: typeof last;
  histogram.each((slot, count) => {
    if (seen === 0) steps.push(total, lowestOf(slot));
    seen += count;
    maxNs = highestOf(slot);
    const beyond = total - seen;
    if (beyond < beyondMin) {
      // A slot may hold many requests and pass the end of the curve at once. Then the curve ends at
      // `beyondMin` requests in this slot.
      if (total > beyondMin) end ??= [beyondMin, maxNs];
      return;
    }
    const reached = Math.floor(pointsPerHalf * Math.log2(total / beyond));
    if (last !== undefined && reached !== halves) steps.push(...last);
    [last, halves] = [[beyond, maxNs], reached];
  });
  if (last !== undefined) steps.push(...last);
  if (end !== undefined && last?.[0] !== beyondMin) steps.push(...end);
  return { total, steps, maxNs };
}

/** The histogram of the times that limits judge. Undefined without responses. */
export function responseTimesOf(
  histograms: Pick<Histograms, 'latency' | 'uncompensated'> | undefined,
): Histogram | undefined {
  const text = histograms?.uncompensated ?? histograms?.latency;
  return typeof text === 'string' ? Histogram.decode(text) : undefined;
}

export function serviceTimesOf(histograms: Histograms | undefined): Histogram | undefined {
  const text = histograms?.service;
  return typeof text === 'string' ? Histogram.decode(text) : undefined;
}
