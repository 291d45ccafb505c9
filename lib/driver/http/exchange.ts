import type { RequestInFlight, Session } from '../model/session.ts';
import type { MetricRecorder } from '../statistics/recorder.ts';
import type { Deadlines, Timed } from './deadlines.ts';
import { type RequestRecord, recordEnded, recordSent } from './record-request.ts';
import type { Connection, TransportHandler } from './transport.ts';
import type { ResponseHeaders, UnbuiltDefaults } from './unbuilt-defaults.ts';

/** Where requests are sent; `Pool` is one. */
export type RequestPool = {
  /** The target's time limit; undefined means none. */
  readonly deadlines: Deadlines | undefined;
  readonly unbuilt: UnbuiltDefaults;
  /** Sends now on a free connection, else when one becomes free. */
  submit(exchange: Exchange): void;
  /** Takes a request back that still waits. */
  withdraw(exchange: Exchange): void;
  /** A request on this connection is over. */
  release(connection: Connection): void;
  /** As `release`, after a pause: the connection could not be opened. */
  releaseLater(connection: Connection): void;
};

/** A request as compiled once per scenario: what its exchanges share. */
export type RequestPlan = {
  readonly method: string;
  readonly pool: RequestPool | ((session: Session) => RequestPool);
  readonly path: (session: Session) => string;
  readonly headers: (session: Session) => string[];
  readonly body: ((session: Session) => string | Uint8Array) | undefined;
  readonly metric: (path: string) => MetricRecorder;
  /** The request's own time limit; undefined means that of its target. */
  readonly deadlines: Deadlines | undefined;
  readonly onStatus: readonly StatusHandler[];
  readonly onBody: readonly BodyHandler[];
  /** Receives what went wrong with a connection or in a handler; the first of each kind are shown with the run. */
  readonly onFailure: (error: unknown) => void;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
  readonly sync: boolean;
};

export type StatusHandler = (exchange: Exchange, status: number) => void;
/** Called once with the whole body when the response is complete. */
export type BodyHandler = (exchange: Exchange, body: Buffer) => void;

/**
 * One request and its response. The object itself is the transport's handler and is reused by its session, so that a
 * request allocates nothing of ours but the options object.
 *
 * The path of a request: its step calls `begin`; the pool calls `send` with a connection, now or later; the transport
 * calls the `on...` functions; the end goes to the statistics (record-request.ts), to the pool (`release`) and to the
 * session (`requestEnded`), in this order. `timeOut` (from `Deadlines`) and `cancel` (from the session) close the
 * connection under the request, and the transport then reports the end. Nobody else writes to an exchange.
 */
