import { driving } from '../limits.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../statistics/histograms/percentiles.ts';
import type { Counters } from '../statistics/partial.ts';
import type { LiveSlice } from '../statistics/recorder.ts';

/** The report of a drive each second. */
export type Live = {
  /** The whole second since T0 that the slice covers. */
  readonly second: number;
  /** The drive is over; its totals are final. */
  readonly ended: boolean;
  readonly sessions: number;
  readonly inFlight: number;
  readonly totals: LiveTotals;
  readonly slice: LiveSlice;
  /** Messages for people who watch, so far. Absent: none. */
  readonly notices?: readonly string[];
};

export type LiveTotals = {
  readonly requests: number;
  readonly responses: number;
  /** Requests that ended in an error or were invalid, each once. */
  readonly failed: number;
  /** Timeouts, connection errors and internal errors. */
  readonly errors: number;
  readonly invalid: number;
};

/** The latest second of a phase over all drives; latencies in nanoseconds. */
export type LiveSecond = {
  readonly second: number;
  readonly requestsPerSec: number;
  readonly responsesPerSec: number;
  readonly failedPerSec: number;
  readonly errorsPerSec: number;
  readonly inFlight: number;
  readonly sessions: number;
  /** Absent when nothing came back. */
  readonly latencyP99Ns?: number;
  /** Absent when nothing was sent. */
  readonly latenessP99Ns?: number;
};

export const noTotals: LiveTotals = { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 };

export const addTotals = (a: LiveTotals, b: LiveTotals): LiveTotals => ({
  requests: a.requests + b.requests,
  responses: a.responses + b.responses,
  failed: a.failed + b.failed,
  errors: a.errors + b.errors,
  invalid: a.invalid + b.invalid,
});

export const totalsOf = (counters: Counters): LiveTotals => ({
  requests: counters.requests,
  responses: counters.responses,
  failed: counters.failed,
  errors: counters.timeouts + counters.connectionErrors + counters.internalErrors,
  invalid: counters.invalid,
});

/** Adds the last reports of the drives of one phase. `live` is absent when none of them is at work. */
export function mergeLives(lives: readonly Live[]): {
  readonly totals: LiveTotals;
  readonly live?: LiveSecond;
} {
  const totals = lives.reduce((sum, live) => addTotals(sum, live.totals), noTotals);
  const second = Math.max(...lives.filter(({ ended }) => !ended).map((live) => live.second));
  const present = lives.filter((live) => !live.ended && live.second > second - driving.staleSeconds);
  // The first second is shown when every drive has reported it: half of the drives would look like half of the load.
  const isPartial = second === 0 && lives.some(isStarting);
  return present.length === 0 || isPartial ? { totals } : { totals, live: mergeSecond(second, present) };
}

/** A drive is connected and has nothing to report yet. */
const isStarting = ({ second }: Live): boolean => second < 0;

function mergeSecond(second: number, lives: readonly Live[]): LiveSecond {
  const counts = lives.reduce((sum, { slice }) => addTotals(sum, totalsOf(slice.counters)), noTotals);
  return {
    second,
    requestsPerSec: counts.requests,
    responsesPerSec: counts.responses,
    failedPerSec: counts.failed,
    errorsPerSec: counts.errors,
    inFlight: lives.reduce((sum, { inFlight }) => sum + inFlight, 0),
    sessions: lives.reduce((sum, { sessions }) => sum + sessions, 0),
    ...p99(
      'latencyP99Ns',
      lives.map(({ slice }) => slice.latency),
    ),
    ...p99(
      'latenessP99Ns',
      lives.map(({ slice }) => slice.lateness),
    ),
  };
}

/** Of the merged histogram: percentiles are never averaged. */
function p99<Name extends string>(
  name: Name,
  encoded: readonly (string | undefined)[],
): { readonly [K in Name]?: number } {
  const merged = new Histogram();
  for (const text of encoded) if (text !== undefined) merged.add(Histogram.decode(text));
  if (merged.count === 0) return {};
  return { [name]: valueAtPercentile(merged, 99) } as { readonly [K in Name]?: number };
}
