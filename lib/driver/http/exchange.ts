import type { Dispatcher } from 'undici';
import type { RequestInFlight, RunningSequence, Session } from '../model/session.ts';
import type { MetricRecorder } from '../statistics/recorder.ts';
import type { Connection } from './connection.ts';
import type { Deadlines, Timed } from './deadlines.ts';
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
  rest(connection: Connection): void;
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
  /** Told what went wrong with a connection or in a handler; the first of each kind are shown with the run. */
  readonly onFailure: (error: unknown) => void;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
  readonly sync: boolean;
};

export type StatusHandler = (exchange: Exchange, status: number) => void;
/** Called once with the whole body when the response is complete. */
export type BodyHandler = (exchange: Exchange, body: Buffer) => void;

type Ending = 'response' | 'timeout' | 'connection' | 'internal' | 'cancelled';

const noHeadersSeen = 0;

/**
 * One request and its response. The object itself is undici's handler and is reused by its session, so that a
 * request allocates nothing of ours but the options object.
 *
 * Instants in nanoseconds since T0: intended (latency counts from here) <= due (the session should have gone on) <=
 * ready (it did) <= sent (a connection was free).
 */
export class Exchange implements Dispatcher.DispatchHandler, RequestInFlight, Timed {
  readonly session: Session;
  sequence: RunningSequence | undefined;
  done = true;
  sent = false;
  /** No connection was free when the request was ready. */
  waited = false;
  valid = true;
  intendedNs = 0;
  dueNs = 0;
  readyNs = 0;
  sentNs = 0;
  /** Neighbours among the requests under the same time limit; kept by `Deadlines`. */
  older: Timed | undefined;
  younger: Timed | undefined;
  #plan!: RequestPlan;
  #pool!: RequestPool;
  #metric!: MetricRecorder;
  #deadlines: Deadlines | undefined;
  #connection: Connection | undefined;
  #path = '';
  #headers: string[] = [];
  #body: string | Uint8Array | null = null;
  #ending: Ending = 'response';
  #status = noHeadersSeen;
  #bytes = 0;
  #chunks: Buffer[] = [];
  #failure: unknown;

  constructor(session: Session) {
    this.session = session;
  }

  /** Fills in a request from the session's variables and hands it to the pool. */
  begin(plan: RequestPlan, sequence: RunningSequence): void {
    const { session } = this;
    this.#plan = plan;
    this.sequence = sequence;
    this.#pool = typeof plan.pool === 'function' ? plan.pool(session) : plan.pool;
    // All of it now, in the step: what throws here fails the phase of this session and nobody else's.
    this.#path = plan.path(session);
    this.#headers = plan.headers(session);
    this.#body = plan.body?.(session) ?? null;
    this.#metric = plan.metric(this.#path);
    this.#deadlines = plan.deadlines ?? this.#pool.deadlines;
    this.readyNs = session.nowNs();
    this.dueNs = session.dueNs;
    this.intendedNs = session.first ? session.intendedNs : session.dueNs;
    session.first = false;
    this.done = false;
    this.sent = false;
    this.waited = false;
    this.valid = true;
    this.#ending = 'response';
    this.#status = noHeadersSeen;
    this.#bytes = 0;
    this.#failure = undefined;
    session.inFlight += 1;
    this.#pool.submit(this);
  }

  /** Called by the pool with a free connection. */
  send(connection: Connection): void {
    const plan = this.#plan;
    const body = this.#body;
    const nowNs = this.waited ? this.session.nowNs() : this.readyNs;
    this.#connection = connection;
    this.sent = true;
    this.sentNs = nowNs;
    const sample = this.#metric.at(Math.floor(nowNs / 1e9));
    sample.counters.requests += 1;
    if (body !== null) sample.counters.bytesSent += Buffer.byteLength(body);
    if (this.waited) sample.counters.blockedNs += nowNs - this.readyNs;
    sample.recordLateness(this.readyNs - this.dueNs);
    this.#deadlines?.add(this);
    connection.dispatch(
      {
        method: plan.method,
        path: this.#path,
        headers: this.#headers,
        body,
        blocking: false,
        idempotent: true,
      } as Dispatcher.DispatchOptions,
      this,
    );
  }

