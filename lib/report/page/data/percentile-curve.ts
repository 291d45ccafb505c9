import type { RunDocument } from '../../../driver/run/document.ts';
import { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import { highestOf, lowestOf } from '../../../driver/statistics/histograms/layout.ts';
import { beyondMin } from '../number-text.ts';
import type { Points } from './page-data.ts';

type Histograms = RunDocument['stats'][number]['histograms'];

/** The number of points of the curve each time that the number of slower requests halves. */
const pointsPerHalf = 5;

/**
 * The curve of response times at full resolution. A point has a time and the number of requests that took
 * longer. The curve ends where `beyondMin` requests took longer or just as long.
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
      // A slot may hold many requests, so the curve goes on in the first slot that passes its end.
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
