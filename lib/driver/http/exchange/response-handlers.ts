import type { HeaderHandler, Processor } from '../../model/handlers.ts';
import type { HandledRequest, RunningSequence, Session } from '../../model/session.ts';
import type { ResponseHeaders } from '../transport.ts';
import { DamagedBody, Decompression } from './decompression.ts';
import { Redirects } from './redirects.ts';
import type { RequestPlan } from './request-plan.ts';

const noBytes = Buffer.alloc(0);

/**
 * The handlers of one request step in one exchange. They run as the response arrives: for the status, for
 * each header, for each part of the body, and for its end. The object is made for the first request of this
 * step and is used again. When a handler throws an error, the function returns the error and runs no further
 * handlers.
 */
export class Reaction {
  /** True when at least one handler reads the response. */
  readonly handles: boolean;
  readonly readsBody: boolean;
  /** Follows the redirects of the responses. Undefined when redirects are not followed. */
  readonly redirects: Redirects | undefined;
  readonly #plan: RequestPlan;
  readonly #headers: readonly HeaderHandler[];
  readonly #body: readonly Processor[];
  readonly #decompression: Decompression | undefined;
  /**
   * The state of the body. `unread`: a part of it has arrived or will arrive, and no handler has received any
   * of it. `over`: no part of the body has arrived, or the body has ended.
   */
  #bodyIs: 'unread' | 'begun' | 'over' = 'over';
  /** True when the body cannot be decompressed, so that handlers receive no more of it. */
  #damaged = false;

  constructor(plan: RequestPlan) {
    this.#plan = plan;
    this.#headers = plan.onHeader.map((make) => make());
    this.#body = plan.onBody.map((make) => make());
    this.readsBody = this.#body.length > 0 || plan.following?.pageReader !== undefined;
    this.redirects = plan.following && new Redirects(plan.following);
    this.handles = plan.onStatus.length + this.#headers.length > 0 || this.readsBody;
    this.#decompression = plan.encodingHeader && new Decompression(plan.encodingHeader);
  }

  start(request: HandledRequest, status: number, headers: ResponseHeaders): Error | undefined {
    const { session } = request;
    session.currentRequest = request;
    try {
      for (const handler of this.#plan.onStatus) handler(request, status);
      for (const handler of this.#headers) handler.begin?.(request);
      if (this.#headers.length > 0) this.#eachHeader(request, headers);
      for (const handler of this.#headers) handler.end?.(request);
      this.#bodyIs = 'over';
      this.#damaged = false;
      if (this.readsBody) this.#decompression?.begin(headers);
      return undefined;
    } catch (error) {
      return this.#failure(request, error);
    } finally {
      session.currentRequest = undefined;
    }
  }

  data(request: HandledRequest, chunk: Buffer): Error | undefined {
    const { session, sequence } = request;
    session.currentRequest = request;
    try {
      if (this.#damaged) return undefined;
      const bytes = this.#decompression === undefined ? chunk : this.#decompression.take(chunk);
      if (bytes !== undefined) this.#read(session, sequence, bytes);
      else this.#bodyIs = 'unread';
      return undefined;
    } catch (error) {
      return this.#failure(request, error);
    } finally {
      session.currentRequest = undefined;
    }
  }

  /**
   * Decompresses the body on another thread, so that `end` has the result. Undefined when `end` can be called
   * at once.
   */
  inflate(): Promise<void> | undefined {
    return this.#damaged || this.#decompression?.isLarge !== true ? undefined : this.#decompression.inflate();
  }

  end(request: HandledRequest): Error | undefined {
    const { session, sequence } = request;
    session.currentRequest = request;
    try {
      if (this.#damaged) return undefined;
      const held = this.#decompression?.end();
      if (held !== undefined) this.#read(session, sequence, held);
      this.#beginBody(session, sequence);
      for (const processor of this.#body) {
        processor.data(session, sequence, noBytes, true);
        processor.end?.(session, sequence);
      }
      this.#bodyIs = 'over';
      return undefined;
    } catch (error) {
      return this.#failure(request, error);
    } finally {
      session.currentRequest = undefined;
    }
  }

  /**
   * Ends a request whose body may not be complete. Handlers are notified of the beginning of a body even if
   * they have received none of its bytes, because it is compressed or damaged. So no variable keeps a value
   * from an earlier response. If no part of a body has arrived, the handlers are not called.
   */
  abort(request: HandledRequest): Error | undefined {
    const { session, sequence } = request;
    // A handler of this body has ended its own user and is still running.
    if (this.#bodyIs === 'over' || session.currentRequest === request) return undefined;
    session.currentRequest = request;
    try {
      this.#beginBody(session, sequence);
      for (const processor of this.#body) processor.abort?.(session, sequence);
      return undefined;
    } catch (error) {
      return errorOf(error);
    } finally {
      this.#bodyIs = 'over';
      session.currentRequest = undefined;
    }
  }

  /** Ends a request with or without a response, and runs its last actions. */
  complete(request: HandledRequest): Error | undefined {
    const { session, sequence } = request;
    session.currentRequest = request;
    try {
      for (const action of this.#plan.onCompletion) if (!session.stopped) action(session, sequence);
      return undefined;
    } catch (error) {
      return errorOf(error);
    } finally {
      session.currentRequest = undefined;
    }
  }

  #read(session: Session, sequence: RunningSequence, bytes: Buffer): void {
    this.#beginBody(session, sequence);
    this.redirects?.data(session, sequence, bytes);
    for (const processor of this.#body) processor.data(session, sequence, bytes, false);
  }

  /**
   * Handles an error that a handler has thrown. If a body cannot be decompressed, the target has caused the
   * error. Then the request is invalid, and handlers receive no more of the body.
   */
  #failure(request: HandledRequest, error: unknown): Error | undefined {
    if (!(error instanceof DamagedBody)) return errorOf(error);
    this.#damaged = true;
    if (this.#bodyIs === 'over') this.#bodyIs = 'unread';
    request.markInvalid();
    this.#plan.onMistake(error);
    return undefined;
  }

  /**
   * Notifies the handlers that the body begins. This happens together with its first data. Otherwise a
   * sequence that waits for an array would find it empty between the head and the body.
   */
  #beginBody(session: Session, sequence: RunningSequence): void {
    if (this.#bodyIs === 'begun') return;
    this.#bodyIs = 'begun';
    for (const processor of this.#body) processor.begin?.(session, sequence);
  }

  #eachHeader(request: HandledRequest, headers: ResponseHeaders): void {
    headers.each((name, value) => {
      for (const handler of this.#headers) handler.header(request, name, value);
    });
  }
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
