import type { GlobalSums, SharedSnapshot } from '../../model/shared-state.ts';
import type { ShardOutcome } from '../../session/shard-run.ts';
import type { MapShare } from '../../sharing/shared-store.ts';
import type { Readings } from '../../statistics/health/machine-seconds.ts';
import type { Measured, Recent } from '../../statistics/recording/join-measured.ts';
import type { LiveSlice } from '../../statistics/recording/live-slice.ts';

/** The run of a drive's users. It has the same functions in this thread, in another, and over several. */
export type DriveRun = {
  /**
   * Users and requests at work. For other threads, `active`, `notices` and `publications` are the values of
   * the last `live`.
   */
  readonly active: { readonly sessions: number; readonly inFlight: number };
  readonly notices: readonly string[];
  /** The number of times that a user published data. */
  readonly publications: number;
  notice(message: string): void;
  /** Runs the users, as `ShardRun.run` does. */
  run(t0Ns: number, onFinished: () => void, t0: number): Promise<RunOutcome>;
  stop(reason: string): void;
  /** Closes every second before `second`: no more measurements are added to it. */
  seal(second: number): void;
  /** The measurements since the previous call. */
  live(): Promise<LiveSlice>;
  /** The current state of some seconds, and the readings of event loops in other threads since then. */
  recent(seconds: RecentSeconds): Promise<RunRecent>;
  /**
   * Measurements so far, with only the rows since the last call. The readings of event loops in other threads
   * begin at `sinceMs`, in epoch milliseconds.
   */
  flush(sinceMs: number): Promise<RunMeasured>;
  /** Takes over shared data, as `SharedStore.absorb` does. */
  absorb(snapshot: SharedSnapshot, maps: MapShare | undefined): Promise<void>;
  snapshot(final: boolean): Promise<SharedSnapshot>;
  close(): Promise<void>;
  /** All measurements. Called after all users have left. */
  measured(): Promise<RunMeasured>;
  /** The last call of a run. After it, its threads may do other work. */
  release(): void;
};

/** The outcome of a run. `planned` is absent when it was lost with a thread. */
export type RunOutcome = Omit<ShardOutcome, 'planned'> & Partial<Pick<ShardOutcome, 'planned'>>;

/** Selects seconds. `sinceMs` is the beginning of the first one, in epoch milliseconds. */
export type RecentSeconds = { readonly from: number; readonly last: number; readonly sinceMs: number };

export type RunRecent = Recent & Pick<RunMeasured, 'loops'>;

export type RunMeasured = Measured & {
  readonly globalCounters?: GlobalSums;
  /** Readings of the event loops in other threads than the drive's own. */
  readonly loops: readonly Pick<Readings, 'stalls' | 'loop'>[];
  /** Why a part of the measurements is missing. Absent when all are there. */
  readonly lost?: string;
};
