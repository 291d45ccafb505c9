import type { ClockOffset } from '../clock-offset.ts';
import type { Start } from '../conducting/replies.ts';
import type { Files } from '../model/files.ts';
import type { Plan } from '../model/plan.ts';
import type { SharedSnapshot } from '../model/shared-state.ts';
import type { Source } from '../planning/sharding/successors.ts';
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
  /** The shared data that a drive has left behind; undefined when it has left none. */
  shared(source: Pick<Source, 'phase' | 'shard' | 'segment'>): Promise<SharedSnapshot | undefined>;
  /** Leaves something behind for the drives after this one; the last time replaces those before. */
  share(snapshot: SharedSnapshot): Promise<void>;
  /** Contents of files that came with the document. */
  files(paths: readonly string[]): Promise<Files>;
  /**
   * The reason why this drive must not send, or undefined when it may. `certain`: reads the last decision,
   * with a consistent read.
   */
  stopReason(certain?: boolean): Promise<string | undefined>;
  /** This drive is connected and waits for T0; reported by the drives of the first segment. */
  ready(lease: string): Promise<void>;
  /** When to start. Asked again until it is known. */
  start(): Promise<Start>;
  /**
   * Reports that this drive cannot start, so that the phase does not start, or that a limit of the phase is
   * broken during the load. `stopsAll`: no phase of the burst may send any more.
   */
  failed(reason: string, stopsAll?: true): Promise<void>;
  /**
   * Reports that this drive does not start, although its phase has no fault. The conductor must not wait for
   * it.
   */
  gone(reason: string): Promise<void>;
  live(live: Live): Promise<void>;
  /** The last seconds of this drive, every few seconds. */
  recent(recent: Recent): Promise<void>;
  /**
   * The last reports of the drives of this phase and segment, this one among them; `turn`: of a part of them.
   */
  lives(turn: Turn): Promise<readonly { readonly shard: number; readonly live: Live }[]>;
  /** No new users start any more. */
  finished(lease: string): Promise<void>;
  deliver(partial: Partial): Promise<void>;
  /**
   * Stores the measurements so far, for the case that this drive is lost. A flush with the same number
   * replaces the earlier one.
   */
  flush(number: number, flush: Flush): Promise<void>;
  /**
   * Reports that all users are gone and the partial is delivered. `finished`: the drive has not reported yet
   * that no new users start.
   */
  terminated(lease: string, finished: boolean): Promise<void>;
};

export type DriveEnvironment = Environment & {
  /** This attempt's own, unguessable; fences its partial. */
  readonly lease: string;
  /** Milliseconds until the machine ends this drive by force. */
  remainingMs(): number;
  /** Milliseconds in which the machine got ready for its first drive, which is charged too. Absent: none. */
  readonly initMs?: number;
  /** Fingerprint of this code. Absent: it drives the plans of any release. */
  readonly release?: string | undefined;
  /** Another event loop, for a drive with several. */
  startThread(): Thread;
  /** Begins to measure the machine. */
  meter(): Meter;
  /**
   * Compares the wall clock with a time server. Undefined: there is no time server, or it does not answer.
   */
  clockOffset(): Promise<ClockOffset | undefined>;
  /** Something that the drive survives, for the log. */
  warn(message: string, error: unknown): void;
};

/** The part `at` of `of` parts, counted from 0. */
export type Turn = { readonly of: number; readonly at: number };

/** A report that gets lost is made good by Settle; it must not end the load. */
export async function orWarn(
  report: Promise<void>,
  what: string,
  environment: Pick<DriveEnvironment, 'warn'>,
): Promise<void> {
  try {
    await report;
  } catch (error) {
    environment.warn(`a report was lost: ${what}`, error);
  }
}
