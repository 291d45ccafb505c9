import type { Clock } from '../../../lib/driver/clock.ts';
import {
  type Connect,
  NotProcessed,
  RequestRefused,
  type ResponseHeaders,
  type Transport,
  type TransportHandler,
  type TransportRequest,
} from '../../../lib/driver/http/transport.ts';
import { lend } from '../scenario/fragments.ts';

/** Header fields by name. Names are in lower case. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[]>>;

/** The answer of a target to a request. Times are in milliseconds from the arrival of the request. */
export type Answer =
  | {
      readonly kind: 'response';
      readonly afterMs: number;
      readonly status?: number;
      /** The header fields. A list makes several fields of one name. */
      readonly headers?: HeaderRecord;
      /** The body. Several fragments follow each other before the end. */
      readonly body?: string | Iterable<Buffer>;
      /**
       * The fault after which the target does not end the response: it closes the connection, or sends no
       * more bytes.
       */
      readonly breaksOff?: 'reset' | 'silence';
      /** The time from the head of the response to the end of its body. */
      readonly bodyMs?: number;
    }
  /** The target never answers. */
  | { readonly kind: 'silence' }
  /** The target closes the connection. */
  | { readonly kind: 'reset'; readonly afterMs: number }
  /** The client refuses the request at once. With a code: because of the connection. */
  | { readonly kind: 'refused'; readonly code?: string }
  /** The target reports at once that it has not processed the request. */
  | { readonly kind: 'not processed' };

export type SeenRequest = TransportRequest & {
  readonly connection: number;
  readonly atNs: number;
  /** The exchange of the request. */
  readonly handler: TransportHandler;
};

export type Script = {
  readonly answer: (request: SeenRequest, index: number) => Answer;
  /** Opens a socket: returns the milliseconds that it takes, or the reason why it fails. Absent: 0. */
  readonly open?: (socket: number) => number | Error;
  /** The keep-alive time that each response announces, in seconds. Absent: none. */
  readonly idleSeconds?: number;
  /** The requests of a closed connection end before `close` returns. Absent: they end one turn later. */
  readonly dropsAtOnce?: boolean;
  readonly onConnect?: (address: string | undefined) => void;
  readonly onEnd?: (request: SeenRequest, how: 'response' | 'error') => void;
};

/**
 * A target without sockets. It gives the answers of a script, in order on each connection, in the time of a
 * clock.
 */
export class ScriptedTarget {
  readonly seen: SeenRequest[] = [];
  readonly transports: ScriptedTransport[] = [];
  /** The number of all sockets that were opened. */
  sockets = 0;
  readonly connect: Connect;

  constructor(clock: Clock, script: Script) {
    this.connect = (target, address, closed) => {
      script.onConnect?.(address);
      const transport = new ScriptedTransport(this, clock, script, target.pipeliningLimit, closed);
      this.transports.push(transport);
      return transport;
    };
  }

  /** Connections that are not closed. */
  get open(): number {
    return this.transports.filter(({ closed }) => !closed).length;
  }

  get inFlight(): number {
    return this.transports.reduce((sum, { inFlight }) => sum + inFlight, 0);
  }

  /** The largest number of requests that a connection had at once. */
  get deepest(): number {
    return Math.max(0, ...this.transports.map(({ deepest }) => deepest));
  }

  /** The wrong requests: without an end, with two ends, beyond the pipelining limit, or after the close. */
  get wrongs(): readonly string[] {
    return this.transports.flatMap(({ wrongs }) => wrongs);
  }
}

/** The size of the head of a scripted response in bytes. */
export const headBytes = 40;

type Pending = { readonly request: SeenRequest; readonly answer: Answer; readonly atNs: number };

class ScriptedTransport implements Transport {
  readonly protocol = 'HTTP 1.x';
  capacity: number;
  capacityChanged: (() => void) | undefined;
  drains = false;
  closed = false;
  deepest = 0;
  /**
   * The sent bytes. A request counts the length of its path and body, and a response `headBytes` and its
   * body.
   */
  bytesSent = 0;
  bytesReceived = 0;
  readonly wrongs: string[] = [];
  readonly #target: ScriptedTarget;
  readonly #clock: Clock;
  readonly #script: Script;
  readonly #onClosed: () => void;
  /** The requests that were sent and have not ended, the oldest first. */
  #pending: Pending[] = [];
  #isOpen = false;
  #giveUp: (error: Error) => void = () => {};

  constructor(target: ScriptedTarget, clock: Clock, script: Script, capacity: number, onClosed: () => void) {
    this.#target = target;
    this.#clock = clock;
    this.#script = script;
    this.capacity = capacity;
    this.#onClosed = onClosed;
  }

