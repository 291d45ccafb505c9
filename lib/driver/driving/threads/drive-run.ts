import type { GlobalSums, SharedSnapshot } from '../../model/shared-state.ts';
import type { ShardOutcome } from '../../session/shard-run.ts';
import type { MapShare } from '../../sharing/shared-store.ts';
import type { Readings } from '../../statistics/health/machine-seconds.ts';
import type { Measured, Recent } from '../../statistics/recording/join-measured.ts';
import type { LiveSlice } from '../../statistics/recording/live-slice.ts';

/**
 * The run of one shard's users. The type is the same for users in this thread, in another thread, and in
 * several threads.
 */
export type DriveRun = {
  /**
   * The numbers of users and requests at work. A run in another thread knows `active`, `notices` and
   * `publications` only from the last call of `live`.
   */
  readonly active: { readonly sessions: number; readonly inFlight: number };
  readonly notices: readonly string[];
  /** How many times the users of this drive published data for all other users. */
  readonly publications: number;
  notice(message: string): void;
  /** Starts the users and waits until all have left, as `ShardRun.run` does. */
  run(t0Ns: number, onFinished: () => void, t0: number): Promise<RunOutcome>;
  stop(reason: string): void;
  /** Makes the counts of every second before `second` final: no more measurements are added to them. */
  seal(second: number): void;
  /** The measurements since the previous call. */
  live(): Promise<LiveSlice>;
  /**
   * The measurements so far of some seconds, and the readings of event loops in other threads since the first
   * of them.
   */
  recent(seconds: RecentSeconds): Promise<RunRecent>;
  /**
   * The measurements so far, but only the rows since the previous call. The readings of event loops in other
   * threads begin at `sinceMs`, in epoch milliseconds.
   */
  flush(sinceMs: number): Promise<RunMeasured>;
  /** Adds the shared data of an earlier drive, as `SharedStore.absorb` does. */
  absorb(snapshot: SharedSnapshot, maps: MapShare | undefined): Promise<void>;
  snapshot(final: boolean): Promise<SharedSnapshot>;
  close(): Promise<void>;
  /** All measurements of the run. Called after all users have left. */
  measured(): Promise<RunMeasured>;
  /** Frees the threads of the run for other work. This is the last call of a run. */
  release(): void;
};

/** The outcome of a run. `planned` (the number of planned users) is absent when it was lost with a thread. */
export type RunOutcome = Omit<ShardOutcome, 'planned'> & Partial<Pick<ShardOutcome, 'planned'>>;

/** Selects seconds. `sinceMs` is the beginning of the first one, in epoch milliseconds. */
export type RecentSeconds = { readonly from: number; readonly last: number; readonly sinceMs: number };

export type RunRecent = Recent & Pick<RunMeasured, 'loops'>;

export type RunMeasured = Measured & {
  readonly globalCounters?: GlobalSums;
  /** The readings of the event loops in threads other than the drive's main thread. */
  readonly loops: readonly Pick<Readings, 'stalls' | 'loop'>[];
  /** Why a part of the measurements is missing. Absent when none is missing. */
  readonly lost?: string;
};
