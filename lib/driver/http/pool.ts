import { driving } from '../limits.ts';
import type { ShardTarget } from '../model/plan.ts';
import { Connection } from './connection.ts';
import type { Deadlines } from './deadlines.ts';
import type { Exchange, RequestPool } from './exchange.ts';
import { within } from './preflight.ts';
import { UnbuiltDefaults } from './unbuilt-defaults.ts';
import { unreachable } from './unreachable.ts';

export type PoolsEdge = {
  /** Nanoseconds since T0. */
  readonly nowNs: () => number;
  /** Draws in [0, 1). */
  readonly random: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** What the document says of cookies. */
  readonly repeatCookies: boolean | undefined;
  /** Told what whoever reads the results should know. */
  readonly notice: (sentence: string) => void;
};

/**
 * The shared connections of one target in one shard (`SHARED_POOL`; reference section 12.1): idle connections are
 * reused last in, first out; requests that find none wait first in, first out.
 */
export class Pool implements RequestPool {
  readonly target: ShardTarget;
  readonly #connections: Connection[] = [];
  /** Connections with nothing in flight. */
  readonly #idle: Connection[] = [];
  /** Connections with something in flight and room for more (pipelining). */
  readonly #roomy: Connection[] = [];
  readonly #waiting: Queue<Exchange> = new Queue();
  readonly #pick: () => string | undefined;
  /** The target's time limit; undefined means none. */
  readonly deadlines: Deadlines | undefined;
  readonly unbuilt: UnbuiltDefaults;
  readonly #limit: number;
  readonly #nowNs: () => number;
  #sweeping: NodeJS.Timeout | undefined;
  /** When a connection was opened last, or opening began. */
  #progressNs = 0;

  /** `edge.random` draws in [0, 1): each new socket goes to a random one of the target's addresses. */
  constructor(
    target: ShardTarget,
    deadlines: Deadlines | undefined,
    edge: Pick<PoolsEdge, 'nowNs' | 'random' | 'repeatCookies' | 'notice'>,
  ) {
    this.unbuilt = new UnbuiltDefaults(target, edge.repeatCookies, edge.notice);
    this.#nowNs = edge.nowNs;
    this.target = target;
    this.deadlines = deadlines;
    this.#limit = target.pipeliningLimit;
    const { addresses } = target;
    this.#pick = () =>
      addresses.length === 0 ? undefined : addresses[Math.floor(edge.random() * addresses.length)];
  }

  get inFlight(): number {
    return this.#connections.reduce((sum, connection) => sum + connection.inFlight, 0);
  }

  /**
   * Opens the core connections. Rejects with `Unreachable` when the reason will not pass, when nothing could be opened
   * for `driving.reachMsMax`, or with the signal's reason when that aborts.
   */
  async open(pause: (ms: number) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { core } = this.target.shardConnections;
    const failing = new AbortController();
    const opening = AbortSignal.any([signal, failing.signal]);
    this.#progressNs = this.#nowNs();
    try {
      await Promise.all(Array.from({ length: core }, () => this.#openOne(pause, opening)));
    } catch (error) {
      // One that fails ends the tries of the others.
      failing.abort(error);
      throw error;
    }
    const { keepAliveMs } = this.target.connections;
    if (keepAliveMs > 0)
      this.#sweeping = setInterval(() => this.#sweep(keepAliveMs), Math.ceil(keepAliveMs / 4));
  }

  async #openOne(pause: (ms: number) => Promise<void>, signal: AbortSignal): Promise<void> {
    const connection = this.#add();
    for (;;) {
      signal.throwIfAborted();
      try {
        await unlessAborted(signal, within(driving.reachMsMax, this.target, connection.open()));
        this.#progressNs = this.#nowNs();
        this.#idle.push(connection);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const why = unreachable(this.target, error);
        const stuckMs = (this.#nowNs() - this.#progressNs) / 1e6;
        if (!why.passing || stuckMs > driving.reachMsMax - retryPauseMs) throw why;
        await pause(retryPauseMs);
      }
    }
  }

  /** Sends now on a free connection, else when one becomes free. */
  submit(exchange: Exchange): void {
    const connection = this.#take();
    if (connection !== undefined) {
      exchange.send(connection);
      return;
    }
    exchange.waited = true;
    this.#waiting.push(exchange);
  }

  /** Takes a request back that still waits; its session was stopped. */
  withdraw(exchange: Exchange): void {
    this.#waiting.remove(exchange);
  }

  /** A request on this connection is over. */
  release(connection: Connection): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next.send(connection);
      return;
    }
    connection.inFlight -= 1;
    if (connection.inFlight === 0) {
      if (this.#limit > 1) remove(this.#roomy, connection);
      connection.idleSinceNs = this.#nowNs();
      this.#idle.push(connection);
    } else if (connection.inFlight === this.#limit - 1) this.#roomy.push(connection);
  }

  /** As `release`, after a pause: the connection could not be opened. */
  rest(connection: Connection): void {
    setTimeout(() => this.release(connection), retryPauseMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #take(): Connection | undefined {
    const connection = this.#idle.pop() ?? this.#grow() ?? this.#roomy[0];
    if (connection === undefined) return undefined;
    connection.inFlight += 1;
    if (this.#idle.length < this.target.connections.buffer) this.#prepare();
    if (this.#limit > 1) {
      if (connection.inFlight === 1) this.#roomy.push(connection);
      if (connection.inFlight === this.#limit) remove(this.#roomy, connection);
    }
    return connection;
  }

  /** Keeps `buffer` connections open beyond those at work, up to `max`. One that fails is left out again. */
  #prepare(): void {
    const connection = this.#grow();
    if (connection === undefined) return;
    connection.inFlight = 1;
    connection.open().then(
      () => this.release(connection),
      () => remove(this.#connections, connection),
    );
  }

  /** Closes what has been idle for the keep-alive time, longest first, down to the core. */
  #sweep(keepAliveMs: number): void {
    const { core } = this.target.shardConnections;
    while (this.#connections.length > core) {
      const [oldest] = this.#idle;
      if (oldest === undefined || this.#nowNs() - oldest.idleSinceNs < keepAliveMs * 1e6) return;
      this.#idle.shift();
      remove(this.#connections, oldest);
      void oldest.close();
    }
  }

  #grow(): Connection | undefined {
    return this.#connections.length < this.target.shardConnections.max ? this.#add() : undefined;
  }

  #add(): Connection {
    const connection = new Connection(this.target, this.#pick);
    this.#connections.push(connection);
    return connection;
  }
}

const retryPauseMs = 50;

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

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** First in, first out without moving what waits. */
class Queue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    while (this.#head < this.#items.length) {
      const item = this.#items[this.#head];
      this.#items[this.#head] = undefined;
      this.#head += 1;
      if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
        this.#items = this.#items.slice(this.#head);
        this.#head = 0;
      }
      if (item !== undefined) return item;
    }
    return undefined;
  }

  remove(item: T): void {
    const index = this.#items.indexOf(item, this.#head);
    if (index >= 0) this.#items[index] = undefined;
  }
}