  get inFlight(): number {
    return this.#pending.length;
  }

  get idleSeconds(): number {
    return this.bytesReceived > 0 ? (this.#script.idleSeconds ?? 0) : 0;
  }

  open(): Promise<void> {
    this.#target.sockets += 1;
    const outcome = this.#script.open?.(this.#target.sockets) ?? 0;
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(typeof outcome === 'number' ? outcome : 0, () => {
        if (typeof outcome !== 'number') {
          this.closed = true;
          return reject(outcome);
        }
        this.#isOpen = true;
        resolve();
      });
      this.#giveUp = (error) => {
        cancel();
        reject(error);
      };
    });
  }

  dispatch(options: TransportRequest, handler: TransportHandler): void {
    const connection = this.#target.transports.indexOf(this);
    const request: SeenRequest = { ...options, connection, handler, atNs: this.#clock.nowNs() };
    if (!this.#isOpen) this.wrongs.push(`${request.path} was sent on a connection that is not open`);
    const answer = this.#script.answer(request, this.#target.seen.push(request) - 1);
    if (answer.kind === 'refused') {
      const { code } = answer;
      const wrong = 'invalid header';
      this.#fail(
        request,
        code === undefined ? new RequestRefused(wrong) : Object.assign(new Error(wrong), { code }),
      );
      return;
    }
    if (answer.kind === 'not processed') {
      this.#fail(request, new NotProcessed('not processed'));
      return;
    }
    this.bytesSent += options.path.length + (options.body?.length ?? 0);
    this.#pending.push({ request, answer, atNs: request.atNs });
    this.deepest = Math.max(this.deepest, this.#pending.length);
    if (this.#pending.length > this.capacity)
      this.wrongs.push(`${request.path} exceeds the pipelining limit`);
    if (this.#pending.length === 1) this.#answerFirst();
  }

  cancel(_handler: TransportHandler, error: Error): void {
    this.close(error);
  }

  close(error: Error): void {
    if (this.closed) return;
    this.closed = true;
    const wasOpen = this.#isOpen;
    if (!wasOpen) this.#giveUp(error);
    this.#isOpen = false;
    const pending = this.#pending;
    this.#pending = [];
    if (wasOpen) this.#onClosed();
    const end = (): void => {
      for (const { request } of pending) this.#fail(request, error);
    };
    if (this.#script.dropsAtOnce || pending.length === 0) end();
    else this.#clock.soon(end);
  }

  #answerFirst(): void {
    const [first] = this.#pending;
    if (first === undefined || first.answer.kind === 'silence') return;
    const { answer, request, atNs } = first;
    if (answer.kind === 'refused' || answer.kind === 'not processed') return;
    const waitedMs = (this.#clock.nowNs() - atNs) / 1e6;
    this.#clock.after(Math.max(0, answer.afterMs - waitedMs), () => {
      if (this.#pending[0] !== first) return;
      if (answer.kind === 'reset') return this.close(closedByTarget());
      this.bytesReceived += headBytes;
      request.handler.onHead(answer.status ?? 200, headersOf(answer.headers));
      const end = (): void => {
        if (this.#pending[0] !== first) return;
        if (answer.breaksOff === undefined) {
          this.#pending.shift();
          this.#answerFirst();
        }
        const { body = [] } = answer;
        for (const fragment of typeof body === 'string' ? [Buffer.from(body)] : body) {
          this.bytesReceived += fragment.length;
          lend(fragment, (bytes) => request.handler.onData(bytes));
        }
        if (answer.breaksOff === 'reset') this.close(closedByTarget());
        if (answer.breaksOff !== undefined) return;
        this.#script.onEnd?.(request, 'response');
        request.handler.onEnd();
      };
      if (answer.bodyMs === undefined) end();
      else this.#clock.after(answer.bodyMs, end);
    });
  }

  #fail(request: SeenRequest, error: Error): void {
    this.#script.onEnd?.(request, 'error');
    request.handler.onError(error);
  }
}

/** The header fields of a response in the form that a transport provides. */
export function headersOf(record: HeaderRecord = {}): ResponseHeaders {
  const all = (name: string): readonly string[] => {
    const value = record[name] ?? [];
    return typeof value === 'string' ? [value] : value;
  };
  return {
    all,
    get: (name) => all(name)[0],
    each: (visit) => {
      for (const name in record) for (const value of all(name)) visit(name, value);
    },
  };
}

const closedByTarget = (): Error => Object.assign(new Error('other side closed'), { code: 'ECONNRESET' });

/** A response after this many milliseconds. */
export const responseAfter = (afterMs: number, status = 200): Answer => ({
  kind: 'response',
  afterMs,
  status,
});