  timeOut(): void {
    this.#ending = 'timeout';
    this.#connection?.drop(new Error('request timed out'));
  }

  /** The session was stopped: give the place in the queue back, or close the connection under the request. */
  cancel(): void {
    if (this.done) return;
    this.#ending = 'cancelled';
    if (this.sent) this.#connection?.drop(new Error('session stopped'));
    else {
      this.#pool.withdraw(this);
      this.done = true;
      this.session.inFlight -= 1;
    }
  }

  markInvalid(): void {
    this.valid = false;
  }

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    // An interim response (RFC 9110 section 15.2) is not the response.
    if (status < 200 && status !== 101) return;
    this.#status = status;
    this.#pool.unbuilt.see(this.#plan.method, status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#plan.onBody.length > 0) this.#chunks.push(chunk);
  }

  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    socket: { destroy(): unknown },
  ): void {
    this.#status = status;
    socket.destroy();
    this.onResponseEnd();
  }

  onResponseEnd(): void {
    this.#finish(this.session.nowNs());
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#ending === 'response') {
      this.#ending = isOurMistake(error) ? 'internal' : 'connection';
      this.#failure = error;
    }
    this.#finish(this.session.nowNs());
  }

  #finish(nowNs: number): void {
    const session = this.session;
    const plan = this.#plan;
    this.#deadlines?.remove(this);
    if (this.#ending === 'response') this.#handle();
    this.#record(nowNs);
    this.#chunks.length = 0;
    this.#releaseConnection();
    this.done = true;
    if (!plan.sync) session.freeExchanges.push(this);
    session.inFlight -= 1;
    if (session.stopped || (!this.valid && plan.stopOnInvalid) || this.#ending === 'internal') session.stop();
    session.dueNs = nowNs;
    session.progress();
  }

  /** Status handlers, the automatic range check, body handlers; what they throw stops this session only. */
  #handle(): void {
    const plan = this.#plan;
    const status = this.#status;
    try {
      for (const handler of plan.onStatus) handler(this, status);
      if (plan.autoRangeCheck && (status < 200 || status > 399)) this.valid = false;
      if (plan.onBody.length === 0) return;
      const body =
        this.#chunks.length === 1 && this.#chunks[0] !== undefined
          ? this.#chunks[0]
          : Buffer.concat(this.#chunks);
      for (const handler of plan.onBody) handler(this, body);
    } catch (error) {
      this.#ending = 'internal';
      this.#failure = error;
    }
  }

  #record(nowNs: number): void {
    const sample = this.#metric.at(Math.floor(this.sentNs / 1e9));
    const { counters } = sample;
    counters.bytesReceived += this.#bytes;
    if (this.#ending === 'cancelled') return;
    if (this.#ending !== 'response') this.valid = false;
    if (!this.valid) {
      counters.invalid += 1;
      counters.failed += 1;
    }
    if (this.#status !== noHeadersSeen) countStatus(counters, this.#status);
    if (this.#ending === 'timeout') counters.timeouts += 1;
    else if (this.#ending === 'connection') counters.connectionErrors += 1;
    else if (this.#ending === 'internal') counters.internalErrors += 1;
    else {
      counters.responses += 1;
      sample.recordLatency(nowNs - this.intendedNs);
      sample.recordService(nowNs - this.sentNs);
    }
    if (this.#failure !== undefined) this.#plan.onFailure(this.#failure);
  }

  #releaseConnection(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    if (this.#ending === 'connection' && isConnectFailure(this.#failure)) this.#pool.rest(connection);
    else this.#pool.release(connection);
  }
}

function countStatus(counters: { -readonly [K in StatusCounter]: number }, status: number): void {
  if (status < 200) counters.statusOther += 1;
  else if (status < 300) counters.status2xx += 1;
  else if (status < 400) counters.status3xx += 1;
  else if (status < 500) counters.status4xx += 1;
  else if (status < 600) counters.status5xx += 1;
  else counters.statusOther += 1;
}

type StatusCounter = 'status2xx' | 'status3xx' | 'status4xx' | 'status5xx' | 'statusOther';

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
