import { type Cancel, type Clock, pause } from '../clock.ts';
import { connecting, driving } from '../limits.ts';
import type { ShardTarget } from '../model/plan.ts';
import type { Deadlines } from '../request/deadlines.ts';
import { Connection, type ConnectionEnvironment } from './connection.ts';
import type { PooledRequest, RequestPool } from './request-plan.ts';
import type { Connect } from './transport.ts';
import { UnbuiltDefaults } from './unbuilt-defaults.ts';
import { unreachable } from './unreachable.ts';

export type PoolsEnvironment = {
  /** Counts from T0. */
  readonly clock: Clock;
  readonly connect: Connect;
  /** Draws in [0, 1). */
  readonly random: () => number;
  /** What the document says of cookies. */
  readonly repeatCookies: boolean | undefined;
  /** Receives messages for readers of the results. */
  readonly notice: (message: string) => void;
};

/**
 * The shared connections of one target in one shard (`SHARED_POOL`): idle connections are reused last in, first out;
 * requests that find none wait first in, first out. A request comes by `submit`, gets its connection by
 * `exchange.send`, and gives it back by `release`.
 */
export class Pool implements RequestPool {
  readonly target: ShardTarget;
  readonly #connections: Connection[] = [];
  /** Connections with nothing in flight. */
  readonly #idle: Connection[] = [];
  /** Connections with something in flight and room for more (pipelining). */
  readonly #roomy: Connection[] = [];
  readonly #waiting: Queue<PooledRequest> = new Queue();
  /** The target's time limit; undefined means none. */
  readonly deadlines: Deadlines | undefined;
  countsBytes = false;
  readonly unbuilt: UnbuiltDefaults;
  readonly #clock: Clock;
  readonly #connection: ConnectionEnvironment;
  #cancelSweeping: Cancel | undefined;
  readonly #cancelRetries = new Set<Cancel>();
  /** Connections that count as at work and have no request: opened ahead of need, or waiting to be tried again. */
  #held = 0;
  /** When a connection was opened last, or opening began. */
  #progressNs = 0;

