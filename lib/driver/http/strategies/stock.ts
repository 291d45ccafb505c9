import type { Cancel, Clock } from '../../clock.ts';
import type { ShardTarget } from '../../model/plan.ts';
import type { Connection } from '../connection.ts';
import { CoreOpening, type OpeningEnvironment } from './core-opening.ts';
import type { StrategyEnvironment } from './strategy.ts';

/** What a stock tells the strategy that takes from it. */
export type StockKeeper = {
  /** A connection has opened or closed while it was taken. */
  readonly changed: (connection: Connection) => void;
  /** There is a connection to take that nobody gave back: it was opened ahead of need. */
  readonly ready: () => void;
};

/**
 * The connections of one target that wait to be taken, as `sharedConnections` says: the core is opened before
 * T0, more are made up to the maximum when none is idle, `buffer` are kept open beyond those taken, and what
 * is idle for the keep-alive time is closed down to the core. The one that became idle last is taken first.
 */
export class Stock {
  readonly #target: ShardTarget;
  readonly #clock: Clock;
  readonly #environment: OpeningEnvironment;
  readonly #keeper: StockKeeper;
  readonly #make: () => Connection;
  /** Of all connections, idle or taken. */
  readonly #all = new Set<Connection>();
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
    const connection = this.#idle.pop() ?? this.#grow();
    if (connection !== undefined && this.#idle.length < this.#target.shardConnections.buffer) this.#prepare();
    return connection;
  }

  putBack(connection: Connection): void {
    // Nobody asks how long it was idle where nothing is closed for it.
    if (this.#target.connections.keepAliveMs > 0) connection.idleSinceNs = this.#clock.nowNs();
    this.#idle.push(connection);
  }

  close(error: Error): void {
    this.#cancelSweeping?.();
    for (const connection of this.#all) connection.close(error);
  }

  /** Opens one ahead of need. If it fails it is left out again. */
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
      oldest.close(new Error('idle for its keep-alive time'));
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
