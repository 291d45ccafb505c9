import type { Histogram } from './histogram.ts';
import { lowestOf } from './layout.ts';
import { valueAtPercentile } from './percentiles.ts';
import { toLibrary } from './to-hdr-histogram.ts';

/** A bar of a distribution: the values between `from` and `to` nanoseconds. */
export type Bucket = {
  readonly from: number;
  readonly to: number;
  /** The share of all values that are in this bucket or below, from 0 to 1. */
  readonly percentile: number;
  readonly count: number;
  readonly totalCount: number;
};

export type Distribution = { readonly percentiles: readonly Bucket[]; readonly linear: readonly Bucket[] };

export function distributionOf(histogram: Histogram): Distribution {
  return { percentiles: percentileBuckets(histogram), linear: linearBuckets(histogram) };
}

const ticksPerHalfDistance = 5;

/**
 * Makes buckets as HdrHistogram does when it iterates over percentiles: five equal steps up to 50 %, five up
 * to 75 %, and so on up to 100 %.
 */
function percentileBuckets(histogram: Histogram): Bucket[] {
  const iterator = toLibrary(histogram).percentileIterator;
  iterator.reset(ticksPerHalfDistance);
  const buckets: Bucket[] = [];
  while (iterator.hasNext()) {
    const step = iterator.next();
    buckets.push({
      from: step.valueIteratedFrom,
      to: step.valueIteratedTo,
      percentile: step.percentileLevelIteratedTo / 100,
      count: step.countAddedInThisIterationStep,
      totalCount: step.totalCountToThisValue,
    });
  }
  return buckets;
}

const linearNs = 1_000_000;

/**
 * Makes buckets of one millisecond up to the 95th percentile, then one bucket with all higher values.
 * Neighbouring empty buckets are joined.
 */
function linearBuckets(histogram: Histogram): Bucket[] {
  const counts = new Map<number, number>();
  const most = Math.floor(valueAtPercentile(histogram, 95) / linearNs);
  let last = -1;
  histogram.each((slot, count) => {
    last = Math.floor(lowestOf(slot) / linearNs);
    const bar = Math.min(last, most + 1);
    counts.set(bar, (counts.get(bar) ?? 0) + count);
  });
  const buckets: Bucket[] = [];
  let [end, totalCount] = [0, 0];
  const add = (to: number, count: number): void => {
    totalCount += count;
    const percentile = totalCount / histogram.count;
    buckets.push({ from: end * linearNs, to: to * linearNs, percentile, count, totalCount });
    end = to;
  };
  for (const [bar, count] of counts) {
    if (bar > end) add(bar, 0);
    add(bar > most ? last + 1 : bar + 1, count);
  }
  return buckets;
}
