import type { ClockOffset } from '../clock-offset.ts';
import type { Start } from '../conducting/replies.ts';
import type { Files } from '../model/files.ts';
import type { Plan } from '../model/plan.ts';
import type { SharedSnapshot } from '../model/shared-state.ts';
import type { Source } from '../planning/sharding/shared-state-sources.ts';
import type { Flush } from '../progress/flush.ts';
import type { Live } from '../progress/live.ts';
import type { Recent } from '../progress/recent.ts';
import type { Environment } from '../session/shard-run.ts';
import type { Partial } from '../statistics/partial.ts';
import type { Meter } from './meter.ts';
import type { Thread } from './threads/messages.ts';

/** The service from which a drive gets its work, and to which it reports. All methods are for this drive. */
export type DriveBackend = {
  /**
   * Requests the lease of this drive. True for the first caller; a second copy of the drive gets false and
   * must send nothing.
   */
  lease(lease: string): Promise<boolean>;
  plan(): Promise<Plan>;
  /** Reads the shared data that an earlier drive has stored. Undefined when that drive has stored none. */
  shared(source: Pick<Source, 'phase' | 'shard' | 'segment'>): Promise<SharedSnapshot | undefined>;
  /**
   * Stores the shared data of this drive's users for later drives. Each call replaces the data of the
   * previous call.
   */
  share(snapshot: SharedSnapshot): Promise<void>;
  /** Reads files that came with the document. Returns their contents by path. */
  files(paths: readonly string[]): Promise<Files>;
  /**
   * The reason why this drive must not send. Undefined when it may send. With `certain` it reads the latest
   * decision, by a consistent read.
   */
  stopReason(certain?: boolean): Promise<string | undefined>;
  /** Reports that this drive is connected and waits for T0. Only drives of the first segment call it. */
  ready(lease: string): Promise<void>;
  /** Asks when the load starts. While the reply is to wait, the drive asks again. */
  start(): Promise<Start>;
  /**
   * Reports a failure. Before the start: this drive cannot start, so its phase does not start. During the
   * load: a limit of the phase is broken, or a target asked Downpour to stop. `stopsAll`: no phase of the
   * burst may send any more.
   */
  failed(reason: string, stopsAll?: true): Promise<void>;
  /**
   * Reports that this drive does not start, although its phase has no fault. The conductor then stops waiting
   * for this drive.
   */
  gone(reason: string): Promise<void>;
  live(live: Live): Promise<void>;
  /** Stores the measurements of this drive's last seconds. Called every few seconds. */
  recent(recent: Recent): Promise<void>;
  /**
   * Reads the last reports of drives of this phase and segment, including this drive. `turn` selects the part
   * of these drives to read.
   */
  lives(turn: Turn): Promise<readonly { readonly shard: number; readonly live: Live }[]>;
  /** Reports that no new users of this drive start. */
  finished(lease: string): Promise<void>;
  deliver(partial: Partial): Promise<void>;
  /**
   * Stores the measurements so far, in case this drive is lost. `number` counts these reports (flushes). A
   * flush with the same number replaces the earlier one.
   */
  flush(number: number, flush: Flush): Promise<void>;
  /**
   * Reports that all users have left and that the measurements (the partial) are stored. `finished`: true
   * when the drive has not yet reported that no new users start.
   */
  terminated(lease: string, finished: boolean): Promise<void>;
};

export type DriveEnvironment = Environment & {
  /**
   * A secret of this invocation that cannot be guessed. Measurements count only if they have the lease of
   * their drive.
   */
  readonly lease: string;
  /** Milliseconds until the platform, such as Lambda, ends this drive. */
  remainingMs(): number;
  /**
   * Milliseconds that the Lambda environment needed to get ready for its first drive. AWS charges for them.
   * Absent for later drives of the environment.
   */
  readonly initMs?: number;
  /** The release of this code, as a fingerprint. Absent: the drive accepts plans of any release. */
  readonly release?: string | undefined;
  /** Starts a thread with its own event loop, for a drive with several threads. */
  startThread(): Thread;
  /** Starts to measure the event loop and the machine of this drive. */
  meter(): Meter;
  /**
   * Measures the difference between the wall clock and a time server. Undefined: no time server is set, or
   * none answered.
   */
  clockOffset(): Promise<ClockOffset | undefined>;
  /** Logs an error that does not end the drive. */
  warn(message: string, error: unknown): void;
};

/** Selects one of `of` equal parts of the drives: part number `at`, counted from 0. */
export type Turn = { readonly of: number; readonly at: number };

/**
 * Waits until a report of a drive is sent. When sending fails, logs the error and returns, so that the drive
 * continues its load. The state `Settle` of the state machine later finds out that a report is missing.
 */
export async function orWarn(
  report: Promise<void>,
  what: string,
  environment: Pick<DriveEnvironment, 'warn'>,
): Promise<void> {
  try {
    await report;
  } catch (error) {
    environment.warn(`a load generator could not report '${what}' to the burst`, error);
  }
}
