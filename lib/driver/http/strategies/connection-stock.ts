import type { Cancel, Clock } from '../../clock.ts';
import type { ShardTarget } from '../../model/plan.ts';
import { connecting } from '../limits.ts';
import type { Connection } from '../pooled-connection.ts';
import { CoreOpening, type OpeningEnvironment } from './open-core-connections.ts';
import type { StrategyEnvironment } from './strategy.ts';

/**
 * Receives the events of a `Stock` of connections. The strategy that takes connections from the stock
 * implements it.
 */
export type StockKeeper = {
  /**
   * Called when the number of requests that a connection accepts has changed: it opened or closed, or the
   * target set another limit.
   */
  readonly changed: (connection: Connection) => void;
  /** Called when a connection that was opened in advance is ready in the stock. */
  readonly ready: () => void;
};

/**
 * The connections to one target, by the rules of `sharedConnections`. The core connections are opened before
 * T0. When no connection is idle, more are made, up to the maximum. `buffer` is the number of idle
 * connections that are kept open. Connections that are idle for the keep-alive time are closed, down to the
 * number of the core. The connection that became idle last is used first.
 */
export class Stock {
  readonly #target: ShardTarget;
  readonly #clock: Clock;
  readonly #environment: OpeningEnvironment;
  readonly #keeper: StockKeeper;
  readonly #make: () => Connection;
  /** All connections of the target, idle or in use. */
  readonly #all = new Set<Connection>();
  /** Connections that their target closes after the requests in flight. They are no longer in `#all`. */
  readonly #leaving = new Set<Connection>();
  readonly #idle: Connection[] = [];
  #cancelSweeping: Cancel | undefined;

  constructor(environment: StrategyEnvironment, keeper: StockKeeper) {
    const { target, clock, connection } = environment;
    this.#environment = environment;
    this.#target = target;
    this.#clock = clock;
    this.#keeper = keeper;
    this.#make = () => connection(keeper.changed);
  }

  async open(signal: AbortSignal): Promise<void> {
    const { core } = this.#target.shardConnections;
    const connections = Array.from({ length: core }, () => this.#add());
    await new CoreOpening(connections, this.#environment).run(signal);
    for (const connection of connections) this.putBack(connection);
    const { keepAliveMs } = this.#target.connections;
    if (keepAliveMs > 0)
      this.#cancelSweeping = this.#clock.every(Math.ceil(keepAliveMs / 4), () => this.#sweep(keepAliveMs));
  }

  take(): Connection | undefined {
    const connection = this.#takeIdle() ?? this.#grow();
    if (connection !== undefined && this.#idle.length < this.#target.shardConnections.buffer) this.#prepare();
    return connection;
  }

  /**
   * A target over HTTP/2 may allow no requests for a while, even on an idle connection. Such a connection is
   * skipped.
   */
  #takeIdle(): Connection | undefined {
    const latest = this.#idle.pop();
    if (latest === undefined || latest.acceptsMore) return latest;
    this.#idle.push(latest);
    const at = this.#idle.findLastIndex(({ acceptsMore }) => acceptsMore);
    return at < 0 ? undefined : this.#idle.splice(at, 1)[0];
  }

  /**
   * Removes a connection that the target closes after its requests in flight. A new connection may replace it
   * at once, as in other HTTP/2 clients. Otherwise one slow response would block a connection. False when
   * there are too many connections, or when the connection is no longer in the stock.
   */
  replace(connection: Connection): boolean {
    if (this.#all.size + this.#leaving.size >= connecting.replacingMax) return false;
    if (!this.#all.delete(connection)) return false;
    this.#leaving.add(connection);
    connection.drain();
    return true;
  }

  putBack(connection: Connection): void {
    if (this.#leaving.delete(connection)) return;
    // The clock is read only if the document has a keep-alive time. Otherwise it does not matter how long a
    // connection was idle.
    if (this.#target.connections.keepAliveMs > 0) connection.idleSinceNs = this.#clock.nowNs();
    this.#idle.push(connection);
  }

  close(error: Error): void {
    this.#cancelSweeping?.();
    for (const connection of [...this.#all, ...this.#leaving]) connection.close(error);
  }

  /** Opens a connection before a request needs it. A connection that cannot be opened is removed. */
  #prepare(): void {
    const connection = this.#grow();
    if (connection === undefined) return;
    connection.open().then(
      () => {
        this.putBack(connection);
        this.#keeper.ready();
      },
      () => this.#all.delete(connection),
    );
  }

  #sweep(keepAliveMs: number): void {
    const { core } = this.#target.shardConnections;
    while (this.#all.size > core) {
      const [oldest] = this.#idle;
      if (oldest === undefined || this.#clock.nowNs() - oldest.idleSinceNs < keepAliveMs * 1e6) return;
      this.#idle.shift();
      this.#all.delete(oldest);
      oldest.close(new Error('the connection was idle for its keep-alive time'));
    }
  }

  #grow(): Connection | undefined {
    return this.#all.size < this.#target.shardConnections.max ? this.#add() : undefined;
  }

  #add(): Connection {
    const connection = this.#make();
    this.#all.add(connection);
    return connection;
  }
}
