import type { ClockOffset } from '../clock-offset.ts';
import type { GlobalSums } from '../model/shared-state.ts';
import type { AnswerRow } from './answers.ts';
import type { EncodedExtensions } from './extensions.ts';
import type { GaugeRow } from './gauge.ts';
import type { ConnectionRows } from './gauges.ts';
import type { UserSecond } from './users.ts';

/**
 * The measurements of one drive (a phase's shard in one segment) as they travel to the merge: rows that add.
 * Two rows with the same (phase, metric, step, second) are one row after addition, in any order.
 */
export type Partial = {
  readonly version: 1;
  /** Name of the histogram layout (`layout.ts`); `Recorder.partial` fills it in. Absent: the present one. */
  readonly layout?: string;
  readonly phase: string;
  readonly shard: number;
  readonly segment: number;
  /** Fencing token: the merge accepts one partial per lease. */
  readonly lease: string;
  /** The rows as bytes, which `listRows` makes readable. */
  readonly rows: Rows;
  /**
   * Seconds with a request that was sent only in a later second, and the last such second. Absent: every
   * request was sent in the second of its intended start.
   */
  readonly sentUntil?: readonly (readonly [second: number, last: number])[];
  /** Sessions at work, per second since T0: `[second, least, most]`. */
  readonly sessions: readonly GaugeRow[];
  /** Users that were due and that started, second by second. Absent: no user was due. */
  readonly users?: readonly UserSecond[];
  /** Responses to its requests, in the seconds in which they came. Absent: none. */
  readonly answers?: readonly AnswerRow[];
  /** Connections to its targets and the requests on them, likewise. */
  readonly connections?: ConnectionRows;
  /**
   * Times of users from their intended start to their end: a histogram like those of `Row`, in microseconds.
   */
  readonly sessionTime?: string;
  /**
   * Waits of users for a free session. The wait of a user who never got a session ends when no new user can
   * start any more.
   */
  readonly sessionWait?: string;
  /** The state of the machine, second by second. Absent: unknown. */
  readonly machine?: readonly MachineSecond[];
  /** Sums that its users added to global counters. Absent: none. */
  readonly globalCounters?: GlobalSums;
  readonly outcome: Outcome;
};

/** A second since T0 of a drive and of its machine. An absent value was not read. */
export type MachineSecond = {
  readonly second: number;
  /** Longest stall of the event loop that reaches into this second; its whole length, nanoseconds. */
  readonly stallNs?: number;
  /** Idle share of all processors, in thousandths. */
  readonly idlePermille?: number;
  /** CPU that the event loop used, in thousandths of one core. */
  readonly cpuPermille?: number;
  /** Time in which it had something to do, also without a core, in thousandths. */
  readonly activePermille?: number;
  /** Time in which garbage collections held the event loop, nanoseconds. */
  readonly gcNs?: number;
  /** Open descriptors of the process. */
  readonly descriptors?: number;
  /** The same as a part of what the system allows, in thousandths. */
  readonly descriptorsPermille?: number;
  /** Connections of this drive. */
  readonly sockets?: number;
};

/** Rows in their bytes (`wire/rows.ts`), as they are measured, travel and are kept. */
export type Rows = Uint8Array;

/** A second of one metric, as people and JSON have it. Times in nanoseconds, sizes in bytes. */
export type Row = {
  readonly metric: string;
  /** Number of the request step in its scenario, so that two steps of one metric name stay apart. */
  readonly step: number;
  /** Second of the intended start of the requests (`second.ts`). */
  readonly second: number;
  readonly counters: Counters;
  /** HDR histograms (`layout.ts`), V2 compressed, Base64; absent when nothing was recorded. */
  readonly latency?: string;
  readonly service?: string;
  /** Lateness of the requests that were sent in this second, whenever their intended start was. */
  readonly lateness?: string;
  readonly uncompensated?: string;
  /** Waits of requests without a response, until their users had to leave. */
  readonly unanswered?: string;
  /** Counts of handlers by name; absent when there are none. */
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
  /** Requests that ended in one of the errors above or were invalid, each once. */
  failed: number;
  blockedNs: number;
  cacheHits: number;
  bytesReceived: number;
  bytesSent: number;
  /** Sendings of requests on a second connection, because the first one could not carry them. */
  resent: number;
  /**
   * Connection errors because the target had closed a connection that was in use before, as it may when the
   * generator stalls.
   */
  staleConnections: number;
};

export type Outcome = {
  /**
   * `missed`: the drive was woken too late and sent nothing. `lost`: the drive delivered no partial, and the
   * numbers are those that it stored while it was at work.
   */
  readonly result: 'completed' | 'missed' | 'stopped' | 'failed' | 'lost';
  /** Why a `failed` or `stopped` drive ended, for people. */
  readonly reason?: string;
  /** Arrivals (or users of a closed phase) that this drive owned. */
  readonly planned: number;
  /** Sessions that started. */
  readonly started: number;
  /** Arrivals that found no free session and waited; those never served are `planned - started`. */
  readonly throttled: number;
  /** The session limit was hit at least once. */
  readonly sessionLimitExceeded: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly terminatedAt: number;
  /** Wall-clock milliseconds between the agreed T0 and the first instant of the drive. */
  readonly skewMs: number;
  /**
   * The offset of the drive's clock from that of a time server. The instants above are those of the server.
   * Absent: unknown.
   */
  readonly clock?: ClockOffset;
  /**
   * Milliseconds from the drive's invocation to its end, for which AWS charges. Absent in runs of earlier
   * releases.
   */
  readonly billedMs?: number;
  /** CPU of the function during the drive, microseconds. */
  readonly cpuUs: number;
  /** Longest event-loop stall since the start in nanoseconds; 0 when no stall was long enough to matter. */
  readonly stallNsMax: number;
  /** Messages of run errors, the first hundred, each once. */
  readonly errors: readonly string[];
  /** Remarks for readers of the results, each once. Absent: none. */
  readonly notices?: readonly string[];
  /** For a `lost` drive: its measured seconds, and the number of requests that it reported after them. */
  readonly lost?: { readonly measuredS: number; readonly unreported: number };
};
