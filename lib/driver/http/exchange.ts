import type { Cancel } from '../clock.ts';
import type { ExtensionName } from '../model/extensions.ts';
import type { HandledRequest, RequestInFlight, RunningSequence, Session } from '../model/session.ts';
import type { Deadlines, Timed } from '../request/deadlines.ts';
import {
  newRecord,
  type RequestRecord,
  recordEnded,
  recordFollowUp,
  recordReady,
  recordSent,
  recordUnsent,
  secondOf,
} from '../request/record-request.ts';
import type { MetricRecorder } from '../statistics/recorder.ts';
import { ClientRequest } from './client-state/client-request.ts';
import type { Connection } from './connection.ts';
import { accountForBytes, complete, endsUser } from './exchange/ending.ts';
import type { FollowUp, Lost, Outgoing } from './exchange/redirects.ts';
import { Reaction } from './reaction.ts';
import type { RequestPlan } from './request-plan.ts';
import { RequestRefused, type ResponseHeaders, type TransportHandler } from './transport.ts';

/**
 * One request and its response. The object itself is the transport's handler and is reused by its session, so that a
 * request allocates nothing of ours but the options object.
 *
 * The path of a request: its step calls `begin`; the pool calls `send` with a connection, now or later; the transport
 * calls the `on...` functions, which run the handlers as the response arrives; the end goes to the statistics
 * (record-request.ts), to the pool (`release`) and to the session (`requestEnded`), in this order. `timeOut` (from
 * `Deadlines`) and `cancel` (from the session) close the connection under the request, and the transport then reports the
 * end. Nobody else writes to an exchange.
 *
 * A redirect is counted as a request of its own and followed from its end, after a pause where it asks for one. The
 * session waits for the last one only, and so do the actions at the end.
 */
export class Exchange implements TransportHandler, RequestInFlight, HandledRequest, Timed {
  readonly session: Session;
  /** Neighbours among the requests under the same time limit; written by `Deadlines`. */
  older: Timed | undefined;
  younger: Timed | undefined;
  readonly #record: RequestRecord = newRecord();
  readonly #client: ClientRequest;
  /** What handles its responses, by the number of the request step. */
  readonly #reactions: (Reaction | undefined)[] = [];
  #plan!: RequestPlan;
  #sequence!: RunningSequence;
  #request!: Outgoing;
  #metric!: MetricRecorder;
  #reaction!: Reaction;
  #deadlines: Deadlines | undefined;
  #connection: Connection | undefined;
  #failure: unknown;
  #closesConnection = false;
  /** A raw-bytes handler has thrown: its user ends, and that is no internal error. */
  #stops = false;
  /** Where the response leads. */
  #next: FollowUp | undefined;
  #cancelPause: Cancel | undefined;
  #sent = false;
  /** The transport has reported its end. */
  #over = true;
  #done = true;

  constructor(session: Session) {
    this.session = session;
    this.#client = new ClientRequest(session.clock);
  }

  get sequence(): RunningSequence {
    return this.#sequence;
  }

  /** It was handed to a connection. */
  get sent(): boolean {
    return this.#sent;
  }

  get done(): boolean {
    return this.#done;
  }

  get sentNs(): number {
    return this.#record.sentNs;
  }

  get url(): string {
    const { pool, path } = this.#request;
    return `${pool.target.protocol}://${pool.target.authority}${path}`;
  }

  get valid(): boolean {
    return this.#record.valid;
  }

  get failed(): boolean {
    return this.#record.ending === 'internal';
  }

