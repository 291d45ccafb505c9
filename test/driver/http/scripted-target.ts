import type { Clock } from '../../../lib/driver/clock.ts';
import type {
  Connect,
  Transport,
  TransportHandler,
  TransportRequest,
} from '../../../lib/driver/http/transport.ts';
import type { ResponseHeaders } from '../../../lib/driver/http/unbuilt-defaults.ts';

/** What a target does with a request, in milliseconds from its arrival. */
export type Answer =
  | {
      readonly kind: 'response';
      readonly afterMs: number;
      readonly status?: number;
      readonly headers?: ResponseHeaders;
      /** Several fragments come one after another, before the end. */
      readonly body?: string | Iterable<Buffer>;
      /** In place of its end the target closes the connection, or sends no more. */
      readonly breaksOff?: 'reset' | 'silence';
      /** From the head of the response to the end of its body. */
      readonly bodyMs?: number;
      /** An interim response comes first. */
      readonly interim?: boolean;
    }
  /** Nothing ever comes. */
  | { readonly kind: 'silence' }
  /** The target closes the connection. */
  | { readonly kind: 'reset'; readonly afterMs: number }
  /** The client refuses the request, at once. Without a code: because of the request itself. */
  | { readonly kind: 'refused'; readonly code?: string };

export type SeenRequest = TransportRequest & {
  readonly connection: number;
  readonly atNs: number;
  /** The exchange. */
  readonly handler: TransportHandler;
};

export type Script = {
  readonly answer: (request: SeenRequest, index: number) => Answer;
  /** Milliseconds until a socket is open, or why it cannot be opened. Absent: 0. */
  readonly open?: (socket: number) => number | Error;
  /** A dropped connection ends its requests before `drop` returns, as undici does with those not yet written. */
  readonly dropsAtOnce?: boolean;
  readonly onConnect?: (address: () => string | undefined) => void;
  readonly onEnd?: (request: SeenRequest, how: 'response' | 'error') => void;
};

/** A target without sockets: it answers what a script says, in order on each connection, in the time of a clock. */
export class ScriptedTarget {
  readonly seen: SeenRequest[] = [];
  readonly transports: ScriptedTransport[] = [];
  /** Sockets that were ever opened. */
  sockets = 0;
  readonly connect: Connect;

  constructor(clock: Clock, script: Script) {
    this.connect = (target, address) => {
      script.onConnect?.(address);
      const transport = new ScriptedTransport(this, clock, script, target.pipeliningLimit);
      this.transports.push(transport);
      return transport;
    };
  }

  /** Connections that were not closed. */
  get open(): number {
    return this.transports.filter(({ closed }) => !closed).length;
  }

  get inFlight(): number {
    return this.transports.reduce((sum, { inFlight }) => sum + inFlight, 0);
  }

  /** Most requests that any one connection had at once. */
  get deepest(): number {
    return Math.max(0, ...this.transports.map(({ deepest }) => deepest));
  }

  /** Requests without an end, or with two, or beyond the pipelining limit, or after the close. */
  get wrongs(): readonly string[] {
    return this.transports.flatMap(({ wrongs }) => wrongs);
  }
}

/** Of the head of a scripted response. */
export const headBytes = 40;

type Pending = { readonly request: SeenRequest; readonly answer: Answer; readonly atNs: number };

class ScriptedTransport implements Transport {
  closed = false;
  deepest = 0;
  /** A request takes the length of its path and body on the way, a response `headBytes` and its body. */
  bytesSent = 0;
  bytesReceived = 0;
  readonly wrongs: string[] = [];
  readonly #target: ScriptedTarget;
  readonly #clock: Clock;
  readonly #script: Script;
  readonly #limit: number;
  /** One for each socket: what was sent on it and is not over, first in, first out. */
  #pending: Pending[] = [];
  #socket: 'none' | 'opening' | 'open' = 'none';

  constructor(target: ScriptedTarget, clock: Clock, script: Script, limit: number) {
    this.#target = target;
    this.#clock = clock;
    this.#script = script;
    this.#limit = limit;
  }

