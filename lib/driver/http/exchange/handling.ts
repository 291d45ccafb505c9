import type { ExtensionName } from '../../model/extensions.ts';
import type { HandledRequest, RunningSequence, Session } from '../../model/session.ts';
import { newRecord, type RequestRecord, secondOf } from '../../request/record-request.ts';
import type { MetricRecorder } from '../../statistics/recording/metric-recorder.ts';
import type { Connection } from '../connection.ts';
import type { ResponseHeaders } from '../transport.ts';
import { Reaction } from './reaction.ts';
import type { FollowUp, Lost, Outgoing } from './redirects.ts';
import type { RequestPlan } from './request-plan.ts';

/**
 * A request and its response as their handlers see them, and what these made of both. Each exchange has one
 * and uses it again; it tells the exchange nothing, but is asked at the end.
 */
export class Handling implements HandledRequest {
  readonly session: Session;
  readonly record: RequestRecord = newRecord();
  sequence!: RunningSequence;
  plan!: RequestPlan;
  request!: Outgoing;
  metric!: MetricRecorder;
  /** Where the response leads. */
  next: FollowUp | undefined;
  /** What went wrong, for people. */
  failure: unknown;
  /** A handler wants the connection to be closed. */
  closesConnection = false;
  /** What handles its responses, by the number of the request step. */
  readonly #reactions: (Reaction | undefined)[] = [];
  #reaction!: Reaction;
  /** A raw-bytes handler has thrown: its user ends, and that is no internal error. */
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

  /** The request that its step asked for: this one, or the one that the redirects to it began with. */
  get first(): Outgoing {
    return this.#reaction.redirects?.first ?? this.request;
  }

  /** Its user ends with it. */
  get endsUser(): boolean {
    const { ending, valid, completionFailed } = this.record;
    if (this.#stops || ending === 'internal' || completionFailed) return true;
    return this.plan.stopOnInvalid && !(ending === 'response' && valid);
  }

  /** Another request follows this one, which is over. */
  get goesOn(): boolean {
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

  /** As `begin`, for a request that follows another one by a redirect. */
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
    this.request.pool.refusals?.heard(status, headers);
    if (redirects === undefined) {
      if (status > 299 && status < 400) this.request.pool.origin.redirected(headers.get('location'));
    } else if (record.ending === 'response')
      this.#leadsTo(redirects.head(this.request, status, headers, this.session, this.sequence));
    if (this.#reacts) this.#reacted(this.#reaction.start(this, status, headers));
    if (this.plan.autoRangeCheck && (status < 200 || status > 399)) this.markInvalid();
  }

  data(chunk: Buffer): void {
    this.record.bytesReceived += chunk.length;
    if (this.#reaction.readsBody && this.#reacts) this.#reacted(this.#reaction.data(this, chunk));
  }

  /** The response is complete. Whoever waits for what handlers do here goes on when the request has ended. */
  end(): void {
    const { redirects, readsBody } = this.#reaction;
    if (readsBody && this.#reacts) this.#fail(this.#reaction.end(this));
    if (redirects !== undefined && this.next === undefined) this.#leadsTo(redirects.end(this.request));
  }

  /** Runs the actions of a request that is over, also of one that got no response, or half of one. */
  complete(): void {
    const { record } = this;
    const userGoesOn = record.ending !== 'cancelled' && record.ending !== 'internal';
    if (userGoesOn && record.ending !== 'response') record.valid = false;
    let failure = this.#reaction.abort(this);
    if (userGoesOn) failure ??= this.#reaction.complete(this);
    if (failure === undefined) return;
    record.completionFailed = true;
    this.plan.onMistake(failure);
  }

  /**
   * Hands out its bytes: those since the request before it on this connection ended. When several were in
   * flight, what belongs to a later one may stand with this one; the sums are exact.
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
   * Handlers see the response until one of them throws, unless the request was given up, and unless it leads
   * elsewhere.
   */
  get #reacts(): boolean {
    return this.#reaction.handles && this.record.ending === 'response' && this.next === undefined;
  }

  /**
   * Handlers have run: whoever waits for what they do goes on. What one threw ends the request as an internal
   * error: the rest of the response is read and ignored, and the session stops at its end.
   */
  #reacted(failure: Error | undefined): void {
    this.#fail(failure);
    // Where nothing runs but the sequence that waits for this response, nobody can go on.
    if (!(this.plan.sync && this.session.runsOne)) this.session.resume();
  }

  #fail(failure: Error | undefined): void {
    if (failure === undefined) return;
    this.record.ending = 'internal';
    this.failure = failure;
  }

  #leadsTo(next: FollowUp | Lost | undefined): void {
    if (next === undefined) return;
    if (!('lost' in next)) this.next = next;
    else {
      this.markInvalid();
      this.plan.onMistake(new Error(next.lost));
    }
  }
}
