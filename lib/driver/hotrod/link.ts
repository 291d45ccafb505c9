import { type Cancel, type Clock, pause } from '../clock.ts';
import { Unreachable, unreachable } from '../http/connect-failures/unreachable.ts';
import { connecting } from '../http/limits.ts';
import { within } from '../http/preflight/preflight.ts';
import { hotRod } from './limits.ts';
import type { ConnectHotRod, HotRodServer, HotRodTransport } from './transport.ts';

/** The members of a request that the connection to the cache server (link.ts) uses. */
export type LinkedRequest = {
  /** Called when the connection is open. `waited`: the connection was not open when the request was ready. */
  send(transport: HotRodTransport, waited: boolean): void;
  fail(error: unknown): void;
};

/**
 * A connection to one server for one cache. A lost connection is opened again. Requests are sent at once when
 * the connection is open. While it is being opened, they wait in their order. When it cannot be opened, they
 * fail with the same error.
 */
export class CacheLink {
  /** The number of requests that were sent and are not over. */
  inFlight = 0;
  readonly #server: HotRodServer;
  readonly #clock: Clock;
  readonly #connect: () => HotRodTransport;
  #open: HotRodTransport | undefined;
  #opening = false;
  #closed = false;
  /** The instant of the latest failed attempt to open. The next attempt comes after a pause. */
  #failedNs = Number.NEGATIVE_INFINITY;
  #waiting: LinkedRequest[] = [];
  /** True when a request has ended since the last ping. */
  #alive = false;
  #cancelProbing: Cancel | undefined;

  constructor(server: HotRodServer, cache: string, clock: Clock, connect: ConnectHotRod) {
    this.#server = server;
    this.#clock = clock;
    this.#connect = () => connect(server, cache);
  }

  /**
   * Opens the connection before the load begins. Rejects with `Unreachable` when the reason will not pass or
   * lasts for `connecting.reachMsMax`, or with the reason of the signal when the signal aborts.
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

  /** Removes a waiting request whose session was stopped. */
  withdraw(request: LinkedRequest): void {
    this.#waiting = this.#waiting.filter((each) => each !== request);
  }

  /**
   * Reports a request that failed with this error. If the connection is lost, the next request opens another
   * connection.
   */
  failed(error: unknown): void {
    if (this.#open?.isLost(error) !== true) return;
    this.#open.close();
    this.#open = undefined;
  }

  /** Reports that a request is over. */
  release(): void {
    this.inFlight -= 1;
    this.#alive = true;
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
      // An error that is a text comes from the server. For example, the server has no such cache, or does not
      // know the user.
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
    // The end of a request may remove other requests from the queue and add new ones. New requests wait for
    // the next attempt.
    for (let left = this.#waiting.length; left > 0; left -= 1) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      this.inFlight += 1;
      if (outcome instanceof Error) request.fail(outcome);
      else request.send(outcome, true);
    }
  }

  /**
   * Pings the server. When a server closes a connection, the client does not report it to the waiting
   * requests. A ping makes the client detect it.
   */
  #probe(): void {
    if (this.inFlight > 0 && !this.#alive) this.#open?.probe();
    this.#alive = false;
  }
}

const urlOf = ({ protocol, host, port }: HotRodServer): string => `${protocol}://${host}:${port}`;
