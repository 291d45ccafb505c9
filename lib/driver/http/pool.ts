import type { Clock } from '../clock.ts';
import type { Target } from '../model/benchmark.ts';
import type { ShardTarget } from '../model/plan.ts';
import type { Deadlines } from '../request/deadlines.ts';
import type { Gauges } from '../statistics/connection-gauges.ts';
import { Origin } from './client-state/origin.ts';
import { ConnectionGauges } from './connection-gauges.ts';
import type { PooledRequest, RequestPool } from './exchange/request-plan.ts';
import { Refusals } from './guard/refused-load.ts';
import { Connection } from './pooled-connection.ts';
import { AlwaysNew } from './strategies/always-new.ts';
import { SessionConnections } from './strategies/session-connections.ts';
import { SharedPool } from './strategies/shared-pool.ts';
import type { Strategy, StrategyEnvironment } from './strategies/strategy.ts';
import type { Connect } from './transport.ts';

export type PoolsEnvironment = {
  /** The clock of the drive. Its instants count from T0 of the phase. */
  readonly clock: Clock;
  readonly connect: Connect;
  readonly gauges: Gauges;
  /** Returns a random number from 0 to less than 1. */
  readonly random: () => number;
  /** The setting `repeatCookies` of the document. */
  readonly repeatCookies: boolean | undefined;
  /** Receives notices for people who read the results of the run. */
  readonly notice: (message: string) => void;
  /** Called when a target asks Downpour to stop the load. Absent: Downpour does not check for this. */
  readonly refused?: (message: string) => void;
};

/** One target in one shard: its connections, and the state that its requests share. */
export class Pool implements RequestPool {
  readonly target: ShardTarget;
  /** Ends requests to the target that exceed their time limit. Undefined without a limit. */
  readonly deadlines: Deadlines | undefined;
  countsBytes = false;
  readonly origin: Origin;
  readonly refusals: Refusals | undefined;
  readonly #gauges: ConnectionGauges;
  readonly #strategy: Strategy;

  /** Makes the pool. Each new socket connects to a random address of the target. */
  constructor(target: ShardTarget, deadlines: Deadlines | undefined, environment: PoolsEnvironment) {
    const { clock, connect, random, notice, refused } = environment;
    this.origin = new Origin(target, notice);
    this.refusals = refused && new Refusals(target, refused);
    this.target = target;
    this.deadlines = deadlines;
    const gauges = new ConnectionGauges(environment.gauges, target);
    this.#gauges = gauges;
    const { addresses } = target;
    const opening = {
      clock,
      target,
      gauges,
      notice,
      address: () => addresses[Math.floor(random() * addresses.length)],
      connect: (address: string | undefined, closed: () => void) => connect(target, address, closed),
    };
    this.#strategy = strategies[target.connectionStrategy]({
      target,
      clock,
      gauges,
      notice,
      claim: (connection) => this.#claim(connection),
      connection: (changed) => new Connection(opening, changed),
    });
  }

  /** The number of requests that were sent and have no response yet. */
  get inFlight(): number {
    return this.#gauges.inFlight.value;
  }

  open(signal: AbortSignal): Promise<void> {
    return this.#strategy.open(signal);
  }

  submit(request: PooledRequest): void {
    this.#strategy.submit(request);
  }

  withdraw(request: PooledRequest): void {
    this.#strategy.withdraw(request);
  }

  halt(): void {
    this.#strategy.halt();
  }

  release(connection: Connection): void {
    connection.inFlight -= 1;
    this.#gauges.inFlight.add(-1);
    if (connection.inFlight === 0) {
      this.#gauges.used.add(-1);
      connection.becameIdle();
    }
    this.#strategy.release(connection);
  }

  close(): void {
    this.#strategy.close();
  }

  #claim(connection: Connection): void {
    connection.inFlight += 1;
    this.#gauges.inFlight.add(1);
    if (connection.inFlight === 1) this.#gauges.used.add(1);
  }
}

const strategies: Readonly<
  Record<Target['connectionStrategy'], (environment: StrategyEnvironment) => Strategy>
> = {
  SHARED_POOL: (environment) => new SharedPool(environment),
  SESSION_POOLS: (environment) => new SessionConnections(environment, 'shared'),
  OPEN_ON_REQUEST: (environment) => new SessionConnections(environment, 'own'),
  ALWAYS_NEW: (environment) => new AlwaysNew(environment),
};
