import { coarseText } from '../statistics/histograms/coarse.ts';
import { Histogram } from '../statistics/histograms/histogram.ts';
import { valueAtPercentile } from '../statistics/histograms/percentiles.ts';
import type { Counters } from '../statistics/partial.ts';
import { type Live, totalsOf } from './live.ts';

/**
 * The last seconds of a drive, and its metrics so far. The drive stores them every few seconds. So people who
 * look less often than once a second miss no second, and see limits before the end.
 */
export type Recent = {
  /** True when the drive has ended. */
  readonly ended: boolean;
  /** The last seconds in the order of time. */
  readonly seconds: readonly RecentSecond[];
  /** The metrics so far. Absent when the phase has no limits, or nothing is measured yet. */
  readonly metrics?: readonly MetricSoFar[];
};

/** The report of one second of a drive in few bytes. Latencies are in nanoseconds. */
export type RecentSecond = {
  /** The second that the report is about, counted from T0. */
  readonly second: number;
  /** The time that the report covers, until the end of the second, in milliseconds. */
  readonly coversMs: number;
  readonly requests: number;
  readonly responses: number;
  readonly failed: number;
  readonly errors: number;
  readonly inFlight: number;
  readonly sessions: number;
  readonly usersDue: number;
  readonly usersStarted: number;
  /** The median latency; `p99` is the 99th percentile. Absent when no response arrived. */
  readonly p50?: number;
  readonly p99?: number;
  /**
   * The 99th percentile of the lateness (how late the generator prepared requests). Absent when no request
   * was sent.
   */
  readonly latenessP99?: number;
  /**
   * The latencies as a coarse histogram (coarse.ts). Present when the phase has several shards, so that their
   * reports can be merged.
   */
  readonly times?: string;
};

/** The counts and times of one metric of one drive since its start. */
export type MetricSoFar = {
  readonly metric: string;
  readonly step: number;
  readonly counters: Counters;
  /** Response times as coarse histograms. Absent when there are none, or when no limit is about times. */
  readonly times?: string;
  readonly unanswered?: string;
};

/**
 * Makes the short report of a second. `isAlone`: the phase has only one shard, so percentiles are enough and
 * no histogram is needed.
 */
export function recentSecond(
  { second, coversMs, inFlight, sessions, slice }: Live,
  isAlone: boolean,
): RecentSecond {
  const { requests, responses, failed, errors } = totalsOf(slice.counters);
  const latency = decoded(slice.latency);
  const lateness = decoded(slice.lateness);
  const times = isAlone || latency === undefined ? undefined : coarseText(latency);
  return {
    second,
    coversMs: Math.round(coversMs),
    ...{ requests, responses, failed, errors, inFlight, sessions },
    usersDue: slice.users.due,
    usersStarted: slice.users.started,
    ...(latency && { p50: valueAtPercentile(latency, 50), p99: valueAtPercentile(latency, 99) }),
    ...(lateness && { latenessP99: valueAtPercentile(lateness, 99) }),
    ...(times === undefined ? {} : { times }),
  };
}

const decoded = (text: string | undefined): Histogram | undefined =>
  text === undefined ? undefined : Histogram.decode(text);
