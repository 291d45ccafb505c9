import type { RequestInFlight, RunningSequence, Session } from '../model/session.ts';
import type { Deadlines, Timed } from '../request/deadlines.ts';
import {
  type Ending,
  newRecord,
  type RequestRecord,
  recordEnded,
  recordReady,
  recordSent,
  recordWithdrawn,
} from '../request/record-request.ts';
import type { MetricRecorder } from '../statistics/recording/metric-recorder.ts';
import type { CacheLink } from './link.ts';
import type { HotRodPlan } from './request-plan.ts';
import type { HotRodReply, HotRodTransport } from './transport.ts';

/**
 * A request to a Hot Rod cache and its answer. Its session uses the object again for later requests. The step
 * calls `begin`. The connection (link) calls `send` when it is open, or `fail` when it could not be opened.
 * The reply ends the request. After a timeout or a cancel, the connection remains open for other requests,
 * and a late answer is ignored.
 */
export class HotRodExchange implements RequestInFlight, Timed {
  readonly session: Session;
  older: Timed | undefined;
  younger: Timed | undefined;
  readonly #record: RequestRecord = newRecord();
  #reply = new Reply(this);
  #plan!: HotRodPlan;
  #sequence!: RunningSequence;
  #link!: CacheLink;
  #metric!: MetricRecorder;
  #deadlines: Deadlines | undefined;
  #key = '';
  #value = '';
  #sent = false;
  #done = true;

  constructor(session: Session) {
    this.session = session;
  }

  get sent(): boolean {
    return this.#sent;
  }

  get done(): boolean {
    return this.#done;
  }

  get sentNs(): number {
    return this.#record.sentNs;
  }

  /** Fills in a request from the session's variables and passes it to a connection of its cache. */
  begin(plan: HotRodPlan, sequence: RunningSequence): void {
    const { session } = this;
    this.#plan = plan;
    this.#sequence = sequence;
    const cache = typeof plan.cache === 'function' ? plan.cache(session, sequence) : plan.cache;
    this.#key = plan.key(session, sequence);
    this.#value = plan.value?.(session, sequence) ?? '';
    this.#metric = plan.metric(cache.name);
    this.#deadlines = cache.deadlines;
    this.#link = cache.next();
    this.#sent = false;
    this.#done = false;
    recordReady(this.#record, session, sequence, Buffer.byteLength(this.#value));
    this.#link.submit(this);
  }

  /**
   * Called by the connection (link) when it is open. `waited`: it was not open when the request was ready.
   */
  send(transport: HotRodTransport, waited: boolean): void {
    this.#markSent(waited);
    this.#deadlines?.add(this);
    transport.send(this.#plan.operation, this.#key, this.#value, this.#reply);
  }

  /** Called by the connection (link) when it could not be opened. */
  fail(error: unknown): void {
    this.#markSent(true);
    this.#end('connection', error);
  }

  answered(value: string | null | undefined): void {
    if (typeof value === 'string') this.#record.bytesReceived = Buffer.byteLength(value);
    this.#end('response', undefined);
  }

  failed(error: unknown): void {
    this.#link.failed(error);
    this.#end('connection', error);
  }

  timeOut(): void {
    this.#abandonReply();
    this.#end('timeout', undefined);
  }

  /** Cancels the request because its user was stopped. */
  cancel(): void {
    if (this.#done) return;
    if (this.#sent) {
      this.#abandonReply();
      this.#end('cancelled', undefined);
      return;
    }
    recordWithdrawn(this.#metric, this.#record, this.session.clock.nowNs());
    this.#link.withdraw(this);
    this.#done = true;
    this.session.requestWithdrawn(this.#sequence);
  }

  #markSent(waited: boolean): void {
    const record = this.#record;
    this.#sent = true;
    record.sentNs = waited ? this.session.clock.nowNs() : record.readyNs;
    recordSent(this.#metric, record);
  }

  #abandonReply(): void {
    this.#reply.exchange = undefined;
    this.#reply = new Reply(this);
  }

  /**
   * Ends the request. An error in the answer of the server counts as a connection error, because the format
   * of results has no other kind for it.
   */
  #end(ending: Ending, error: unknown): void {
    const record = this.#record;
    const endedNs = this.session.clock.nowNs();
    this.#deadlines?.remove(this);
    record.ending = ending;
    record.endedNs = endedNs;
    recordEnded(this.#metric, record);
    if (error !== undefined) this.#plan.onFailure(error);
    // A connection error can be an answer of the server. A lost connection has left the link already.
    this.#link.release(ending === 'response' || ending === 'connection');
    this.#done = true;
    const stops = ending !== 'response' && this.#plan.stopOnInvalid;
    this.session.requestEnded(this.#sequence, endedNs, stops);
  }
}

/**
 * Receives the reply to the current request of an exchange. The object is used for one request after the
 * other. When a request is given up, its reply is detached, so that a late answer is ignored.
 */
class Reply implements HotRodReply {
  exchange: HotRodExchange | undefined;

  constructor(exchange: HotRodExchange) {
    this.exchange = exchange;
  }

  readonly answered = (value: string | null | undefined): void => this.exchange?.answered(value);
  readonly failed = (error: unknown): void => this.exchange?.failed(error);
}
