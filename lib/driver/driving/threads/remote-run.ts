import type { Clock } from '../../clock.ts';
import { shortageOf } from '../../http/connect-failures/unreachable.ts';
import type { PublishedData, SharedSnapshot } from '../../model/shared-state.ts';
import type { MapShare } from '../../sharing/shared-store.ts';
import { type LiveSlice, noSlice } from '../../statistics/recording/live-slice.ts';
import { noRows } from '../../statistics/wire/rows.ts';
import { driving } from '../limits.ts';
import type { DriveRun, RecentSeconds, RunMeasured, RunOutcome, RunRecent } from './drive-run.ts';
import type {
  CallName,
  FromThread,
  OrderOf,
  ReplyOf,
  Thread,
  ThreadOrder,
  ThreadState,
  ToThread,
} from './messages.ts';

export type RemoteEnvironment = {
  readonly clock: Clock;
  readonly log?: ((line: string) => void) | undefined;
  readonly published: (data: PublishedData) => void;
};

/**
 * Opens the connections for one part of a drive in another thread. Rejects with the error of `openShardRun`.
 */
export async function runRemotely(
  thread: Thread,
  order: ThreadOrder,
  environment: RemoteEnvironment,
  signal: AbortSignal,
): Promise<DriveRun> {
  const run = new RemoteRun(thread, order, environment);
  const giveUp = (): void => run.giveUp(messageOf(signal.reason));
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await run.open(order);
    signal.throwIfAborted();
    return run;
  } catch (error) {
    await run.close();
    run.release();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/**
 * The part of a drive that runs in another thread. The part has failed when its thread is lost, or does not
 * stop on request. Its measurements are then lost, and the drive does not wait for it.
 */
class RemoteRun implements DriveRun {
  readonly #thread: Thread;
  readonly #name: string;
  readonly #environment: RemoteEnvironment;
  readonly #waiting = new Map<number, PromiseWithResolvers<ReplyOf<CallName>>>();
  readonly #notices = new Set<string>();
  #state: Omit<ThreadState, 'slice'> = { active: { sessions: 0, inFlight: 0 }, notices: [], publications: 0 };
  #lost: string | undefined;
  #onFinished: () => void = () => {};

  constructor(thread: Thread, { assignment }: ThreadOrder, environment: RemoteEnvironment) {
    const { index, count } = assignment.thread ?? { index: 0, count: 1 };
    this.#name = `event loop ${index + 1} of ${count}`;
    this.#thread = thread;
    this.#environment = environment;
    thread.listen(
      (message) => this.#hear(message),
      (reason) => this.#lose(reason),
    );
  }

  get active(): DriveRun['active'] {
    return this.#state.active;
  }

  get notices(): readonly string[] {
    return [...new Set([...this.#state.notices, ...this.#notices])];
  }

  get publications(): number {
    return this.#state.publications;
  }

  notice(message: string): void {
    this.#notices.add(message);
  }

  async open(order: ThreadOrder): Promise<void> {
    await this.#call('open', order);
  }

  giveUp(reason: string): void {
    void this.#inTime('giveUp', { reason });
  }

  async run(t0Ns: number, onFinished: () => void, t0: number): Promise<RunOutcome> {
    this.#onFinished = onFinished;
    try {
      return await this.#call('run', { t0Ns, t0 });
    } catch (error) {
      const reason = messageOf(error);
      this.#finished();
      return { ...nothingKnown, reason, errors: [reason], notices: this.notices };
    }
  }

  stop(reason: string): void {
    void this.#inTime('stop', { reason });
  }

  seal(second: number): void {
    void this.#inTime('seal', { second });
  }

  async live(): Promise<LiveSlice> {
    const live = await this.#inTime('live', undefined);
    if (live === undefined) return noSlice();
    const { slice, ...state } = live;
    this.#state = state;
    return slice;
  }

  async recent(seconds: RecentSeconds): Promise<RunRecent> {
    return this.#call('recent', seconds);
  }

  async flush(sinceMs: number): Promise<RunMeasured> {
    return this.#call('flush', { sinceMs });
  }

  async absorb(snapshot: SharedSnapshot, maps: MapShare | undefined): Promise<void> {
    await this.#call('absorb', { snapshot, maps });
  }

  /** The shared data of the thread's users. Empty when the thread is lost. */
  async snapshot(final: boolean): Promise<SharedSnapshot> {
    return this.#lost === undefined
      ? this.#call('snapshot', { final })
      : { version: 1, final, maps: [], taken: [], counters: [], data: [] };
  }

  async measured(): Promise<RunMeasured> {
    try {
      return await this.#call('measured', undefined);
    } catch (error) {
      this.#lose(messageOf(error));
      return { rows: noRows, sessions: [], loops: [], lost: this.#lost ?? '' };
    }
  }

  async close(): Promise<void> {
    await this.#inTime('close', undefined);
  }

  release(): void {
    if (this.#lost === undefined) this.#thread.release();
    else this.#thread.end();
  }

  #call<Name extends CallName>(call: Name, order: OrderOf<Name>): Promise<ReplyOf<Name>> {
    if (this.#lost !== undefined) return Promise.reject(new Error(this.#lost));
    const id = calls++;
    const waiting = Promise.withResolvers<ReplyOf<Name>>();
    this.#waiting.set(id, waiting as PromiseWithResolvers<ReplyOf<CallName>>);
    this.#thread.post({ id, call, order } as ToThread);
    return waiting.promise;
  }

  /**
   * Makes a call that a working thread answers at once. A thread that does not answer in time, or answers
   * with an error, counts as lost.
   */
  async #inTime<Name extends CallName>(call: Name, order: OrderOf<Name>): Promise<ReplyOf<Name> | undefined> {
    const cancel = this.#environment.clock.after(driving.threadAnswerMsMax, () => this.#lose(tooSlow));
    try {
      return await this.#call(call, order);
    } catch (error) {
      this.#lose(messageOf(error));
      return undefined;
    } finally {
      cancel();
    }
  }

  #hear(message: FromThread): void {
    if ('event' in message) this.#notify(message);
    else this.#replied(message);
  }

  #replied(message: Exclude<FromThread, { event: string }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message)
      waiting?.reject(message.isShortage ? shortageOf(message.error) : new Error(message.error));
    else waiting?.resolve(message.reply);
  }

  #notify(message: Extract<FromThread, { event: string }>): void {
    if (message.event === 'finished') this.#finished();
    else if (message.event === 'published') this.#environment.published(message.data);
    else this.#environment.log?.(message.line);
  }

  #finished(): void {
    const onFinished = this.#onFinished;
    this.#onFinished = () => {};
    onFinished();
  }

  #lose(reason: string): void {
    if (this.#lost !== undefined) return;
    this.#lost = `${this.#name} was lost: ${reason}`;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(this.#lost));
    this.#waiting.clear();
  }
}

/**
 * Numbers the calls of all drives in this process. A thread serves several drives one after the other, and
 * its replies contain the number of their call.
 */
let calls = 0;

const tooSlow = `it did not answer within ${driving.threadAnswerMsMax / 1e3} s`;

/** The outcome of a part of a drive when its thread is lost. */
const nothingKnown = { result: 'failed', started: 0, throttled: 0, sessionLimitExceeded: false } as const;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
