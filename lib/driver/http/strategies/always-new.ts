import type { Session } from '../../model/session.ts';
import type { PooledRequest } from '../exchange/request-plan.ts';
import type { Connection } from '../pooled-connection.ts';
import { Queue } from './queue.ts';
import { Retries } from './retries.ts';
import type { Strategy, StrategyEnvironment } from './strategy.ts';

type Pause = { isOver: boolean; readonly waiting: Queue<PooledRequest> };

/**
 * Opens one connection for each request and closes it after the request (`ALWAYS_NEW`). `sharedConnections`
 * has no effect on these connections.
 */
export class AlwaysNew implements Strategy {
  readonly #environment: StrategyEnvironment;
  /** The open connections, and the user of each. */
  readonly #open = new Map<Connection, Session>();
  /** Has, until a user ends, the latest pause after an attempt to connect for this user that failed. */
  readonly #pauses = new Map<Session, Pause>();
  readonly #retries: Retries;

  constructor(environment: StrategyEnvironment) {
    this.#environment = environment;
    this.#retries = new Retries(environment.clock);
  }

  async open(): Promise<void> {}

  submit(request: PooledRequest): void {
    const pause = this.#pauses.get(request.session);
    if (pause?.isOver !== false) {
      this.#send(request, false);
      return;
    }
    this.#environment.gauges.blocked.add(1);
    pause.waiting.push(request);
  }

  withdraw(request: PooledRequest): void {
    const withdrawn = this.#pauses.get(request.session)?.waiting.remove(request);
    if (withdrawn === true) this.#environment.gauges.blocked.add(-1);
  }

  halt(): void {
    for (const { waiting } of this.#pauses.values()) waiting.clear();
  }

  release(connection: Connection): void {
    const session = this.#open.get(connection);
    this.#open.delete(connection);
    connection.close(new Error('the request of this connection has ended'));
    if (session !== undefined && connection.failedToOpen) this.#pause(session);
  }

  close(): void {
    this.#retries.close();
    for (const connection of this.#open.keys()) connection.close(new Error('the phase has ended'));
  }

  /** Without a pause, a user whose scenario loops would try thousands of times in a second. */
  #pause(session: Session): void {
    const pause = this.#pauseOf(session);
    if (!pause.isOver) return;
    pause.isOver = false;
    this.#retries.later(() => {
      pause.isOver = true;
      for (let next = pause.waiting.shift(); next !== undefined; next = pause.waiting.shift()) {
        this.#environment.gauges.blocked.add(-1);
        this.#send(next, true);
      }
    });
  }

  #pauseOf(session: Session): Pause {
    const known = this.#pauses.get(session);
    if (known !== undefined) return known;
    const pause: Pause = { isOver: true, waiting: new Queue() };
    this.#pauses.set(session, pause);
    session.atEnd(() => this.#pauses.delete(session));
    return pause;
  }

  #send(request: PooledRequest, waited: boolean): void {
    const connection = this.#environment.connection(() => {});
    this.#open.set(connection, request.session);
    this.#environment.claim(connection);
    request.send(connection, waited);
  }
}
