import { grouped } from '../../../words.ts';
import { type Clock, pause } from '../../clock.ts';
import type { ShardTarget } from '../../model/plan.ts';
import { Unreachable, unreachable } from '../connect-failures/unreachable.ts';
import { connecting } from '../limits.ts';
import type { Connection } from '../pooled-connection.ts';

export type OpeningEnvironment = {
  readonly target: ShardTarget;
  readonly clock: Clock;
  /** Receives notices for people who read the results of the run. */
  readonly notice: (message: string) => void;
};

/**
 * Opens the core connections of one target before T0, some at a time. Opening all at once would take so long
 * that the first connections time out. The last few may remain closed, because each connection opens when a
 * request needs it.
 */
export class CoreOpening {
  readonly #target: ShardTarget;
  readonly #clock: Clock;
  readonly #notice: (message: string) => void;
  readonly #waiting: Connection[];
  readonly #core: number;
  readonly #ending = new AbortController();
  #opened = 0;
  /** The instant at which a connection was last opened, or at which the opening began. */
  #progressNs: number;
  readonly #beganNs: number;
  /** The longest stall of this event loop while the connections are opened, in milliseconds. */
  #longestStallMs = 0;

  constructor(connections: readonly Connection[], { target, clock, notice }: OpeningEnvironment) {
    this.#target = target;
    this.#clock = clock;
    this.#notice = notice;
    this.#waiting = connections.toReversed();
    this.#core = connections.length;
    this.#beganNs = clock.nowNs();
    this.#progressNs = this.#beganNs;
  }

  /**
   * Opens the core connections. Rejects with `Unreachable` when too few could be opened, or with the reason
   * of the signal when the signal aborts.
   */
  async run(signal: AbortSignal): Promise<void> {
    const opening = AbortSignal.any([signal, this.#ending.signal]);
    const stopWatching = this.#watchStalls();
    const concurrency = Math.min(this.#core, connecting.openingsAtOnce);
    try {
      await Promise.all(Array.from({ length: concurrency }, () => this.#openNext(opening)));
    } catch (error) {
      // When the attempt to open one connection gives up, the attempts for all others end too.
      this.#ending.abort(error);
      if (!(error instanceof Late)) throw error;
      this.#notice(error.message);
    } finally {
      stopWatching();
    }
  }

  async #openNext(signal: AbortSignal): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      await this.#openOne(next, signal);
  }

  async #openOne(connection: Connection, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      try {
        await unlessAborted(signal, connection.open());
        this.#opened += 1;
        this.#progressNs = this.#clock.nowNs();
        return;
      } catch (error) {
        signal.throwIfAborted();
        const why = unreachable(this.#target, error);
        if (!why.passing) throw why;
        if (this.#isOver) throw this.#conclusion(why);
        await pause(this.#clock, connecting.retryPauseMs, signal);
      }
    }
  }

  /** True when no connection has opened for too long, or when the whole opening takes too long. */
  get #isOver(): boolean {
    const nowNs = this.#clock.nowNs();
    const stuckMs = (nowNs - this.#progressNs) / 1e6;
    return (
      stuckMs > connecting.reachMsMax - connecting.retryPauseMs ||
      (nowNs - this.#beganNs) / 1e6 > connecting.openingCoreMsMax
    );
  }

  #conclusion(why: Unreachable): Late | Unreachable {
    const isBusy = this.#longestStallMs > connecting.openingStallMs;
    if (this.#opened === 0 && !isBusy) return why;
    const { protocol, host, port } = this.#target;
    const lasted = ((this.#clock.nowNs() - this.#beganNs) / 1e9).toFixed(1);
    const count = `${grouped(this.#opened)} of ${grouped(this.#core)} connections to ${protocol}://${host}:${port} were open after ${lasted} s`;
    const who = isBusy
      ? `this machine was too busy: an event loop of the generator stalled for ${Math.round(this.#longestStallMs)} ms`
      : `the last error: ${why.message}`;
    if (this.#opened * 100 >= this.#core * connecting.openedPercentMin)
      return new Late(`${count}, and the others open when requests need them; ${who}`);
    const advice = isBusy
      ? 'use fewer connections, end other programs, or run from another machine'
      : 'use fewer connections, or let the target accept more (raise its listen backlog or its limit of file descriptors)';
    return new Unreachable(`${count}; ${who}; ${advice}`, true, why);
  }

  #watchStalls(): () => void {
    let lastNs = this.#clock.nowNs();
    return this.#clock.every(connecting.retryPauseMs, () => {
      const nowNs = this.#clock.nowNs();
      this.#longestStallMs = Math.max(this.#longestStallMs, (nowNs - lastNs) / 1e6 - connecting.retryPauseMs);
      lastNs = nowNs;
    });
  }
}

/** The error when the attempt to open connections ends because enough of them are open for the load. */
class Late extends Error {}

async function unlessAborted(signal: AbortSignal, promise: Promise<void>): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