  get second(): number {
    return secondOf(this.#record);
  }

  /** Fills in a request from the session's variables and hands it to the pool. */
  begin(plan: RequestPlan, sequence: RunningSequence): void {
    const { session } = this;
    this.#plan = plan;
    this.#sequence = sequence;
    // All of it now, in the step: what throws here fails the phase of this session and nobody else's.
    const pool = typeof plan.pool === 'function' ? plan.pool(session, sequence) : plan.pool;
    const path = plan.path(session, sequence);
    const headers = plan.headers(session, sequence);
    const body = plan.body?.(session, sequence) ?? null;
    const { method, client } = plan;
    this.#request = { method, path, headers, moreHeaders: undefined, body, pool, client };
    this.#meetClient();
    this.#metric = plan.metric(path, pool);
    this.#reaction = this.#reactionTo(plan);
    this.#reaction.redirects?.begin();
    this.#done = false;
    recordReady(this.#record, session, sequence, lengthOf(body));
    this.#submit();
  }

  /** Cookies and the cache of its user have a say. */
  #meetClient(): void {
    const { pool, path, headers, client } = this.#request;
    if (client !== undefined)
      this.#client.begin(client, pool.origin, path, headers, this.session, this.#sequence);
  }

  #submit(): void {
    const { pool, client } = this.#request;
    this.#deadlines = this.#plan.deadlines ?? pool.deadlines;
    this.#next = undefined;
    this.#failure = undefined;
    this.#closesConnection = false;
    this.#stops = false;
    this.#sent = false;
    this.#over = false;
    const answer = client === undefined ? 'send' : this.#client.answer();
    if (answer === 'send') pool.submit(this);
    else this.#endUnsent(answer);
  }

  /** Answers from the cache, or for want of a stored response with 504 (RFC 9111 section 5.2.1.7), without a connection. */
  #endUnsent(answer: 'hit' | 'unavailable'): void {
    const record = this.#record;
    this.#sent = true;
    recordUnsent(this.#metric, record);
    if (answer === 'unavailable') this.#begun(504, noHeaders);
    this.#finish(record.readyNs);
  }

