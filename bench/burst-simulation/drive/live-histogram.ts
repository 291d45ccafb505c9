import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';

let live: string | undefined;

/**
 * A histogram as large as that of a drive with a thousand requests per second. A live item then takes two
 * write units, which the partitions have to handle. The values are log-normal around 5 ms, like response
 * times.
 */
export function liveHistogram(): string | undefined {
  if (live === undefined) {
    const histogram = new Histogram();
    for (let at = 1; at <= 1_000; at += 1)
      histogram.record(5_000_000 * Math.exp(Math.log(at / (1_001 - at)) * 0.55));
    live = histogram.encode();
  }
  return live;
}
