import type { Cancel } from '../clock.ts';
import type { RequestInFlight, RunningSequence, Session } from '../model/session.ts';
import type { Deadlines, Timed } from '../request/deadlines.ts';
import {
  recordEnded,
  recordFollowUp,
  recordReady,
  recordResent,
  recordSent,
  recordUnsent,
  recordWithdrawn,
} from '../request/record-request.ts';
import { ClientRequest } from './client-state/client-request.ts';
import { isShortage } from './connect-failures/unreachable.ts';
import { Handling } from './exchange/handled-request.ts';
import type { FollowUp, Outgoing } from './exchange/redirects.ts';
import type { RequestPlan } from './exchange/request-plan.ts';
import { type Repeat, repeatOf, staleSentence } from './exchange/retry-decision.ts';
import type { Connection } from './pooled-connection.ts';
import {
  RequestRefused,
  type ResponseHeaders,
  StaleConnection,
  TimedOut,
  type TransportHandler,
} from './transport.ts';

/**
 * A request and its response. The object is also the handler of the transport (the socket), and its session
 * uses it again for the next request. So a request allocates few objects.
 *
 * A request proceeds as follows. Its step calls `begin`. The pool calls `send` with a connection, now or
 * later. The transport calls the `on...` functions, which run the handlers as the response arrives. At the
 * end the exchange notifies the statistics (record-request.ts), the pool (`release`) and the session
 * (`requestEnded`), in this order. `timeOut` (from `Deadlines`) and `cancel` (from the session) cancel the
 * request on its connection, and the transport then reports the end. No other code changes an exchange.
 *
 * A redirect counts as a request of its own. The exchange sends it when the previous request ends, after a
 * pause if the page asks for one. The session and the actions at the end wait only for the last request.
 */
export class Exchange implements TransportHandler, RequestInFlight, Timed {
  readonly session: Session;
  /**
   * The neighbours in the list of requests with the same time limit: the next older and the next younger
   * request. Only `Deadlines` changes these members.
   */
  older: Timed | undefined;
  younger: Timed | undefined;
  readonly #client: ClientRequest;
  readonly #handling: Handling;
  #deadlines: Deadlines | undefined;
  #connection: Connection | undefined;
  /**
   * Cancels the pause before the request that a page asks for (`refresh`). Undefined when there is no pause.
   */
  #cancelPause: Cancel | undefined;
  #sent = false;
  /**
   * How to send the request again when its connection could not carry it. Undefined: the request is not sent
   * again.
   */
  #repeat: Repeat | undefined;
  /** The number of times that the request was sent again. */
  #repeats = 0;
  /** True when the transport has reported the end of the request. */
  #over = true;
  #done = true;

  constructor(session: Session) {
    this.session = session;
    this.#client = new ClientRequest(session.clock);
    this.#handling = new Handling(session);
  }

  /** True when the request has got a connection, or is answered without one. */
  get sent(): boolean {
    return this.#sent;
  }

  get done(): boolean {
    return this.#done;
  }

  get sentNs(): number {
    return this.#handling.record.sentNs;
  }

  /** Fills in a request from the session's variables and passes it to the pool of connections. */
  begin(plan: RequestPlan, sequence: RunningSequence): void {
    const { session } = this;
    const handling = this.#handling;
    // All values are read here, while the step runs. So an error in a value fails the phase of this session,
    // and no other phase.
    const pool = typeof plan.pool === 'function' ? plan.pool(session, sequence) : plan.pool;
    const { method, client } = plan;
    const path = plan.path(session, sequence);
    const headers = plan.headers(session, sequence);
    const body = plan.body?.(session, sequence) ?? null;
    handling.begin(plan, sequence, { method, path, headers, moreHeaders: undefined, body, pool, client });
    this.#applyClientState();
    this.#done = false;
    recordReady(handling.record, session, sequence, lengthOf(body));
    this.#submit();
  }