  #reactionTo(plan: RequestPlan): Reaction {
    const known = this.#reactions[plan.number];
    if (known !== undefined) return known;
    const reaction = new Reaction(plan);
    this.#reactions[plan.number] = reaction;
    return reaction;
  }

  /** Called by the pool with a connection; `waited`: none was free when the request was ready. */
  send(connection: Connection, waited: boolean): void {
    const record = this.#record;
    this.#connection = connection;
    this.#sent = true;
    record.sentNs = waited ? this.session.clock.nowNs() : record.readyNs;
    recordSent(this.#metric, record);
    this.#deadlines?.add(this);
    const request = this.#request;
    request.moreHeaders = this.#client.moreHeaders;
    connection.dispatch(request, this);
    // The sequence of an asynchronous request waits for this.
    if (waited && !this.#plan.sync) this.session.progress();
  }

  timeOut(): void {
    this.#record.ending = 'timeout';
    this.#connection?.cancel(this, new Error('request timed out'));
  }

  /** The session was stopped: give the place in the queue back, or close the connection under the request. */
  cancel(): void {
    if (this.#over) return;
    this.#record.ending = 'cancelled';
    if (this.#sent) this.#connection?.cancel(this, new Error('session stopped'));
    else {
      this.#cancelPause?.();
      this.#cancelPause = undefined;
      this.#request.pool.withdraw(this);
      this.#over = true;
      this.#done = true;
      this.session.requestWithdrawn(this.#sequence);
    }
  }

  /** A handler calls the response invalid. */
  markInvalid(): void {
    this.#record.valid = false;
  }

  count(extension: ExtensionName, name: string, amount: number): void {
    this.#metric.count(this.second, extension, name, amount);
  }

  closeConnection(): void {
    this.#closesConnection = true;
  }

  onHead(status: number, headers: ResponseHeaders): void {
    if (this.#request.client !== undefined) this.#client.responded(status, headers, this.#record.sentNs);
    this.#begun(status, headers);
  }

  #begun(status: number, headers: ResponseHeaders): void {
    const record = this.#record;
    const { redirects } = this.#reaction;
    record.status = status;
    if (redirects === undefined) {
      if (status > 299 && status < 400) this.#request.pool.origin.redirected(headers.get('location'));
    } else if (record.ending === 'response')
      this.#leadsTo(redirects.head(this.#request, status, headers, this.session, this.#sequence));
    if (this.#reacts) this.#reacted(this.#reaction.start(this, status, headers));
    if (this.#plan.autoRangeCheck && (status < 200 || status > 399)) this.markInvalid();
  }

  onData(chunk: Buffer): void {
    this.#record.bytesReceived += chunk.length;
    if (this.#reaction.readsBody && this.#reacts) this.#reacted(this.#reaction.data(this, chunk));
  }

  onEnd(): void {
    const endedNs = this.session.clock.nowNs();
    const { readsBody, redirects } = this.#reaction;
    // Whoever waits for what the handlers did goes on when the request has ended.
    if (readsBody && this.#reacts) this.#fail(this.#reaction.end(this));
    if (redirects !== undefined && this.#next === undefined) this.#leadsTo(redirects.end(this.#request));
    this.#finish(endedNs);
  }

  onError(error: Error): void {
    const record = this.#record;
    if (record.ending === 'response') {
      record.ending = error instanceof RequestRefused ? 'internal' : 'connection';
      this.#failure = error;
    }
    this.#finish(this.session.clock.nowNs());
  }

  /** Handlers see the response until one of them throws, unless the request was given up, and unless it leads elsewhere. */
  get #reacts(): boolean {
    return this.#reaction.handles && this.#record.ending === 'response' && this.#next === undefined;
  }

  /**
   * Handlers have run: whoever waits for what they do goes on. What one threw ends the request as an internal error: the
   * rest of the response is read and ignored, and the session stops at its end.
   */
  #reacted(failure: Error | undefined): void {
    this.#fail(failure);
    // Where nothing runs but the sequence that waits for this response, nobody can go on.
    if (!(this.#plan.sync && this.session.runsOne)) this.session.progress();
  }

  #fail(failure: Error | undefined): void {
    if (failure === undefined) return;
    this.#record.ending = 'internal';
    this.#failure = failure;
  }

  #leadsTo(next: FollowUp | Lost | undefined): void {
    if (next === undefined) return;
    if (!('lost' in next)) this.#next = next;
    else {
      this.markInvalid();
      this.#plan.onMistake(new Error(next.lost));
    }
  }

  #finish(endedNs: number): void {
    const plan = this.#plan;
    const record = this.#record;
    this.#over = true;
    this.#deadlines?.remove(this);
    if (this.#request.pool.countsBytes && this.#connection !== undefined)
      this.#stops = !accountForBytes(this, this.#connection, plan);
    const stays = this.#next === undefined || record.ending !== 'response' || this.#endsUser;
    if (stays) complete(this, record, this.#reaction, plan);
    const { ending } = record;
    record.endedNs = endedNs;
    recordEnded(this.#metric, record);
    if (this.#failure !== undefined) {
      if (ending === 'internal') plan.onMistake(this.#failure);
      else plan.onFailure(this.#failure);
    }
    this.#releaseConnection();
    if (this.#next === undefined || stays) this.#end(endedNs);
    else this.#follow(this.#next, endedNs);
  }

  /** Nothing follows. */
  #end(endedNs: number): void {
    const plan = this.#plan;
    const { ending } = this.#record;
    if (plan.compensate !== undefined && ending !== 'cancelled') {
      const { path, pool } = this.#reaction.redirects?.first ?? this.#request;
      plan.compensate(this.session, path, pool, endedNs, ending === 'response');
    }
    this.#done = true;
    if (!plan.sync) this.session.giveBack(this);
    this.session.requestEnded(this.#sequence, endedNs, this.#endsUser);
  }

  get #endsUser(): boolean {
    return this.#stops || endsUser(this.#record, this.#plan);
  }

  #follow(next: FollowUp, endedNs: number): void {
    const { session } = this;
    const client = this.#request.client && this.#client.following(next);
    this.#request = { ...next, moreHeaders: undefined, client };
    this.#metric = this.#reaction.redirects?.metric ?? this.#metric;
    this.#next = undefined;
    if (next.delayMs === 0) this.#sendAgain(endedNs);
    else {
      this.#sent = false;
      this.#over = false;
      this.#cancelPause = session.clock.after(next.delayMs, () => {
        this.#cancelPause = undefined;
        this.#sendAgain(Math.min(endedNs + next.delayMs * 1e6, session.clock.nowNs()));
      });
    }
    // Others may wait for what the handlers of a page did.
    if (!(this.#plan.sync && session.runsOne)) session.progress();
  }

  #sendAgain(dueNs: number): void {
    this.#meetClient();
    recordFollowUp(this.#record, this.session, dueNs, lengthOf(this.#request.body));
    this.#submit();
  }

  #releaseConnection(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    if (this.#closesConnection) connection.close(new Error('closed by closeConnection'));
    this.#request.pool.release(connection);
  }
}

const lengthOf = (body: Outgoing['body']): number => (body === null ? 0 : Buffer.byteLength(body));

const noHeaders: ResponseHeaders = { get: () => undefined, all: () => [], each: () => {} };
