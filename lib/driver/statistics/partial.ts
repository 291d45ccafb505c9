import type { ClockOffset } from '../clock-offset.ts';
import type { GlobalSums } from '../model/shared-state.ts';
import type { ConnectionRows } from './connection-gauges.ts';
import type { EncodedExtensions } from './extensions.ts';
import type { GaugeRow } from './gauge.ts';
import type { AnswerRow } from './responses-per-second.ts';
import type { UserSecond } from './users.ts';

/**
 * The measurements of one drive (a phase's shard in one segment), which the merge receives. Their rows add.
 * Two rows with the same (phase, metric, step, second) become one row, in any order.
 */
export type Partial = {
  readonly version: 1;
  /**
   * The name of the histogram layout (`layout.ts`), set by `Recorder.partial`. Absent: the current layout.
   */
  readonly layout?: string;
  readonly phase: string;
  readonly shard: number;
  readonly segment: number;
  /** The lease of the drive. The merge accepts one partial for each lease. */
  readonly lease: string;
  /** The rows as bytes. `listRows` makes them readable. */
  readonly rows: Rows;
  /**
   * Seconds with a request that was sent only in a later second, and the last such second. Absent: every
   * request was sent in the second of its planned start.
   */
  readonly sentUntil?: readonly (readonly [second: number, last: number])[];
  /** Sessions at work by second since T0: `[second, lowest, highest]`. */
  readonly sessions: readonly GaugeRow[];
  /** Users that were due and that started, by second. Absent when no user was due. */
  readonly users?: readonly UserSecond[];
  /** Responses to the drive's requests, by the second of their arrival. Absent when there are none. */
  readonly answers?: readonly AnswerRow[];
  /** Connections to the drive's targets and the requests on them, by second. Absent when there are none. */
  readonly connections?: ConnectionRows;
  /** Times of users from planned start to end, in microseconds: a histogram like those of `Row`. */
  readonly sessionTime?: string;
  /**
   * Waits of users for a free session, as a histogram in microseconds. The wait of a user who never got a
   * session ends when no new user can start any more.
   */
  readonly sessionWait?: string;
  /** The state of the machine by second. Absent when it is not known. */
  readonly machine?: readonly MachineSecond[];
  /** Sums that the drive's users added to global counters. Absent when there are none. */
  readonly globalCounters?: GlobalSums;
  readonly outcome: Outcome;
};

/** A second since T0 of a drive and its machine. An absent value was not read. */
export type MachineSecond = {
  readonly second: number;
  /**
   * The longest stall of the event loop that reaches into this second. It is the whole length of the stall in
   * nanoseconds.
   */
  readonly stallNs?: number;
  /** The idle share of all processors, in thousandths. */
  readonly idlePermille?: number;
  /** The CPU that the event loop used, in thousandths of one core. */
  readonly cpuPermille?: number;
  /** The share of time in which the event loop was active, with or without a core, in thousandths. */
  readonly activePermille?: number;
  /** The time of garbage collections in the event loop, in nanoseconds. */
  readonly gcNs?: number;
  /** The open descriptors of the process. */
  readonly descriptors?: number;
  /** The open descriptors as a share of the number that the system allows, in thousandths. */
  readonly descriptorsPermille?: number;
  /** The connections of this drive. */
  readonly sockets?: number;
};

/** Rows as bytes (`wire/rows.ts`). They have this form when they are measured, sent and kept. */
export type Rows = Uint8Array;

/** A second of one metric, for people and JSON. Times are in nanoseconds, sizes in bytes. */
export type Row = {
  readonly metric: string;
  /** The number of the request step in its scenario. It distinguishes two steps with the same metric name. */
  readonly step: number;
  /** The second of the planned start of the requests (`second.ts`). */
  readonly second: number;
  readonly counters: Counters;
  /** Histograms in V2 compressed Base64 (`layout.ts`). Absent when they are empty. */
  readonly latency?: string;
  readonly service?: string;
  /** The lateness of the requests that were sent in this second, for any planned start. */
  readonly lateness?: string;
  readonly uncompensated?: string;
  /** The waits of requests without a response, until their users had to leave. */
  readonly unanswered?: string;
  /** Counts of handlers by name. Absent when there are none. */
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
  /** Requests that ended in one of the errors above or were invalid. Each request counts once. */
  failed: number;
  blockedNs: number;
  cacheHits: number;
  bytesReceived: number;
  bytesSent: number;
  /** Repeats of requests on another connection, because the connection before could not carry them. */
  resent: number;
  /**
   * Connection errors because the target closed a connection after it had been used. A target may do this
   * when the generator stalls.
   */
  staleConnections: number;
};

export type Outcome = {
  /**
   * `missed`: the drive woke too late and sent nothing. `lost`: the drive delivered no partial, and the
   * numbers are those that it stored while it was at work.
   */
  readonly result: 'completed' | 'missed' | 'stopped' | 'failed' | 'lost';
  /** The reason why a `failed` or `stopped` drive ended, as a message for the user. */
  readonly reason?: string;
  /** Arrivals (or users of a closed phase) that belonged to this drive. */
  readonly planned: number;
  /** Sessions that started. */
  readonly started: number;
  /** Arrivals that found no free session and waited. `planned - started` of them never got one. */
  readonly throttled: number;
  /** True when the session limit was reached at least once. */
  readonly sessionLimitExceeded: boolean;
  /** The start of the drive in epoch milliseconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly terminatedAt: number;
  /** Milliseconds between the agreed T0 and the first instant of the drive, by the wall clock. */
  readonly skewMs: number;
  /**
   * The offset of the drive's clock from the clock of a time server. The instants above are those of the
   * server. Absent when it is not known.
   */
  readonly clock?: ClockOffset;
  /** Milliseconds from the drive's invocation to its end, which AWS charges. Absent in earlier releases. */
  readonly billedMs?: number;
  /** The CPU time of the function during the drive, in microseconds. */
  readonly cpuUs: number;
  /**
   * The longest event-loop stall since the start, in nanoseconds. 0 when no stall was long enough to matter.
   */
  readonly stallNsMax: number;
  /** The first hundred messages of run errors. Each appears once. */
  readonly errors: readonly string[];
  /** Remarks for readers of the results. Each appears once. Absent when there are none. */
  readonly notices?: readonly string[];
  /**
   * Present for a `lost` drive: its measured seconds, and the number of requests that it reported after them.
   */
  readonly lost?: { readonly measuredS: number; readonly unreported: number };
};
