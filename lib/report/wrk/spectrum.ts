import { distributionOf } from '../../driver/statistics/histograms/distribution.ts';
import type { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { summarise } from '../../driver/statistics/histograms/summary-statistics.ts';
import { toLibrary } from '../../driver/statistics/histograms/to-hdr-histogram.ts';

/**
 * The percentile lines in the form that HdrHistogram's plotter reads. Columns: milliseconds, the share of
 * values up to them, the number of these values, and 1 divided by the remaining share.
 */
export function spectrumLines(histogram: Histogram): readonly string[] {
  const { meanNs, stdDevNs, maxNs, count } = summarise(histogram);
  const { bucketCount, subBucketCount } = toLibrary(histogram);
  return [
    '       Value   Percentile   TotalCount 1/(1-Percentile)',
    '',
    ...distributionOf(histogram).percentiles.map(({ to, percentile, totalCount }) =>
      [
        millis(to),
        percentile.toFixed(6).padStart(12),
        String(totalCount).padStart(12),
        (percentile < 1 ? (1 / (1 - percentile)).toFixed(2) : 'inf').padStart(12),
      ].join(' '),
    ),
    `#[Mean    = ${millis(meanNs)}, StdDeviation   = ${millis(stdDevNs)}]`,
    `#[Max     = ${millis(maxNs)}, Total count    = ${String(count).padStart(12)}]`,
    `#[Buckets = ${String(bucketCount).padStart(12)}, SubBuckets     = ${String(subBucketCount).padStart(12)}]`,
  ];
}

const millis = (ns: number): string => (ns / 1e6).toFixed(3).padStart(12);
