import type { ExtensionName } from '../../model/metric-extension.ts';
import type { HandledRequest, RunningSequence, Session } from '../../model/session.ts';
import { newRecord, type RequestRecord, secondOf } from '../../request/record-request.ts';
import type { MetricRecorder } from '../../statistics/recording/metric-recorder.ts';
import type { Connection } from '../pooled-connection.ts';
import type { ResponseHeaders } from '../transport.ts';
import type { FollowUp, NotFollowed, Outgoing } from './redirects.ts';
import type { RequestPlan } from './request-plan.ts';
import { Reaction } from './response-handlers.ts';

/**
 * A request and its response, as the handlers of the response see and change them. Each exchange has one such
 * object and uses it again. The object calls no function of the exchange; the exchange reads the results at
 * the end.
 */
export class Handling implements HandledRequest {
  readonly session: Session;
  readonly record: RequestRecord = newRecord();
  sequence!: RunningSequence;
  plan!: RequestPlan;
  request!: Outgoing;
  metric!: MetricRecorder;
  /** The request that follows because of the response, such as a redirect. */
  next: FollowUp | undefined;
  /** The first error of this request. The run shows its message. */
  failure: unknown;
  /** True when a handler requires that the connection is closed. */
  closesConnection = false;
  /** The handlers of responses of this exchange, by the number of the request step. */
  readonly #reactions: (Reaction | undefined)[] = [];
  #reaction!: Reaction;
  /**
   * True when a handler of raw bytes has thrown an error. The user then ends, but the error does not count as
   * an internal error.
   */
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

  /** The request of the step. The current request may be a redirect that followed it. */
  get first(): Outgoing {
    return this.#reaction.redirects?.first ?? this.request;
  }

  /** True when the user must end after this request. */
  get endsUser(): boolean {
    const { ending, valid, completionFailed } = this.record;
    if (this.#stops || ending === 'internal' || completionFailed) return true;
    return this.plan.stopOnInvalid && !(ending === 'response' && valid);
  }

  /** True when a redirect follows the current request. */
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

  /** Prepares the request of a redirect, as `begin` prepares the request of a step. */
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

  /** True when no handler reads the next bytes of the body. They are then only counted. */
  skips(bytes: number): boolean {
    if (this.#reaction.readsBody) return false;
    this.record.bytesReceived += bytes;
    return true;
  }

  data(chunk: Buffer): void {
    this.record.bytesReceived += chunk.length;
    if (this.#reaction.readsBody && this.#reacts) this.#reacted(this.#reaction.data(this, chunk));
  }

  /**
   * Decompresses the body on another thread, so that `end` has the result. Undefined when `end` can be called
   * at once.
   */
  inflate(): Promise<void> | undefined {
    return this.#reaction.readsBody && this.#reacts ? this.#reaction.inflate() : undefined;
  }

  /**
   * Handles the end of the response. Sequences that wait for values of these handlers continue only after the
   * end of the request.
   */
  end(): void {
    const { redirects, readsBody } = this.#reaction;
    if (readsBody && this.#reacts) this.#fail(this.#reaction.end(this));
    if (redirects !== undefined && this.next === undefined) this.#setNext(redirects.end(this.request));
  }

  /**
   * Runs the actions at the end of a request. They also run when it got no response or only a part of a
   * response. They do not run when the request was cancelled or ended as an internal error.
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
   * Passes the number of bytes of the request to the handlers of raw bytes. These are all bytes of the
   * connection since the previous request on it ended. With several requests in flight, some bytes of a later
   * request may count for this request. The sums are exact.
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
   * True when handlers receive the response. They do not when a handler has thrown an error, when the request
   * was given up, or when the response is a redirect.
   */
  get #reacts(): boolean {
    return this.#reaction.handles && this.record.ending === 'response' && this.next === undefined;
  }

  /**
   * Called after handlers have run. Continues the sequences that wait for values of the handlers. When a
   * handler has thrown an error, the request ends as an internal error. The rest of the response is then
   * ignored, and the user ends with it.
   */
  #reacted(failure: Error | undefined): void {
    this.#fail(failure);
    // If no sequence except the one with this request runs, no other sequence has to continue.
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
