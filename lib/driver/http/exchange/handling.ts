import type { ExtensionName } from '../../model/extensions.ts';
import type { HandledRequest, RunningSequence, Session } from '../../model/session.ts';
import { newRecord, type RequestRecord, secondOf } from '../../request/record-request.ts';
import type { MetricRecorder } from '../../statistics/recording/metric-recorder.ts';
import type { Connection } from '../connection.ts';
import type { ResponseHeaders } from '../transport.ts';
import { Reaction } from './reaction.ts';
import type { FollowUp, NotFollowed, Outgoing } from './redirects.ts';
import type { RequestPlan } from './request-plan.ts';

/**
 * A request and its response, as the handlers see and change them. Each exchange has one and uses it again.
 * It calls no function of the exchange. The exchange reads the results at the end.
 */
export class Handling implements HandledRequest {
  readonly session: Session;
  readonly record: RequestRecord = newRecord();
  sequence!: RunningSequence;
  plan!: RequestPlan;
  request!: Outgoing;
  metric!: MetricRecorder;
  /** The request that the response leads to. */
  next: FollowUp | undefined;
  /** The error of this request, for people. */
  failure: unknown;
  /** A handler has asked to close the connection. */
  closesConnection = false;
  /** The reactions to responses, by the number of the request step. */
  readonly #reactions: (Reaction | undefined)[] = [];
  #reaction!: Reaction;
  /** A raw-bytes handler has thrown an error. The user ends, but this is not an internal error. */
  #stops = false;

  constructor(session: Session) {
    this.session = session;
  }

  get url(): string {
    const { pool, path } = this.request;
    return `${pool.target.protocol}://${pool.target.authority}${path}`;
  }

  get valid(): boolean {
    return this.record.valid;
  }

  get failed(): boolean {
    return this.record.ending === 'internal';
  }

  get second(): number {
    return secondOf(this.record);
  }

  /** The request of the step. This request may be a redirect that began with it. */
  get first(): Outgoing {
    return this.#reaction.redirects?.first ?? this.request;
  }

  /** The user of this request ends when the request is over. */
  get endsUser(): boolean {
    const { ending, valid, completionFailed } = this.record;
    if (this.#stops || ending === 'internal' || completionFailed) return true;
    return this.plan.stopOnInvalid && !(ending === 'response' && valid);
  }

  /** This request is over, and a redirect follows. */
  get isFollowed(): boolean {
    return this.next !== undefined && this.record.ending === 'response' && !this.endsUser;
  }

  begin(plan: RequestPlan, sequence: RunningSequence, request: Outgoing): void {
    this.plan = plan;
    this.sequence = sequence;
    this.metric = plan.metric(request.path, request.pool);
    this.#reaction = this.#reactionTo(plan);
    this.#reaction.redirects?.begin();
    this.#take(request);
  }

  /** Prepares a request that follows another one by a redirect, as `begin` does for the request of a step. */
  follow(request: Outgoing): void {
    this.metric = this.#reaction.redirects?.metric ?? this.metric;
    this.#take(request);
  }

  #take(request: Outgoing): void {
    this.request = request;
    this.next = undefined;
    this.failure = undefined;
    this.closesConnection = false;
    this.#stops = false;
  }

  #reactionTo(plan: RequestPlan): Reaction {
    const known = this.#reactions[plan.number];
    if (known !== undefined) return known;
    const reaction = new Reaction(plan);
    this.#reactions[plan.number] = reaction;
    return reaction;
  }

  markInvalid(): void {
    this.record.valid = false;
  }

  count(extension: ExtensionName, name: string, amount: number): void {
    this.metric.count(this.second, extension, name, amount);
  }

  closeConnection(): void {
    this.closesConnection = true;
  }

  head(status: number, headers: ResponseHeaders): void {
    const { record } = this;
    const { redirects } = this.#reaction;
    record.status = status;
    this.request.pool.refusals?.record(status, headers);
    if (redirects === undefined) {
      if (status > 299 && status < 400) this.request.pool.origin.redirected(headers.get('location'));
    } else if (record.ending === 'response')
      this.#setNext(redirects.head(this.request, status, headers, this.session, this.sequence));
    if (this.#reacts) this.#reacted(this.#reaction.start(this, status, headers));
    if (this.plan.autoRangeCheck && (status < 200 || status > 399)) this.markInvalid();
  }

  data(chunk: Buffer): void {
    this.record.bytesReceived += chunk.length;
    if (this.#reaction.readsBody && this.#reacts) this.#reacted(this.#reaction.data(this, chunk));
  }

  /**
   * The response is complete. Sequences that wait for results of these handlers continue when the request has
   * ended.
   */
  end(): void {
    const { redirects, readsBody } = this.#reaction;
    if (readsBody && this.#reacts) this.#fail(this.#reaction.end(this));
    if (redirects !== undefined && this.next === undefined) this.#setNext(redirects.end(this.request));
  }

  /**
   * Runs the actions at the end of a request. They also run when the request got no response or only a part
   * of one.
   */
  complete(): void {
    const { record } = this;
    const userContinues = record.ending !== 'cancelled' && record.ending !== 'internal';
    if (userContinues && record.ending !== 'response') record.valid = false;
    let failure = this.#reaction.abort(this);
    if (userContinues) failure ??= this.#reaction.complete(this);
    if (failure === undefined) return;
    record.completionFailed = true;
    this.plan.onMistake(failure);
  }

  /**
   * Passes the bytes of the request to the raw-bytes handlers: all bytes of the connection since the previous
   * request on it ended. When several requests were in flight, some bytes of a later request may count for
   * this one. The sums are exact.
   */
  accountForBytes(connection: Connection): void {
    const [sent, received] = connection.takeBytes();
    try {
      for (const handler of this.plan.onRawBytes) handler(this, sent, received);
    } catch (error) {
      this.markInvalid();
      this.#stops = true;
      this.plan.onMistake(error);
    }
  }

  /**
   * True when handlers receive the response. They do not receive it after a handler has thrown an error,
   * after the request was given up, or when the response is a redirect.
   */
  get #reacts(): boolean {
    return this.#reaction.handles && this.record.ending === 'response' && this.next === undefined;
  }

  /**
   * Handlers have run, so sequences that wait for their results continue. An error of a handler ends the
   * request as an internal error. The rest of the response is read and ignored, and the session stops at its
   * end.
   */
  #reacted(failure: Error | undefined): void {
    this.#fail(failure);
    // When only the sequence that waits for this response runs, no other sequence can continue.
    if (!(this.plan.sync && this.session.runsOne)) this.session.resume();
  }

  #fail(failure: Error | undefined): void {
    if (failure === undefined) return;
    this.record.ending = 'internal';
    this.failure = failure;
  }

  #setNext(next: FollowUp | NotFollowed | undefined): void {
    if (next === undefined) return;
    if (!('problem' in next)) this.next = next;
    else {
      this.markInvalid();
      this.plan.onMistake(new Error(next.problem));
    }
  }
}
