import type { Files } from '../../model/files.ts';
import type { Assignment } from '../../model/plan.ts';
import type { PublishedData, SharedSnapshot } from '../../model/shared-state.ts';
import type { MapShare } from '../../sharing/shared-store.ts';
import type { LiveSlice } from '../../statistics/recording/live-slice.ts';
import type { DriveRun, RecentSeconds, RunMeasured, RunOutcome, RunRecent } from './drive-run.ts';

/**
 * The calls of a drive's main thread to another thread, and the replies. All of them are plain data, because
 * they are copied between threads.
 */
export type Calls = {
  readonly open: { readonly order: ThreadOrder; readonly reply: undefined };
  /** Stops the attempt to open connections. */
  readonly giveUp: { readonly order: { readonly reason: string }; readonly reply: undefined };
  /**
   * Starts the users. T0 is given twice: on the clock that all threads of a process share, and in epoch
   * milliseconds. The reply comes after all users have left.
   */
  readonly run: {
    readonly order: { readonly t0Ns: number; readonly t0: number };
    readonly reply: RunOutcome;
  };
  readonly stop: { readonly order: { readonly reason: string }; readonly reply: undefined };
  readonly seal: { readonly order: { readonly second: number }; readonly reply: undefined };
  readonly live: { readonly order: undefined; readonly reply: ThreadState };
  readonly recent: { readonly order: RecentSeconds; readonly reply: RunRecent };
  readonly flush: { readonly order: { readonly sinceMs: number }; readonly reply: RunMeasured };
  readonly absorb: {
    readonly order: { readonly snapshot: SharedSnapshot; readonly maps: MapShare | undefined };
    readonly reply: undefined;
  };
  readonly snapshot: { readonly order: { readonly final: boolean }; readonly reply: SharedSnapshot };
  readonly measured: { readonly order: undefined; readonly reply: RunMeasured };
  readonly close: { readonly order: undefined; readonly reply: undefined };
};

export type CallName = keyof Calls;
export type OrderOf<Name extends CallName> = Calls[Name]['order'];
export type ReplyOf<Name extends CallName> = Calls[Name]['reply'];

/** Everything that a thread needs to do its part of a drive's work. */
export type ThreadOrder = {
  readonly assignment: Assignment;
  readonly files?: Files;
  readonly hostname?: string;
  readonly runId?: string;
};

export type ThreadState = Pick<DriveRun, 'active' | 'notices' | 'publications'> & {
  readonly slice: LiveSlice;
};

export type ToThread = {
  readonly [Name in CallName]: { readonly id: number; readonly call: Name; readonly order: OrderOf<Name> };
}[CallName];

export type FromThread =
  | { readonly id: number; readonly reply: ReplyOf<CallName> }
  | { readonly id: number; readonly error: string; readonly isShortage?: true }
  /** Reports that no new users start in this thread. */
  | { readonly event: 'finished' }
  | { readonly event: 'published'; readonly data: PublishedData }
  | { readonly event: 'log'; readonly line: string };

/** Another thread, as the main thread sees it: messages to and from it, and its end. */
export type Thread = {
  post(message: ToThread): void;
  /**
   * Called once for every drive of the thread. Then `onMessage` receives its messages, and `onLost` the
   * reason if the thread is lost.
   */
  listen(onMessage: (message: FromThread) => void, onLost: (reason: string) => void): void;
  /** Reports that the thread is idle and can serve another drive. */
  release(): void;
  /** Ends the thread, even during its work. */
  end(): void;
};
