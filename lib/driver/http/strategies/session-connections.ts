import type { Session } from '../../model/session.ts';
import type { PooledRequest } from '../exchange/request-plan.ts';
import type { Connection } from '../pooled-connection.ts';
import { Stock } from './connection-stock.ts';
import { Queue } from './queue.ts';
import { Retries } from './retries.ts';
import type { Strategy, StrategyEnvironment } from './strategy.ts';

/** Provides connections for users, one for each, and takes them back. */
type Supply = Pick<Stock, 'open' | 'take' | 'replace' | 'putBack' | 'close'>;

/**
 * The connection of a user, from the user's first request to its end. `connection` is undefined while the
 * user waits for one.
 */
type Lease = {
  connection: Connection | undefined;
  readonly waiting: Queue<PooledRequest>;
  /** True for a pause after the connection could not be opened. Requests of the user wait meanwhile. */
  pauses: boolean;
};

/**
 * Gives each user one connection, which the user's concurrent requests share. With `SESSION_POOLS` it is one
 * of the shared connections, and users wait for it, first in, first out. With `OPEN_ON_REQUEST` it is opened
 * for the user and closed when the user ends.
 */
export class SessionConnections implements Strategy {
  readonly #environment: StrategyEnvironment;
  readonly #supply: Supply;
  readonly #retries: Retries;
  readonly #leases = new Map<Session, Lease>();
  /** For each connection that a user has, the lease of that user. */
  readonly #holders = new Map<Connection, Lease>();
  readonly #waiting: Queue<Lease> = new Queue();
  /** Connections that were replaced by another one, and that still have requests in flight. */
  readonly #leaving = new Set<Connection>();
  #halted = false;

  constructor(environment: StrategyEnvironment, supply: 'shared' | 'own') {
    this.#environment = environment;
    const changed = (connection: Connection): void => {
      const lease = this.#holders.get(connection);
      if (lease === undefined) {
        this.#lend();
        return;
      }
      if (connection.isLeaving && this.#supply.replace(connection)) this.#renew(lease, connection);
      this.#serve(lease);
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
    if (connection?.acceptsMore && waiting.size === 0 && !this.#halted && !lease.pauses) {
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
    if (lease === undefined) {
      if (connection.inFlight === 0 && this.#leaving.delete(connection)) this.#supply.putBack(connection);
      return;
    }
    if (connection.failedToOpen) this.#pause(lease);
    else this.#serve(lease);
  }

  halt(): void {
    this.#halted = true;
    this.#waiting.clear();
  }

  close(): void {
    this.#retries.close();
    const over = new Error('the phase has ended');
    // The remaining leases are those of users that have not ended.
    for (const connection of [...this.#holders.keys(), ...this.#leaving]) connection.close(over);
    this.#supply.close(over);
  }

  /** Without a pause, a user whose scenario loops would try thousands of times in a second. */
  #pause(lease: Lease): void {
    if (lease.pauses) return;
    lease.pauses = true;
    this.#retries.later(() => {
      lease.pauses = false;
      this.#serve(lease);
    });
  }

  #leaseOf(session: Session): Lease {
    const known = this.#leases.get(session);
    if (known !== undefined) return known;
    const lease: Lease = { connection: undefined, waiting: new Queue(), pauses: false };
    this.#leases.set(session, lease);
    session.atEnd(() => this.#end(session, lease));
    this.#acquire(lease);
    return lease;
  }

  /** Gives a user another connection. Requests in flight on the old connection continue there. */
  #renew(lease: Lease, leaving: Connection): void {
    this.#holders.delete(leaving);
    this.#leaving.add(leaving);
    lease.connection = undefined;
    this.#acquire(lease);
  }

  /** Gives a user a connection, or lets it wait for one. */
  #acquire(lease: Lease): void {
    const connection = this.#supply.take();
    if (connection === undefined) this.#waiting.push(lease);
    else this.#hold(lease, connection);
  }

  #hold(lease: Lease, connection: Connection): void {
    lease.connection = connection;
    this.#holders.set(connection, lease);
  }

  /** Takes the connection of a user back, after the user and all its requests have ended. */
  #end(session: Session, lease: Lease): void {
    this.#leases.delete(session);
    const { connection } = lease;
    lease.connection = undefined;
    if (connection === undefined) {
      this.#waiting.remove(lease);
      return;
    }
    this.#holders.delete(connection);
    // Without a pause, the next users would try thousands of times in a second while the target is down.
    if (connection.failedToOpen) this.#retries.later(() => this.#putBack(connection));
    else this.#putBack(connection);
  }

  #putBack(connection: Connection): void {
    this.#supply.putBack(connection);
    this.#lend();
  }

  /** Gives free connections to the users who have waited longest. */
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

  /** Sends the waiting requests of a user, as long as the user's connection accepts them. */
  #serve(lease: Lease): void {
    while (!lease.pauses && lease.waiting.size > 0 && !this.#halted && lease.connection?.acceptsMore) {
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

/**
 * Provides a connection of its own for each user, without a limit. `sharedConnections` has no effect here.
 */
class OwnSupply implements Supply {
  readonly #make: () => Connection;

  constructor({ connection }: StrategyEnvironment, changed: (connection: Connection) => void) {
    this.#make = () => connection(changed);
  }

  async open(): Promise<void> {}

  take(): Connection {
    return this.#make();
  }

  replace(connection: Connection): boolean {
    connection.drain();
    return true;
  }

  putBack(connection: Connection): void {
    connection.close(new Error('the user of this connection has ended'));
  }

  close(): void {}
}
