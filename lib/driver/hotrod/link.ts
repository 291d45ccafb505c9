import { type Cancel, type Clock, pause } from '../clock.ts';
import { connecting } from '../http/limits.ts';
import { within } from '../http/preflight/preflight.ts';
import { Unreachable, unreachable } from '../http/unreachable.ts';
import { hotRod } from './limits.ts';
import type { ConnectHotRod, HotRodServer, HotRodTransport } from './transport.ts';

/** A request as its link sees it. */
export type LinkedRequest = {
  /** `waited`: the connection was not open when the request was ready. */
  send(transport: HotRodTransport, waited: boolean): void;
  fail(error: unknown): void;
};

/**
 * One connection to one server for one cache, opened again when it was lost. Requests go out at once; while
 * it is being opened they wait, first in, first out, and when that fails they fail with it.
 */
export class CacheLink {
  /** Requests sent and not yet over. */
  inFlight = 0;
  readonly #server: HotRodServer;
  readonly #clock: Clock;
  readonly #connect: () => HotRodTransport;
  #open: HotRodTransport | undefined;
  #opening = false;
  #closed = false;
  /** When an attempt to open failed last; none may follow within the pause. */
  #failedNs = Number.NEGATIVE_INFINITY;
  #waiting: LinkedRequest[] = [];
  /** Something has ended since the last probe. */
  #alive = false;
  #cancelProbing: Cancel | undefined;

  constructor(server: HotRodServer, cache: string, clock: Clock, connect: ConnectHotRod) {
    this.#server = server;
    this.#clock = clock;
    this.#connect = () => connect(server, cache);
  }

  /**
   * Opens the connection ahead of the load. Rejects with `Unreachable` when the reason will not pass, when it
   * lasts for `connecting.reachMsMax`, or with the signal's reason when that aborts.
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

  /** Takes a request back that still waits; its session was stopped. */
  withdraw(request: LinkedRequest): void {
    this.#waiting = this.#waiting.filter((each) => each !== request);
  }

  /**
   * A request failed with this error: one that says that the connection is lost has the next one open
   * another.
   */
  failed(error: unknown): void {
    if (this.#open?.isLost(error) !== true) return;
    this.#open.close();
    this.#open = undefined;
  }

  /** A request is over. */
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
      // What is no error of a socket is what the server said: that it has no such cache, or knows no such
      // user.
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
    // The end of one may withdraw others and bring new ones, which wait for the next attempt.
    for (let left = this.#waiting.length; left > 0; left -= 1) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      this.inFlight += 1;
      if (outcome instanceof Error) request.fail(outcome);
      else request.send(outcome, true);
    }
  }

  /** A server that closes a connection does not tell the requests on it; sending something does. */
  #probe(): void {
    if (this.inFlight > 0 && !this.#alive) this.#open?.probe();
    this.#alive = false;
  }
}

const urlOf = ({ protocol, host, port }: HotRodServer): string => `${protocol}://${host}:${port}`;