  /** Applies the cookies and the cache of the user to the request. */
  #applyClientState(): void {
    const { request, sequence } = this.#handling;
    const { pool, path, headers, client } = request;
    if (client !== undefined) this.#client.begin(client, pool.origin, path, headers, this.session, sequence);
  }

  #submit(): void {
    const { plan, request } = this.#handling;
    const { pool, client } = request;
    this.#deadlines = plan.deadlines ?? pool.deadlines;
    this.#sent = false;
    this.#repeat = undefined;
    this.#repeats = 0;
    this.#over = false;
    const answer = client === undefined ? 'send' : this.#client.answer();
    if (answer === 'send') pool.submit(this);
    else this.#endUnsent(answer);
  }

  /**
   * Ends a request that is not sent. Either the cache answers it, or its status is 504 because the cache has
   * no response (RFC 9111 section 5.2.1.7).
   */
  #endUnsent(answer: 'hit' | 'unavailable'): void {
    const { metric, record } = this.#handling;
    this.#sent = true;
    recordUnsent(metric, record);
    if (answer === 'unavailable') this.#handling.head(504, noHeaders);
    this.#finish(record.readyNs);
  }

  /**
   * Called by the pool with a connection for the request. `waited`: no connection was free when the request
   * was ready.
   */
  send(connection: Connection, waited: boolean): void {
    const { record, metric, request, plan } = this.#handling;
    this.#connection = connection;
    this.#sent = true;
    if (this.#repeat === undefined) {
      record.sentNs = waited ? this.session.clock.nowNs() : record.readyNs;
      recordSent(metric, record);
      this.#deadlines?.add(this);
    } else {
      recordResent(metric, record);
      if (this.#repeat === 'on a new socket') connection.renew();
    }
    request.moreHeaders = this.#client.moreHeaders;
    connection.dispatch(request, this);
    // The sequence of an asynchronous request waits only until the request is sent.
    if (waited && !plan.sync) this.session.resume();
  }

  timeOut(): void {
    this.#handling.record.ending = 'timeout';
    if (this.#connection !== undefined) this.#connection.cancel(this, new TimedOut());
    else {
      // The request has timed out while it waits to be sent again. It must not be sent any more.
      this.#handling.request.pool.withdraw(this);
      this.#finish(this.session.clock.nowNs());
    }
  }

  /**
   * Cancels the request because its user was stopped. A request that waits for a connection leaves the queue.
   * If the request was sent, its connection is closed (HTTP/1.1), or its stream is reset (HTTP/2).
   */
  cancel(): void {
    if (this.#over) return;
    const { metric, record, request, sequence } = this.#handling;
    record.ending = 'cancelled';
    if (this.#sent) this.#connection?.cancel(this, new Error('session stopped'));
    else {
      if (this.#cancelPause === undefined && this.#repeat === undefined)
        recordWithdrawn(metric, record, this.session.clock.nowNs());
      this.#cancelPause?.();
      this.#cancelPause = undefined;
      request.pool.withdraw(this);
      this.#deadlines?.remove(this);
      this.#over = true;
      this.#done = true;
      this.session.requestWithdrawn(sequence);
    }
  }

  onHead(status: number, headers: ResponseHeaders): void {
    const { request, record } = this.#handling;
    if (request.client !== undefined) this.#client.responded(status, headers, record.sentNs);
    this.#handling.head(status, headers);
  }

  skips(bytes: number): boolean {
    return this.#handling.skips(bytes);
  }

  onData(chunk: Buffer): void {
    this.#handling.data(chunk);
  }

  onEnd(): void {
    const endedNs = this.session.clock.nowNs();
    const inflating = this.#handling.inflate();
    if (inflating === undefined) this.#endAt(endedNs);
    else {
      // The response is complete, so it cannot time out any more.
      this.#deadlines?.remove(this);
      void inflating.then(() => this.#endAt(endedNs));
    }
  }

  #endAt(endedNs: number): void {
    this.#handling.end();
    this.#finish(endedNs);
  }

  onError(error: Error): void {
    const { record, request } = this.#handling;
    if (record.ending === 'response') {
      const repeat = repeatOf(request.method, error, this.#repeats);
      if (repeat !== undefined) {
        this.#sendOnAnotherConnection(repeat);
        return;
      }
      this.#failed(error);
    }
    this.#finish(this.session.clock.nowNs());
  }

  #failed(error: Error): void {
    const { record, request } = this.#handling;
    if (this.#connection?.requestFailed() === true) this.session.couldNotConnect = true;
    const isOurs = error instanceof RequestRefused || isShortage(error);
    record.ending = isOurs ? 'internal' : 'connection';
    record.stale = error instanceof StaleConnection;
    if (record.stale)
      this.#handling.failure = new Error(staleSentence(error, request.method, record), { cause: error });
    else this.#handling.failure = error;
  }

  /** Sends the request again on another connection. It still counts as one request. */
  #sendOnAnotherConnection(repeat: Repeat): void {
    const { pool } = this.#handling.request;
    const connection = this.#connection;
    this.#connection = undefined;
    this.#repeat = repeat;
    this.#repeats += 1;
    this.#sent = false;
    // The request enters the queue before its connection is released. The next user of that connection may
    // end the user of this request.
    pool.submit(this);
    if (connection !== undefined) pool.release(connection);
  }

  #finish(endedNs: number): void {
    const handling = this.#handling;
    const { plan, record, request, next } = handling;
    this.#over = true;
    this.#deadlines?.remove(this);
    if (request.pool.countsBytes && this.#connection !== undefined)
      handling.accountForBytes(this.#connection);
    const { isFollowed } = handling;
    if (!isFollowed) handling.complete();
    record.endedNs = endedNs;
    recordEnded(handling.metric, record);
    if (handling.failure !== undefined) {
      if (record.ending === 'internal') plan.onMistake(handling.failure);
      else plan.onFailure(handling.failure);
    }
    this.#releaseConnection();
    if (isFollowed && next !== undefined) this.#follow(next, endedNs);
    else this.#end(endedNs);
  }

  #releaseConnection(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    const { closesConnection, request } = this.#handling;
    // Other users may have requests in flight on the connection (HTTP/2, pipelining), so it is closed only
    // after them.
    if (closesConnection) connection.drain();
    request.pool.release(connection);
  }

  #follow(next: FollowUp, endedNs: number): void {
    const { session } = this;
    const { request, plan } = this.#handling;
    const client = request.client && this.#client.following(next);
    this.#handling.follow({ ...next, moreHeaders: undefined, client });
    if (next.delayMs === 0) this.#sendAgain(endedNs);
    else {
      this.#sent = false;
      this.#over = false;
      this.#cancelPause = session.clock.after(next.delayMs, () => {
        this.#cancelPause = undefined;
        this.#sendAgain(Math.min(endedNs + next.delayMs * 1e6, session.clock.nowNs()));
      });
    }
    // Other sequences of the session may wait for values that the handlers of the response stored.
    if (!(plan.sync && session.runsOne)) session.resume();
  }

  #sendAgain(dueNs: number): void {
    const { record, request } = this.#handling;
    this.#applyClientState();
    recordFollowUp(record, this.session, dueNs, lengthOf(request.body));
    this.#submit();
  }

  /** Ends a request that no redirect follows. */
  #end(endedNs: number): void {
    const handling = this.#handling;
    const { plan, record, sequence } = handling;
    if (plan.compensate !== undefined && record.ending !== 'cancelled') {
      const { path, pool } = handling.first;
      plan.compensate(this.session, path, pool, endedNs, record.ending === 'response');
    }
    const { endsUser } = handling;
    this.#done = true;
    if (!plan.sync) this.session.giveBack(this);
    this.session.requestEnded(sequence, endedNs, endsUser);
  }
}

const lengthOf = (body: Outgoing['body']): number => (body === null ? 0 : Buffer.byteLength(body));

const noHeaders: ResponseHeaders = { get: () => undefined, all: () => [], each: () => {} };