export class Exchange implements TransportHandler, RequestInFlight, Timed {
  readonly session: Session;
  /** Neighbours among the requests under the same time limit; written by `Deadlines`. */
  older: Timed | undefined;
  younger: Timed | undefined;
  readonly #record: RequestRecord = {
    ending: 'response',
    status: 0,
    valid: true,
    bytesSent: 0,
    bytesReceived: 0,
    intendedNs: 0,
    dueNs: 0,
    readyNs: 0,
    sentNs: 0,
    endedNs: 0,
  };
  #plan!: RequestPlan;
  #pool!: RequestPool;
  #metric!: MetricRecorder;
  #deadlines: Deadlines | undefined;
  #connection: Connection | undefined;
  #path = '';
  #headers: string[] = [];
  #body: string | Uint8Array | null = null;
  #chunks: Buffer[] = [];
  #failure: unknown;
  #sent = false;
  #done = true;

  constructor(session: Session) {
    this.session = session;
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

  /** Fills in a request from the session's variables and hands it to the pool. */
  begin(plan: RequestPlan): void {
    const { session } = this;
    const record = this.#record;
    this.#plan = plan;
    this.#pool = typeof plan.pool === 'function' ? plan.pool(session) : plan.pool;
    // All of it now, in the step: what throws here fails the phase of this session and nobody else's.
    this.#path = plan.path(session);
    this.#headers = plan.headers(session);
    this.#body = plan.body?.(session) ?? null;
    this.#metric = plan.metric(this.#path);
    this.#deadlines = plan.deadlines ?? this.#pool.deadlines;
    this.#failure = undefined;
    this.#sent = false;
    this.#done = false;
    record.ending = 'response';
    record.status = 0;
    record.valid = true;
    record.bytesSent = this.#body === null ? 0 : Buffer.byteLength(this.#body);
    record.bytesReceived = 0;
    record.readyNs = session.clock.nowNs();
    record.dueNs = session.dueNs;
    record.intendedNs = session.requestBegins();
    this.#pool.submit(this);
  }

  /** Called by the pool with a connection; `waited`: none was free when the request was ready. */
  send(connection: Connection, waited: boolean): void {
    const record = this.#record;
    this.#connection = connection;
    this.#sent = true;
    record.sentNs = waited ? this.session.clock.nowNs() : record.readyNs;
    recordSent(this.#metric, record);
    this.#deadlines?.add(this);
    connection.transport.dispatch(
      {
        method: this.#plan.method,
        path: this.#path,
        headers: this.#headers,
        body: this.#body,
        blocking: false,
        idempotent: true,
      },
      this,
    );
  }

  timeOut(): void {
    this.#record.ending = 'timeout';
    this.#connection?.transport.drop(new Error('request timed out'));
  }

  /** The session was stopped: give the place in the queue back, or close the connection under the request. */
  cancel(): void {
    if (this.#done) return;
    this.#record.ending = 'cancelled';
    if (this.#sent) this.#connection?.transport.drop(new Error('session stopped'));
    else {
      this.#pool.withdraw(this);
      this.#done = true;
      this.session.requestWithdrawn();
    }
  }

  /** A handler calls the response invalid. */
  markInvalid(): void {
    this.#record.valid = false;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: unknown, status: number, headers: ResponseHeaders): void {
    // An interim response (RFC 9110 section 15.2) is not the response.
    if (status < 200 && status !== 101) return;
    this.#record.status = status;
    this.#pool.unbuilt.see(this.#plan.method, status, headers);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#record.bytesReceived += chunk.length;
    if (this.#plan.onBody.length > 0) this.#chunks.push(chunk);
  }

  onRequestUpgrade(
    _controller: unknown,
    status: number,
    _headers: unknown,
    socket: { destroy(): unknown },
  ): void {
    this.#record.status = status;
    socket.destroy();
    this.onResponseEnd();
  }

  onResponseEnd(): void {
    const endedNs = this.session.clock.nowNs();
    if (this.#record.ending === 'response') this.#handle();
    this.#finish(endedNs);
  }

  onResponseError(_controller: unknown, error: Error): void {
    const record = this.#record;
    if (record.ending === 'response') {
      record.ending = isOurMistake(error) ? 'internal' : 'connection';
      this.#failure = error;
    }
    this.#finish(this.session.clock.nowNs());
  }

  /** Status handlers, the automatic range check, body handlers; what they throw stops this session only. */
  #handle(): void {
    const plan = this.#plan;
    const { status } = this.#record;
    try {
      for (const handler of plan.onStatus) handler(this, status);
      if (plan.autoRangeCheck && (status < 200 || status > 399)) this.markInvalid();
      if (plan.onBody.length === 0) return;
      const body =
        this.#chunks.length === 1 && this.#chunks[0] !== undefined
          ? this.#chunks[0]
          : Buffer.concat(this.#chunks);
      for (const handler of plan.onBody) handler(this, body);
    } catch (error) {
      this.#record.ending = 'internal';
      this.#failure = error;
    }
  }

  #finish(endedNs: number): void {
    const plan = this.#plan;
    const record = this.#record;
    const { ending } = record;
    const stops = ending === 'internal' || (plan.stopOnInvalid && !(ending === 'response' && record.valid));
    this.#deadlines?.remove(this);
    record.endedNs = endedNs;
    recordEnded(this.#metric, record);
    if (this.#failure !== undefined) plan.onFailure(this.#failure);
    this.#chunks.length = 0;
    this.#releaseConnection(ending);
    this.#done = true;
    if (!plan.sync) this.session.giveBack(this);
    this.session.requestEnded(endedNs, stops);
  }

  #releaseConnection(ending: RequestRecord['ending']): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    if (ending === 'connection' && isConnectFailure(this.#failure)) this.#pool.releaseLater(connection);
    else this.#pool.release(connection);
  }
}

const connectFailures = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'EAI_AGAIN',
]);

/** undici refused the request itself: a header or path that HTTP does not allow. */
const isOurMistake = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException)?.code === 'UND_ERR_INVALID_ARG';

const isConnectFailure = (error: unknown): boolean =>
  connectFailures.has((error as NodeJS.ErrnoException)?.code ?? '');
