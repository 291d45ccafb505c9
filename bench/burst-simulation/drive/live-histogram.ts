import { Histogram } from '../../../lib/driver/statistics/histograms/histogram.ts';

let live: string | undefined;

/**
 * As large as that of a drive at a thousand requests a second: live items are two units of a write then,
 * which is what partitions have to bear. Log-normal around 5 ms, as response times are.
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