  get inFlight(): number {
    return this.#pending.length;
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const outcome = this.#newSocket();
      const wait = typeof outcome === 'number' ? outcome : 0;
      this.#clock.after(wait, () => {
        if (typeof outcome !== 'number') return reject(outcome);
        this.#socket = 'open';
        resolve();
      });
    });
  }

  dispatch(options: TransportRequest, handler: TransportHandler): void {
    const connection = this.#target.transports.indexOf(this);
    const request: SeenRequest = { ...options, connection, handler, atNs: this.#clock.nowNs() };
    if (this.closed) this.wrongs.push(`${request.path} was sent on a closed connection`);
    const answer = this.#script.answer(request, this.#target.seen.push(request) - 1);
    if (answer.kind === 'refused') {
      const { code = 'UND_ERR_INVALID_ARG' } = answer;
      this.#fail(request, Object.assign(new Error('invalid header'), { code }));
      return;
    }
    this.bytesSent += options.path.length + (options.body?.length ?? 0);
    this.#pending.push({ request, answer, atNs: request.atNs });
    this.deepest = Math.max(this.deepest, this.#pending.length);
    if (this.#pending.length > this.#limit) this.wrongs.push(`${request.path} exceeds the pipelining limit`);
    handler.onRequestStart();
    if (this.#socket === 'none') this.#connectFor(this.#pending);
    else if (this.#socket === 'open' && this.#pending.length === 1) this.#answerFirst(this.#pending);
  }

  drop(error: Error): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#socket = 'none';
    if (pending.length === 0) return;
    const end = (): void => {
      for (const { request } of pending.splice(0)) this.#fail(request, error);
    };
    if (this.#script.dropsAtOnce) end();
    else this.#clock.soon(end);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.drop(new Error('closed'));
  }

  #newSocket(): number | Error {
    this.#target.sockets += 1;
    this.#socket = 'opening';
    return this.#script.open?.(this.#target.sockets) ?? 0;
  }

  /** `pending` is that of the socket: when it was dropped, the transport has another. */
  #connectFor(pending: Pending[]): void {
    const outcome = this.#newSocket();
    const wait = typeof outcome === 'number' ? outcome : 0;
    this.#clock.after(wait, () => {
      if (pending !== this.#pending) return;
      if (typeof outcome !== 'number') return this.drop(outcome);
      this.#socket = 'open';
      this.#answerFirst(pending);
    });
  }

  #answerFirst(pending: Pending[]): void {
    const [first] = pending;
    if (first === undefined || first.answer.kind === 'silence') return;
    const { answer, request, atNs } = first;
    if (answer.kind === 'refused') return;
    const waitedMs = (this.#clock.nowNs() - atNs) / 1e6;
    this.#clock.after(Math.max(0, answer.afterMs - waitedMs), () => {
      if (pending[0] !== first) return;
      if (answer.kind === 'reset') return this.drop(closedByTarget());
      this.bytesReceived += headBytes;
      if (answer.interim) request.handler.onResponseStart(undefined, 103, {});
      request.handler.onResponseStart(undefined, answer.status ?? 200, answer.headers ?? {});
      const end = (): void => {
        if (pending[0] !== first) return;
        if (answer.breaksOff === undefined) {
          pending.shift();
          this.#answerFirst(pending);
        }
        const { body = [] } = answer;
        for (const fragment of typeof body === 'string' ? [Buffer.from(body)] : body) {
          this.bytesReceived += fragment.length;
          request.handler.onResponseData(undefined, fragment);
        }
        if (answer.breaksOff === 'reset') this.drop(closedByTarget());
        if (answer.breaksOff !== undefined) return;
        this.#script.onEnd?.(request, 'response');
        request.handler.onResponseEnd();
      };
      if (answer.bodyMs === undefined) end();
      else this.#clock.after(answer.bodyMs, end);
    });
  }

  #fail(request: SeenRequest, error: Error): void {
    this.#script.onEnd?.(request, 'error');
    request.handler.onResponseError(undefined, error);
  }
}

const closedByTarget = (): Error => Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

/** A response after so many milliseconds. */
export const responseAfter = (afterMs: number, status = 200): Answer => ({
  kind: 'response',
  afterMs,
  status,
});
