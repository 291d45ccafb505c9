import type { ClockOffset } from '../clock-offset.ts';
import type { GlobalSums } from '../model/shared-state.ts';
import type { ConnectionRows } from './connection-gauges.ts';
import type { EncodedExtensions } from './extensions.ts';
import type { GaugeRow } from './gauge.ts';
import type { AnswerRow } from './responses-per-second.ts';
import type { UserSecond } from './users.ts';

/**
 * The measurements of one drive (a phase's shard in one segment), as the merge receives them. Rows can be
 * added. Two rows with the same phase, metric, step and second become one row. Their order does not matter.
 */
export type Partial = {
  readonly version: 1;
  /** The name of the histogram layout (`layout.ts`), set by `partialOf`. Absent: the current layout. */
  readonly layout?: string;
  readonly phase: string;
  readonly shard: number;
  readonly segment: number;
  /** The secret lease of the drive. For each drive, the merge accepts only one lease. */
  readonly lease: string;
  /** The rows as bytes. `listRows` makes them readable. */
  readonly rows: Rows;
  /**
   * Seconds with a request that was sent only in a later second, each with the last such later second.
   * Absent: every request was sent in the second of its planned start.
   */
  readonly sentUntil?: readonly (readonly [second: number, last: number])[];
  /** The number of sessions at work by second since T0: `[second, lowest, highest]`. */
  readonly sessions: readonly GaugeRow[];
  /** Users that were due and users that started, by second. Absent when no user was due. */
  readonly users?: readonly UserSecond[];
  /** Responses to the drive's requests, by the second in which they arrived. Absent when there are none. */
  readonly answers?: readonly AnswerRow[];
  /** Connections to the drive's targets and the requests on them, by second. Absent when there are none. */
  readonly connections?: ConnectionRows;
  /**
   * Times of users from the planned start to the end of the scenario, in microseconds: a histogram like those
   * of `Row`.
   */
  readonly sessionTime?: string;
  /**
   * Waits of users for a free session, as a histogram in microseconds. The wait of a user who never got a
   * session ends when no new user can start any more.
   */
  readonly sessionWait?: string;
  /** The measurements of the machine by second. Absent when nothing was measured. */
  readonly machine?: readonly MachineSecond[];
  /** The sums of the global counters to which the drive's users added. Absent when there are none. */
  readonly globalCounters?: GlobalSums;
  readonly outcome: Outcome;
};

/** The measurements of a drive and its machine in one second since T0. An absent value was not measured. */
export type MachineSecond = {
  readonly second: number;
  /**
   * The longest stall of the event loop that reaches into this second, in nanoseconds. The value is the whole
   * length of the stall, also outside the second.
   */
  readonly stallNs?: number;
  /** The share of time in which processors were idle, over all processors, in thousandths. */
  readonly idlePermille?: number;
  /** The CPU time that the event loop used, in thousandths of one core. */
  readonly cpuPermille?: number;
  /** The share of time in which the event loop was active, with or without a core, in thousandths. */
  readonly activePermille?: number;
  /** The time of garbage collections in the event loop, in nanoseconds. */
  readonly gcNs?: number;
  /** The number of open file descriptors of the process. */
  readonly descriptors?: number;
  /** The number of open file descriptors as a share of the number that the system allows, in thousandths. */
  readonly descriptorsPermille?: number;
  /** The number of open connections of this drive. */
  readonly sockets?: number;
};

/**
 * Measurements by metric and second as bytes (`wire/rows.ts`). They have this form when they are measured,
 * sent and stored.
 */
export type Rows = Uint8Array;

/** A second of one metric, for people and JSON. Times are in nanoseconds, sizes in bytes. */
export type Row = {
  readonly metric: string;
  /** The number of the request step in its scenario. It distinguishes two steps with the same metric name. */
  readonly step: number;
  /** The second since T0 in which the requests were planned to start (`second-at.ts`). */
  readonly second: number;
  readonly counters: Counters;
  /** Histograms in V2 compressed Base64 (`layout.ts`). Absent when they are empty. */
  readonly latency?: string;
  readonly service?: string;
  /**
   * How late the generator prepared the requests that were sent in this second, for any planned start. A
   * histogram.
   */
  readonly lateness?: string;
  readonly uncompensated?: string;
  /** How long requests without a response waited until their users were stopped. A histogram. */
  readonly unanswered?: string;
  /** Named counts that handlers made. Absent when there are none. */
  readonly extensions?: EncodedExtensions;
};

export type Counters = {
  requests: number;
  responses: number;
  status2xx: number;
  status3xx: number;
  status4xx: number;
  status5xx: number;
  statusOther: number;
  invalid: number;
  timeouts: number;
  connectionErrors: number;
  internalErrors: number;
  /**
   * The number of requests that ended in one of the errors above or were invalid. Each request counts once.
   */
  failed: number;
  blockedNs: number;
  cacheHits: number;
  bytesReceived: number;
  bytesSent: number;
  /**
   * The number of times that a request was sent again on another connection, because its connection could not
   * carry it.
   */
  resent: number;
  /**
   * The number of connection errors because the target closed a connection that had been used before. A
   * target may do this while the generator stalls.
   */
  staleConnections: number;
};

export type Outcome = {
  /**
   * The result of a drive. `missed`: the drive was ready too late, or its stores or its machine failed, and
   * it sent nothing. `lost`: the drive stored no partial, and the numbers are from its reports while it was
   * at work.
   */
  readonly result: 'completed' | 'missed' | 'stopped' | 'failed' | 'lost';
  /** The reason why a `failed` or `stopped` drive ended, as a message for the user. */
  readonly reason?: string;
  /** The number of arrivals (or users of a closed phase) that were planned for this drive. */
  readonly planned: number;
  /** The number of sessions that started. */
  readonly started: number;
  /**
   * The number of arrivals that found no free session and waited. `planned - started` of them never got a
   * session.
   */
  readonly throttled: number;
  /** True when at least one user had to wait because the session limit was reached. */
  readonly sessionLimitExceeded: boolean;
  /**
   * The start of the drive's segment in epoch milliseconds. The end of the drive if it never learned its
   * start.
   */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly terminatedAt: number;
  /**
   * Milliseconds between the start of its segment and the instant at which the drive started its load, by the
   * wall clock.
   */
  readonly skewMs: number;
  /**
   * The offset of the drive's clock from the clock of a time server. `startedAt` and the other instants are
   * by the time server. Absent when it is not known.
   */
  readonly clock?: ClockOffset;
  /** Milliseconds from the drive's invocation to its end, which AWS charges. Absent in earlier releases. */
  readonly billedMs?: number;
  /** The CPU time of the function during the drive, in microseconds. */
  readonly cpuUs: number;
  /**
   * The longest stall of the event loop since the start, in nanoseconds. 0 when no stall was long enough to
   * matter.
   */
  readonly stallNsMax: number;
  /** The messages of errors in steps, handlers and requests, at most a hundred. Each appears once. */
  readonly errors: readonly string[];
  /** Notices for people who read the results. Each appears once. Absent when there are none. */
  readonly notices?: readonly string[];
  /**
   * Present for a `lost` drive: the number of seconds that it measured and stored, and the number of requests
   * that it reported after them.
   */
  readonly lost?: { readonly measuredS: number; readonly unreported: number };
};