  /** Each new socket goes to a random one of the target's addresses. */
  constructor(target: ShardTarget, deadlines: Deadlines | undefined, environment: PoolsEnvironment) {
    const { clock, connect, random, repeatCookies, notice } = environment;
    this.unbuilt = new UnbuiltDefaults(target, repeatCookies, notice);
    this.#clock = clock;
    this.target = target;
    this.deadlines = deadlines;
    const { addresses } = target;
    this.#connection = {
      ...{ clock, target },
      connect: (closed) => connect(target, addresses[Math.floor(random() * addresses.length)], closed),
    };
  }

  /** Requests sent and not yet answered. */
  get inFlight(): number {
    return this.#connections.reduce((sum, connection) => sum + connection.inFlight, 0) - this.#held;
  }

  /**
   * Opens the core connections. Rejects with `Unreachable` when the reason will not pass, when nothing could be opened
   * for `driving.reachMsMax`, or with the signal's reason when that aborts.
   */
  async open(signal: AbortSignal): Promise<void> {
    const { core } = this.target.shardConnections;
    const failing = new AbortController();
    const opening = AbortSignal.any([signal, failing.signal]);
    this.#progressNs = this.#clock.nowNs();
    try {
      await Promise.all(Array.from({ length: core }, () => this.#openOne(opening)));
    } catch (error) {
      // One that fails ends the tries of the others.
      failing.abort(error);
      throw error;
    }
    const { keepAliveMs } = this.target.connections;
    if (keepAliveMs > 0)
      this.#cancelSweeping = this.#clock.every(Math.ceil(keepAliveMs / 4), () => this.#sweep(keepAliveMs));
  }

  async #openOne(signal: AbortSignal): Promise<void> {
    const connection = this.#add();
    for (;;) {
      signal.throwIfAborted();
      try {
        await unlessAborted(signal, connection.open());
        this.#progressNs = this.#clock.nowNs();
        this.#idle.push(connection);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const why = unreachable(this.target, error);
        const stuckMs = (this.#clock.nowNs() - this.#progressNs) / 1e6;
        if (!why.passing || stuckMs > driving.reachMsMax - connecting.retryPauseMs) throw why;
        await pause(this.#clock, connecting.retryPauseMs, signal);
      }
    }
  }

  /** Sends now on a free connection, else when one becomes free. */
  submit(exchange: PooledRequest): void {
    const connection = this.#take();
    if (connection !== undefined) {
      exchange.send(connection, false);
      return;
    }
    this.#waiting.push(exchange);
  }

  /** Takes a request back that still waits; its session was stopped. */
  withdraw(exchange: PooledRequest): void {
    this.#waiting.remove(exchange);
  }

  /** A request on this connection is over. One that could not be opened is tried again after a pause. */
  release(connection: Connection): void {
    if (connection.failedToOpen) this.#later(() => this.#serve(connection));
    else this.#serve(connection);
  }

  #later(call: () => void): void {
    this.#held += 1;
    const cancel = this.#clock.after(connecting.retryPauseMs, () => {
      this.#cancelRetries.delete(cancel);
      this.#held -= 1;
      call();
    });
    this.#cancelRetries.add(cancel);
  }

  /** Gives the free place on a connection to the request that has waited longest. */
  #serve(connection: Connection): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next.send(connection, true);
      return;
    }
    const hadRoom = connection.inFlight < connection.capacity;
    connection.inFlight -= 1;
    if (connection.inFlight > 0) {
      if (!hadRoom && connection.inFlight < connection.capacity) this.#roomy.push(connection);
      return;
    }
    if (connection.capacity > 1) remove(this.#roomy, connection);
    connection.idleSinceNs = this.#clock.nowNs();
    this.#idle.push(connection);
  }

  close(): void {
    for (const cancel of this.#cancelRetries) cancel();
    this.#cancelSweeping?.();
    for (const connection of this.#connections) connection.close(new Error('the phase is over'));
  }

  #take(): Connection | undefined {
    const connection = this.#idle.pop() ?? this.#grow() ?? this.#roomy[0];
    if (connection === undefined) return undefined;
    connection.inFlight += 1;
    if (this.#idle.length < this.target.shardConnections.buffer) this.#prepare();
    if (connection.capacity > 1) {
      if (connection.inFlight === 1) this.#roomy.push(connection);
      if (connection.inFlight === connection.capacity) remove(this.#roomy, connection);
    }
    return connection;
  }

  /** Keeps `buffer` connections open beyond those at work, up to `max`. One that fails is left out again. */
  #prepare(): void {
    const connection = this.#grow();
    if (connection === undefined) return;
    connection.inFlight = 1;
    this.#held += 1;
    connection.open().then(
      () => {
        this.#held -= 1;
        if (connection.capacity > 1) this.#roomy.push(connection);
        this.release(connection);
      },
      () => {
        this.#held -= 1;
        connection.inFlight = 0;
        remove(this.#connections, connection);
      },
    );
  }

  /** Closes what has been idle for the keep-alive time, longest first, down to the core. */
  #sweep(keepAliveMs: number): void {
    const { core } = this.target.shardConnections;
    while (this.#connections.length > core) {
      const [oldest] = this.#idle;
      if (oldest === undefined || this.#clock.nowNs() - oldest.idleSinceNs < keepAliveMs * 1e6) return;
      this.#idle.shift();
      remove(this.#connections, oldest);
      oldest.close(new Error('idle for its keep-alive time'));
    }
  }

  #grow(): Connection | undefined {
    return this.#connections.length < this.target.shardConnections.max ? this.#add() : undefined;
  }

  #add(): Connection {
    const connection = new Connection(this.#connection);
    this.#connections.push(connection);
    return connection;
  }
}

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
