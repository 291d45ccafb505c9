import { Histogram } from '../statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../statistics/histograms/percentiles.ts';
import type { Counters } from '../statistics/partial.ts';
import type { LiveSlice } from '../statistics/recording/live-slice.ts';
import { progress } from './limits.ts';
import type { LiveEvidence } from './live-evidence.ts';

/** The report that a drive sends each second while it works. */
export type Live = {
  /** The second since T0 that the report is about. */
  readonly second: number;
  /** True when the drive has ended and its totals are final. */
  readonly ended: boolean;
  readonly sessions: number;
  readonly inFlight: number;
  readonly totals: LiveTotals;
  readonly slice: LiveSlice;
  /**
   * The time that the report covers, in milliseconds. The first report, and the report after a slow one,
   * cover more than a second.
   */
  readonly coversMs: number;
  /** The messages of the drive so far, for users who watch the burst. Absent when there is no message. */
  readonly notices?: readonly string[];
  /** The part from which limits are judged during the load. Absent when there are no such limits. */
  readonly early?: LiveEvidence;
};

export type LiveTotals = {
  readonly requests: number;
  readonly responses: number;
  /** The number of requests that ended in an error or were invalid. Each request counts once. */
  readonly failed: number;
  /** The number of timeouts, connection errors and internal errors. */
  readonly errors: number;
  readonly invalid: number;
};

/** The measurements of a phase in its latest second, over all drives. Latencies are in nanoseconds. */
export type LiveSecond = {
  readonly second: number;
  readonly requestsPerSec: number;
  readonly responsesPerSec: number;
  readonly failedPerSec: number;
  readonly errorsPerSec: number;
  readonly inFlight: number;
  readonly sessions: number;
  /** The number of users that should have started in this second: the planned rate. */
  readonly usersDuePerSec: number;
  readonly usersStartedPerSec: number;
  /** The median latency. Absent when no response arrived. */
  readonly latencyP50Ns?: number;
  /** The 99th percentile of the latency. Absent when no response arrived. */
  readonly latencyP99Ns?: number;
  /**
   * The 99th percentile of the lateness (how late the generator prepared requests). Absent when no request
   * was sent.
   */
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

/**
 * Merges the last reports of the drives of one phase. `live` is absent when no drive is at work, or when not
 * every drive has reported the first second. `isWhole`: every drive at work has sent a report.
 */
export function mergeLives(
  lives: readonly Live[],
  isWhole = true,
): {
  readonly totals: LiveTotals;
  readonly live?: LiveSecond;
} {
  const totals = lives.reduce((sum, live) => addTotals(sum, live.totals), noTotals);
  const second = Math.max(...lives.filter(({ ended }) => !ended).map((live) => live.second));
  const present = lives.filter((live) => !live.ended && live.second > second - progress.staleSeconds);
  // The first second is shown only after every drive has reported it. Otherwise the numbers of half of the
  // drives would look like half of the load.
  const isPartial = second === 0 && (!isWhole || lives.some(isStarting));
  return present.length === 0 || isPartial ? { totals } : { totals, live: mergeSecond(second, present) };
}

/** True for a drive that has connected and has no second to report yet. */
const isStarting = ({ second }: Live): boolean => second < 0;

function mergeSecond(second: number, lives: readonly Live[]): LiveSecond {
  const perSec = (of: (live: Live) => number): number =>
    lives.reduce((sum, live) => sum + (of(live) * 1000) / live.coversMs, 0);
  const latency = merged(lives.map(({ slice }) => slice.latency));
  const lateness = merged(lives.map(({ slice }) => slice.lateness));
  return {
    second,
    requestsPerSec: perSec(({ slice }) => slice.counters.requests),
    responsesPerSec: perSec(({ slice }) => slice.counters.responses),
    failedPerSec: perSec(({ slice }) => slice.counters.failed),
    errorsPerSec: perSec(({ slice }) => totalsOf(slice.counters).errors),
    inFlight: lives.reduce((sum, { inFlight }) => sum + inFlight, 0),
    sessions: lives.reduce((sum, { sessions }) => sum + sessions, 0),
    usersDuePerSec: perSec(({ slice }) => slice.users.due),
    usersStartedPerSec: perSec(({ slice }) => slice.users.started),
    ...(latency === undefined
      ? {}
      : { latencyP50Ns: valueAtPercentile(latency, 50), latencyP99Ns: valueAtPercentile(latency, 99) }),
    ...(lateness === undefined ? {} : { latenessP99Ns: valueAtPercentile(lateness, 99) }),
  };
}

/**
 * Merges encoded histograms to one. Percentiles cannot be averaged, so they are computed from it. Undefined
 * when it is empty.
 */
function merged(encoded: readonly (string | undefined)[]): Histogram | undefined {
  const all = new Histogram();
  for (const text of encoded) if (text !== undefined) all.add(Histogram.decode(text));
  return all.count === 0 ? undefined : all;
}
