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

/** The service from which a drive takes its work and to which it reports. */
export type DriveBackend = {
  /** True for the first caller who requests the lease of this drive. */
  lease(lease: string): Promise<boolean>;
  plan(): Promise<Plan>;
  /** The shared data that an earlier drive has stored. Undefined when that drive has stored none. */
  shared(source: Pick<Source, 'phase' | 'shard' | 'segment'>): Promise<SharedSnapshot | undefined>;
  /** Stores shared data for later drives. Each call replaces the data of the call before. */
  share(snapshot: SharedSnapshot): Promise<void>;
  /** The contents of files that came with the document. */
  files(paths: readonly string[]): Promise<Files>;
  /**
   * The reason why this drive must not send. Undefined when it may send. With `certain` it reads the latest
   * decision, by a consistent read.
   */
  stopReason(certain?: boolean): Promise<string | undefined>;
  /** Reports that this drive is connected and waits for T0. Only drives of the first segment call it. */
  ready(lease: string): Promise<void>;
  /** Asks when to start. The drive asks again until the start is known. */
  start(): Promise<Start>;
  /**
   * Reports that this drive cannot start, so that the phase does not start, or that a limit of the phase is
   * broken during the load. `stopsAll`: no phase of the burst may send any more.
   */
  failed(reason: string, stopsAll?: true): Promise<void>;
  /**
   * Reports that this drive does not start, although its phase has no fault. The conductor must not wait for
   * this drive.
   */
  gone(reason: string): Promise<void>;
  live(live: Live): Promise<void>;
  /** Stores the last seconds of this drive. Called every few seconds. */
  recent(recent: Recent): Promise<void>;
  /**
   * The last reports of the drives of this phase and segment, including this drive. `turn` selects a part of
   * the drives.
   */
  lives(turn: Turn): Promise<readonly { readonly shard: number; readonly live: Live }[]>;
  /** Reports that no new users of this drive start. */
  finished(lease: string): Promise<void>;
  deliver(partial: Partial): Promise<void>;
  /**
   * Stores the measurements so far, in case this drive is lost. A flush with the same number replaces the
   * earlier one.
   */
  flush(number: number, flush: Flush): Promise<void>;
  /**
   * Reports that all users have left and the partial is delivered. `finished`: the drive has not yet reported
   * that no new users start.
   */
  terminated(lease: string, finished: boolean): Promise<void>;
};

export type DriveEnvironment = Environment & {
  /** A secret of this attempt that cannot be guessed. A partial counts only with the lease of its drive. */
  readonly lease: string;
  /** Milliseconds until the machine ends this drive. */
  remainingMs(): number;
  /**
   * Milliseconds that the machine needed to get ready for its first drive. AWS charges for them. Absent
   * for later drives.
   */
  readonly initMs?: number;
  /** The fingerprint of this code. Absent: the drive accepts plans of any release. */
  readonly release?: string | undefined;
  /** Starts another event loop, for a drive with several threads. */
  startThread(): Thread;
  /** Begins to measure the event loop and the machine of this drive. */
  meter(): Meter;
  /** Compares the wall clock with a time server. Undefined: no time server, or no answer. */
  clockOffset(): Promise<ClockOffset | undefined>;
  /** Logs an error that does not end the drive. */
  warn(message: string, error: unknown): void;
};

/** Selects part number `at` of `of` parts, counted from 0. */
export type Turn = { readonly of: number; readonly at: number };

/**
 * Waits until a report of a drive is sent. When that fails, logs the error and returns, so that the drive
 * continues its load. The state `Settle` of the state machine later makes up for a lost report.
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
