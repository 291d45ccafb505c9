import type { PooledRequest } from '../exchange/request-plan.ts';
import type { Connection } from '../pooled-connection.ts';
import { Stock } from './connection-stock.ts';
import { Queue } from './queue.ts';
import { Retries } from './retries.ts';
import type { Strategy, StrategyEnvironment } from './strategy.ts';

/**
 * Any request can use any connection (`SHARED_POOL`). Requests that find no free connection wait, first in,
 * first out. Some connections accept several requests at once (pipelining, HTTP/2). Such a connection gets a
 * second request only when no other connection is idle and none can be made.
 */
export class SharedPool implements Strategy {
  readonly #environment: StrategyEnvironment;
  readonly #stock: Stock;
  readonly #retries: Retries;
  /** Connections with requests in flight that can accept more requests. */
  readonly #accepting = new Set<Connection>();
  readonly #waiting: Queue<PooledRequest> = new Queue();
  #serving = false;
  #halted = false;

  constructor(environment: StrategyEnvironment) {
    this.#environment = environment;
    this.#stock = new Stock(environment, {
      changed: (connection) => {
        if (connection.isLeaving) this.#stock.replace(connection);
        this.#place(connection);
        this.#serve();
      },
      ready: () => this.#serve(),
    });
    this.#retries = new Retries(environment.clock);
  }

  open(signal: AbortSignal): Promise<void> {
    return this.#stock.open(signal);
  }

  submit(request: PooledRequest): void {
    // A new request never overtakes a waiting request, even when a connection has just become free.
    const connection = this.#waiting.size === 0 && !this.#halted ? this.#take() : undefined;
    if (connection !== undefined) {
      this.#send(request, connection, false);
      return;
    }
    this.#environment.gauges.blocked.add(1);
    this.#waiting.push(request);
  }

  withdraw(request: PooledRequest): void {
    if (this.#waiting.remove(request)) this.#environment.gauges.blocked.add(-1);
  }

  halt(): void {
    this.#halted = true;
    this.#environment.gauges.blocked.add(-this.#waiting.size);
    this.#waiting.clear();
  }

  release(connection: Connection): void {
    if (connection.inFlight === 0) {
      if (this.#accepting.size > 0) this.#accepting.delete(connection);
      if (connection.failedToOpen) {
        this.#retries.later(() => this.#giveBack(connection));
        return;
      }
      this.#giveBack(connection);
      return;
    }
    this.#place(connection);
    this.#serve();
  }

  close(): void {
    this.#retries.close();
    this.#stock.close(new Error('the phase has ended'));
  }

  #giveBack(connection: Connection): void {
    this.#stock.putBack(connection);
    this.#serve();
  }

  /** Gives free connections to the requests that have waited longest. */
  #serve(): void {
    // A request that ends at once calls this function again from inside the loop below. The loop continues
    // anyway, so the inner call returns.
    if (this.#serving || this.#halted) return;
    this.#serving = true;
    while (this.#waiting.size > 0) {
      const connection = this.#take();
      if (connection === undefined) break;
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#environment.gauges.blocked.add(-1);
      this.#send(next, connection, true);
    }
    this.#serving = false;
  }

  #take(): Connection | undefined {
    const fresh = this.#stock.take();
    if (fresh !== undefined) return fresh;
    for (const connection of this.#accepting) {
      if (connection.acceptsMore) return connection;
      this.#accepting.delete(connection);
    }
    return undefined;
  }

  #send(request: PooledRequest, connection: Connection, waited: boolean): void {
    this.#environment.claim(connection);
    this.#place(connection);
    request.send(connection, waited);
  }

  #place(connection: Connection): void {
    if (connection.inFlight > 0 && connection.acceptsMore) this.#accepting.add(connection);
    else if (this.#accepting.size > 0) this.#accepting.delete(connection);
  }
}
