import { type Cancel, type Clock, pause } from '../clock.ts';
import { Unreachable, unreachable } from '../http/connect-failures/unreachable.ts';
import { connecting } from '../http/limits.ts';
import { within } from '../http/preflight/preflight.ts';
import { hotRod } from './limits.ts';
import type { ConnectHotRod, HotRodServer, HotRodTransport } from './transport.ts';

/** The part of a request that a connection to a cache server uses. */
export type LinkedRequest = {
  /** Called when the connection is open. `waited`: the connection was not open when the request was ready. */
  send(transport: HotRodTransport, waited: boolean): void;
  fail(error: unknown): void;
};

/**
 * A connection to one server for one cache. A lost connection is opened again. Requests are sent at once when
 * the connection is open. While it is being opened, they wait in their order. If it cannot be opened, all of
 * them fail with the same error.
 */
export class CacheLink {
  /** The number of requests that were sent and have not ended. */
  inFlight = 0;
  readonly #server: HotRodServer;
  readonly #clock: Clock;
  readonly #connect: () => HotRodTransport;
  #open: HotRodTransport | undefined;
  #opening = false;
  #closed = false;
  /**
   * The instant of the latest failed attempt to open the connection. The next attempt comes after a pause.
   */
  #failedNs = Number.NEGATIVE_INFINITY;
  #waiting: LinkedRequest[] = [];
  /**
   * True when at least one request got an answer since `#probe` was last called, so that the connection
   * works.
   */
  #alive = false;
  #cancelProbing: Cancel | undefined;

  constructor(server: HotRodServer, cache: string, clock: Clock, connect: ConnectHotRod) {
    this.#server = server;
    this.#clock = clock;
    this.#connect = () => connect(server, cache);
  }

  /**
   * Opens the connection before the load begins. Rejects with `Unreachable` when a further attempt is
   * useless, or when attempts have failed for `connecting.reachMsMax`. Rejects with the reason of the signal
   * when the signal aborts.
   */
  async open(signal: AbortSignal): Promise<void> {
    const startNs = this.#clock.nowNs();
    for (;;) {
      signal.throwIfAborted();
      try {
        this.#open = await this.#tryOnce();
        break;
      } catch (error) {
        signal.throwIfAborted();
        const triedMs = (this.#clock.nowNs() - startNs) / 1e6;
        const passing = error instanceof Unreachable && error.passing;
        if (!passing || triedMs > connecting.reachMsMax - connecting.retryPauseMs) throw error;
        await pause(this.#clock, connecting.retryPauseMs, signal);
      }
    }
    this.#cancelProbing = this.#clock.every(hotRod.probeMs, () => this.#probe());
  }

  submit(request: LinkedRequest): void {
    if (this.#open !== undefined) {
      this.inFlight += 1;
      request.send(this.#open, false);
      return;
    }
    this.#waiting.push(request);
    if (!this.#opening) void this.#openAgain();
  }

  /** Removes a waiting request because its user was stopped. */
  withdraw(request: LinkedRequest): void {
    this.#waiting = this.#waiting.filter((each) => each !== request);
  }

  /**
   * Reports that a request has failed with this error. If the connection is lost, the next request opens
   * another.
   */
  failed(error: unknown): void {
    if (this.#open?.isLost(error) !== true) return;
    this.#open.close();
    this.#open = undefined;
  }

  /** Reports that a request has ended. `isAnswered`: with an answer, so that the connection works. */
  release(isAnswered: boolean): void {
    this.inFlight -= 1;
    this.#alive ||= isAnswered;
  }

  close(): void {
    this.#closed = true;
    this.#cancelProbing?.();
    this.#open?.close();
    this.#open = undefined;
  }

  async #tryOnce(): Promise<HotRodTransport> {
    const transport = this.#connect();
    await transport.load();
    try {
      await within(this.#clock, connecting.reachMsMax, this.#server, transport.open());
      return transport;
    } catch (error) {
      transport.close();
      // An error that is a text comes from the server. For example, the server has no such cache, or rejects
      // the user.
      throw typeof error === 'string'
        ? new Unreachable(`cannot reach ${urlOf(this.#server)}: ${error}`, false)
        : unreachable(this.#server, error);
    }
  }

  async #openAgain(): Promise<void> {
    this.#opening = true;
    const restMs = connecting.retryPauseMs - (this.#clock.nowNs() - this.#failedNs) / 1e6;
    if (restMs > 0) await pause(this.#clock, restMs);
    const outcome = await this.#tryOnce().catch((error: Error) => error);
    this.#opening = false;
    if (outcome instanceof Error) this.#failedNs = this.#clock.nowNs();
    else if (this.#closed) outcome.close();
    else this.#open = outcome;
    // When a request ends here, others may leave the queue or enter it. New requests wait for the next
    // attempt.
    for (let left = this.#waiting.length; left > 0; left -= 1) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      this.inFlight += 1;
      if (outcome instanceof Error) request.fail(outcome);
      else request.send(outcome, true);
    }
  }

  /**
   * Sends the server a ping if requests are in flight and none got an answer since the last call. When a
   * server closes a connection, the client does not report this to the waiting requests. A ping makes the
   * client detect it.
   */
  #probe(): void {
    if (this.inFlight > 0 && !this.#alive) this.#open?.probe();
    this.#alive = false;
  }
}

const urlOf = ({ protocol, host, port }: HotRodServer): string => `${protocol}://${host}:${port}`;
