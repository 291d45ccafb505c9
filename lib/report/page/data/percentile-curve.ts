import type { RunDocument } from '../../../driver/run/document.ts';
import { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import { highestOf, lowestOf } from '../../../driver/statistics/histograms/layout.ts';
import { beyondMin } from '../numbers.ts';
import type { Points } from './page-data.ts';

type Histograms = RunDocument['stats'][number]['histograms'];

/** The number of points of the curve each time that the number of slower requests halves. */
const pointsPerHalf = 5;

/**
 * The curve of response times at full resolution. A point has a time and the number of requests that took
 * longer. The curve ends when fewer than `beyondMin` requests are left.
 */
export function pointsOf(histogram: Histogram): Points {
  const total = histogram.count;
  const steps: number[] = [];
  let [seen, maxNs, halves] = [0, 0, 0];
  let last: readonly [beyond: number, ns: number] | undefined;
  histogram.each((slot, count) => {
    if (seen === 0) steps.push(total, lowestOf(slot));
    seen += count;
    maxNs = highestOf(slot);
    const beyond = total - seen;
    if (beyond < beyondMin) return;
    const reached = Math.floor(pointsPerHalf * Math.log2(total / beyond));
    if (last !== undefined && reached !== halves) steps.push(...last);
    [last, halves] = [[beyond, maxNs], reached];
  });
  if (last !== undefined) steps.push(...last);
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
