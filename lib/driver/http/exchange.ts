import type { ExtensionName } from '../model/extensions.ts';
import type { HandledRequest, RequestInFlight, RunningSequence, Session } from '../model/session.ts';
import type { Deadlines, Timed } from '../request/deadlines.ts';
import {
  newRecord,
  type RequestRecord,
  recordEnded,
  recordReady,
  recordSent,
  recordUnsent,
  secondOf,
} from '../request/record-request.ts';
import type { MetricRecorder } from '../statistics/recorder.ts';
import { ClientRequest } from './client-state/client-request.ts';
import type { Connection } from './connection.ts';
import { Reaction } from './reaction.ts';
import type { RequestPlan, RequestPool } from './request-plan.ts';
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
  #pool!: RequestPool;
  #metric!: MetricRecorder;
  #reaction!: Reaction;
  #deadlines: Deadlines | undefined;
  #connection: Connection | undefined;
  #path = '';
  #headers: string[] = [];
  #body: string | Uint8Array | null = null;
  #failure: unknown;
  #closesConnection = false;
  /** A raw-bytes handler has thrown: its user ends, and that is no internal error. */
  #stops = false;
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
    const { protocol, authority } = this.#pool.target;
    return `${protocol}://${authority}${this.#path}`;
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
    this.#pool = typeof plan.pool === 'function' ? plan.pool(session, sequence) : plan.pool;
    // All of it now, in the step: what throws here fails the phase of this session and nobody else's.
    this.#path = plan.path(session, sequence);
    this.#headers = plan.headers(session, sequence);
    this.#body = plan.body?.(session, sequence) ?? null;
    if (plan.client !== undefined)
      this.#client.begin(plan.client, this.#pool.origin, this.#path, this.#headers, session, sequence);
    this.#metric = plan.metric(this.#path, this.#pool);
    this.#reaction = this.#reactionTo(plan);
    this.#deadlines = plan.deadlines ?? this.#pool.deadlines;
    this.#failure = undefined;
    this.#closesConnection = false;
    this.#stops = false;
    this.#sent = false;
    this.#over = false;
    this.#done = false;
    const bytes = this.#body === null ? 0 : Buffer.byteLength(this.#body);
    recordReady(this.#record, session, sequence, bytes);
    const answer = plan.client === undefined ? 'send' : this.#client.answer();
    if (answer === 'send') this.#pool.submit(this);
    else this.#endUnsent(answer === 'hit');
  }

  /** Answers from the cache, or for want of a stored response with 504 (RFC 9111 section 5.2.1.7), without a connection. */
  #endUnsent(hit: boolean): void {
    const record = this.#record;
    this.#sent = true;
    recordUnsent(this.#metric, record, hit);
    if (!hit) this.#begun(504, noHeaders);
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
    connection.dispatch(
      {
        method: this.#plan.method,
        path: this.#path,
        headers: this.#headers,
        moreHeaders: this.#client.moreHeaders,
        body: this.#body,
      },
      this,
    );
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
      this.#pool.withdraw(this);
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
    if (this.#plan.client !== undefined) this.#client.responded(status, headers, this.#record.sentNs);
    this.#begun(status, headers);
  }

  #begun(status: number, headers: ResponseHeaders): void {
    this.#record.status = status;
    if (this.#reacts) this.#reacted(this.#reaction.start(this, status, headers));
    if (this.#plan.autoRangeCheck && (status < 200 || status > 399)) this.markInvalid();
  }

  onData(chunk: Buffer): void {
    this.#record.bytesReceived += chunk.length;
    if (this.#reaction.readsBody && this.#reacts) this.#reacted(this.#reaction.data(this, chunk));
  }

  onEnd(): void {
    const endedNs = this.session.clock.nowNs();
    // Whoever waits for what the handlers did goes on when the request has ended.
    if (this.#reaction.readsBody && this.#reacts) this.#fail(this.#reaction.end(this));
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

  /** Handlers see the response until one of them throws, and unless the request was given up. */
  get #reacts(): boolean {
    return this.#reaction.handles && this.#record.ending === 'response';
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

  #finish(endedNs: number): void {
    const plan = this.#plan;
    const record = this.#record;
    this.#over = true;
    this.#deadlines?.remove(this);
    this.#complete();
    if (this.#pool.countsBytes) this.#accountForBytes();
    const { ending } = record;
    record.endedNs = endedNs;
    recordEnded(this.#metric, record);
    if (plan.compensate !== undefined && ending !== 'cancelled')
      plan.compensate(this.session, this.#path, this.#pool, endedNs, ending === 'response');
    if (this.#failure !== undefined) {
      if (ending === 'internal') plan.onMistake(this.#failure);
      else plan.onFailure(this.#failure);
    }
    this.#releaseConnection();
    this.#done = true;
    if (!plan.sync) this.session.giveBack(this);
    this.session.requestEnded(this.#sequence, endedNs, this.#stopsSession());
  }

  /**
   * Its bytes are those since the request before it on this connection ended. When several were in flight, what belongs
   * to a later one may stand with this one; the sums are exact.
   */
  #accountForBytes(): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    const [sent, received] = connection.takeBytes();
    try {
      for (const handler of this.#plan.onRawBytes) handler(this, sent, received);
    } catch (error) {
      this.markInvalid();
      this.#stops = true;
      this.#plan.onMistake(error);
    }
  }

  /** Actions of a request that is over, also of one that got no response, or half of one. */
  #complete(): void {
    const record = this.#record;
    const userGoesOn = record.ending !== 'cancelled' && record.ending !== 'internal';
    if (userGoesOn && record.ending !== 'response') record.valid = false;
    let failure = this.#reaction.abort(this);
    if (userGoesOn) failure ??= this.#reaction.complete(this);
    if (failure === undefined) return;
    record.completionFailed = true;
    this.#plan.onMistake(failure);
  }

  #stopsSession(): boolean {
    const { ending, valid, completionFailed } = this.#record;
    if (ending === 'internal' || completionFailed || this.#stops) return true;
    return this.#plan.stopOnInvalid && !(ending === 'response' && valid);
  }

  #releaseConnection(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    if (this.#closesConnection) connection.close(new Error('closed by closeConnection'));
    this.#pool.release(connection);
  }
}

const noHeaders: ResponseHeaders = { get: () => undefined, all: () => [], each: () => {} };
