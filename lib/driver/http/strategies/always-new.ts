import type { PooledRequest } from '../exchange/request-plan.ts';
import type { Connection } from '../pooled-connection.ts';
import type { Strategy, StrategyEnvironment } from './strategy.ts';

/**
 * Opens one connection for each request and closes it after the request (`ALWAYS_NEW`). `sharedConnections`
 * has no effect on these connections.
 */
export class AlwaysNew implements Strategy {
  readonly #environment: StrategyEnvironment;
  readonly #open = new Set<Connection>();

  constructor(environment: StrategyEnvironment) {
    this.#environment = environment;
  }

  async open(): Promise<void> {}

  submit(request: PooledRequest): void {
    const connection = this.#environment.connection(() => {});
    this.#open.add(connection);
    this.#environment.claim(connection);
    request.send(connection, false);
  }

  withdraw(): void {}

  halt(): void {}

  release(connection: Connection): void {
    this.#open.delete(connection);
    connection.close(new Error('the request of this connection has ended'));
  }

  close(): void {
    for (const connection of this.#open) connection.close(new Error('the phase has ended'));
  }
}
