import type { Clock } from '../../clock.ts';
import type { ShardTarget } from '../../model/plan.ts';
import type { ConnectionGauges } from '../connection-gauges.ts';
import type { PooledRequest } from '../exchange/request-plan.ts';
import type { Connection } from '../pooled-connection.ts';

/**
 * Decides how the users of one shard share the connections to one target (`connectionStrategy`). A request is
 * passed to `submit`. It gets its connection by its function `send`, at once or later. `release` returns the
 * connection.
 */
export type Strategy = {
  /**
   * Opens the connections that must be open before T0. Rejects with `Unreachable` when a further attempt is
   * useless, or when too few connections could be opened. Rejects with the reason of the signal when the
   * signal aborts.
   */
  open(signal: AbortSignal): Promise<void>;
  submit(request: PooledRequest): void;
  /** Removes a request that still waits for a connection. */
  withdraw(request: PooledRequest): void;
  /** Called when a request on this connection has ended. The connection no longer counts it. */
  release(connection: Connection): void;
  /** Gives no further connection to waiting requests, because all users are about to stop. */
  halt(): void;
  close(): void;
};

export type StrategyEnvironment = {
  readonly target: ShardTarget;
  readonly clock: Clock;
  readonly gauges: ConnectionGauges;
  /** Receives notices for people who read the results of the run. */
  readonly notice: (message: string) => void;
  /** Counts a request that is about to be sent on this connection. */
  readonly claim: (connection: Connection) => void;
  /**
   * Makes a connection. `changed` is called when its socket has opened or closed, or when the target has set
   * another limit.
   */
  readonly connection: (changed: (connection: Connection) => void) => Connection;
};
