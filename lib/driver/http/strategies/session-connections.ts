import type { Session } from '../../model/session.ts';
import type { Connection } from '../connection.ts';
import type { PooledRequest } from '../exchange/request-plan.ts';
import { Queue } from './queue.ts';
import { Retries } from './retries.ts';
import { Stock } from './stock.ts';
import type { Strategy, StrategyEnvironment } from './strategy.ts';

/** Where a user's connection comes from and goes to. */
type Supply = Pick<Stock, 'open' | 'take' | 'putBack' | 'close'>;

/**
 * A user and the connection that it has to itself from its first request to its end; undefined: it waits for
 * one.
 */
type Lease = {
  connection: Connection | undefined;
  readonly waiting: Queue<PooledRequest>;
};

/**
 * Every user has one connection to itself, which its concurrent requests share: one of the shared ones
 * (`SESSION_POOLS`), for which users wait first in, first out, or one of its own that is opened and closed
 * for it (`OPEN_ON_REQUEST`).
 */
export class SessionConnections implements Strategy {
  readonly #environment: StrategyEnvironment;
  readonly #supply: Supply;
  readonly #retries: Retries;
  readonly #leases = new Map<Session, Lease>();
  /** The lease of a connection that is taken. */
  readonly #holders = new Map<Connection, Lease>();
  readonly #waiting: Queue<Lease> = new Queue();
  #halted = false;

  constructor(environment: StrategyEnvironment, supply: 'shared' | 'own') {
    this.#environment = environment;
    const changed = (connection: Connection): void => {
      const lease = this.#holders.get(connection);
      if (lease !== undefined) this.#serve(lease);
    };
    this.#supply =
      supply === 'own'
        ? new OwnSupply(environment, changed)
        : new Stock(environment, { changed, ready: () => this.#lend() });
    this.#retries = new Retries(environment.clock);
  }

  open(signal: AbortSignal): Promise<void> {
    return this.#supply.open(signal);
  }

  submit(request: PooledRequest): void {
    const lease = this.#leaseOf(request.session);
    const { connection, waiting } = lease;
    if (connection?.hasRoom && waiting.size === 0 && !this.#halted) {
      this.#send(request, connection, false);
      return;
    }
    this.#environment.gauges.blocked.add(1);
    waiting.push(request);
  }

  withdraw(request: PooledRequest): void {
    const withdrawn = this.#leases.get(request.session)?.waiting.remove(request);
    if (withdrawn === true) this.#environment.gauges.blocked.add(-1);
  }

  release(connection: Connection): void {
    const lease = this.#holders.get(connection);
    if (lease === undefined) return;
    if (connection.failedToOpen) this.#retries.later(() => this.#serve(lease));
    else this.#serve(lease);
  }

  halt(): void {
    this.#halted = true;
    this.#waiting.clear();
  }

  close(): void {
    this.#retries.close();
    const over = new Error('the phase is over');
    // Those of users who are still there.
    for (const connection of this.#holders.keys()) connection.close(over);
    this.#supply.close(over);
  }

  #leaseOf(session: Session): Lease {
    const known = this.#leases.get(session);
    if (known !== undefined) return known;
    const lease: Lease = { connection: undefined, waiting: new Queue() };
    this.#leases.set(session, lease);
    session.atEnd(() => this.#end(session, lease));
    const connection = this.#supply.take();
    if (connection === undefined) this.#waiting.push(lease);
    else this.#hold(lease, connection);
    return lease;
  }

  #hold(lease: Lease, connection: Connection): void {
    lease.connection = connection;
    this.#holders.set(connection, lease);
  }

  /** The user is gone, and so are its requests. */
  #end(session: Session, lease: Lease): void {
    this.#leases.delete(session);
    const { connection } = lease;
    lease.connection = undefined;
    if (connection === undefined) {
      this.#waiting.remove(lease);
      return;
    }
    this.#holders.delete(connection);
    this.#supply.putBack(connection);
    this.#lend();
  }

  /** Gives connections that are free to the users who have waited longest. */
  #lend(): void {
    while (this.#waiting.size > 0) {
      const connection = this.#supply.take();
      if (connection === undefined) return;
      const lease = this.#waiting.shift();
      if (lease === undefined) return;
      this.#hold(lease, connection);
      this.#serve(lease);
    }
  }

  /** Sends what the user's other requests leave room for. */
  #serve(lease: Lease): void {
    while (lease.waiting.size > 0 && !this.#halted && lease.connection?.hasRoom) {
      const next = lease.waiting.shift();
      if (next === undefined) return;
      this.#environment.gauges.blocked.add(-1);
      this.#send(next, lease.connection, true);
    }
  }

  #send(request: PooledRequest, connection: Connection, waited: boolean): void {
    this.#environment.claim(connection);
    request.send(connection, waited);
  }
}

/** Connections without bound, each for one user; `sharedConnections` says nothing about them. */
class OwnSupply implements Supply {
  readonly #make: () => Connection;

  constructor({ connection }: StrategyEnvironment, changed: (connection: Connection) => void) {
    this.#make = () => connection(changed);
  }

  async open(): Promise<void> {}

  take(): Connection {
    return this.#make();
  }

  putBack(connection: Connection): void {
    connection.close(new Error('its user is gone'));
  }

  close(): void {}
}
