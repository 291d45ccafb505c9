import type { Target } from '../../model/benchmark.ts';
import type {
  HeaderHandlerFactory,
  Processor,
  ProcessorFactory,
  RawBytesHandler,
  StatusHandler,
} from '../../model/handlers.ts';
import type { Action, Read, Session } from '../../model/session.ts';
import type { Deadlines } from '../../request/deadlines.ts';
import type { MetricRecorder } from '../../statistics/recording/metric-recorder.ts';
import type { ClientUse } from '../client-state/client-request.ts';
import type { Origin } from '../client-state/origin.ts';
import type { Refusals } from '../guard/refused-load.ts';
import type { Connection } from '../pooled-connection.ts';
import type { EncodingHeader } from './decompression.ts';

/** The part of a request that a pool of connections uses. */
export type PooledRequest = {
  readonly session: Session;
  /**
   * Called once after each `submit`, with the connection for the request. `waited`: no connection was free
   * when the request was ready.
   */
  send(connection: Connection, waited: boolean): void;
};

/** The pool of connections to which requests are passed. `Pool` implements it. */
export type RequestPool = {
  readonly target: Pick<Target, 'host' | 'port' | 'protocol' | 'authority'>;
  /** The time limit of the target. Undefined when there is no limit. */
  readonly deadlines: Deadlines | undefined;
  readonly origin: Origin;
  /** Detects that the target asks Downpour to stop the load. Undefined when such answers are not checked. */
  readonly refusals: Refusals | undefined;
  /**
   * True when at least one request step has a handler of raw bytes, so that every request must count its
   * bytes.
   */
  readonly countsBytes: boolean;
  /** Sends the request on a free connection now, or later when a connection becomes free. */
  submit(request: PooledRequest): void;
  /** Removes a request that still waits for a connection. */
  withdraw(request: PooledRequest): void;
  /** Called when a request on this connection has ended. Another request may use the connection. */
  release(connection: Connection): void;
};

/** A request step that is compiled once for a scenario. All exchanges share it. */
export type RequestPlan = {
  /** The number of the request step among those of the scenario, from 0. */
  readonly number: number;
  readonly method: string;
  readonly pool: RequestPool | Read<RequestPool>;
  readonly path: Read<string>;
  readonly headers: Read<readonly string[]>;
  readonly body: Read<string | Uint8Array> | undefined;
  /** The settings for cookies and the cache. Undefined when users keep neither. */
  readonly client: ClientUse | undefined;
  readonly metric: (path: string, pool: RequestPool) => MetricRecorder;
  /** The time limit of this request. Undefined: the limit of its target. */
  readonly deadlines: Deadlines | undefined;
  readonly onStatus: readonly StatusHandler[];
  readonly onHeader: readonly HeaderHandlerFactory[];
  readonly onBody: readonly ProcessorFactory[];
  readonly onCompletion: readonly Action[];
  readonly onRawBytes: readonly RawBytesHandler[];
  /**
   * The name of the response header that gives the compression of bodies. Undefined: bodies are not
   * decompressed.
   */
  readonly encodingHeader: EncodingHeader | undefined;
  /** How redirects are followed. Undefined when no redirect is followed. */
  readonly following: Following | undefined;
  /**
   * Records the time since the planned start of the user (setting `compensation`). Undefined when this time
   * is not recorded.
   */
  readonly compensate: Compensate | undefined;
  /** Receives the error of a connection. The results of the run show the first error of each kind. */
  readonly onFailure: (error: unknown) => void;
  /**
   * Receives the error of a handler, or the reason why HTTP does not allow a request. The results of the run
   * show the first error of each kind.
   */
  readonly onMistake: (error: unknown) => void;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
  readonly sync: boolean;
};

/** How the redirects of a request step are followed. All exchanges share it. */
export type Following = {
  /** True when redirects by status and `location` header are followed. */
  readonly byLocation: boolean;
  /**
   * Makes a reader that looks for a refresh (`<meta http-equiv="refresh">`) in a page. Undefined when no
   * refresh is followed.
   */
  readonly pageReader: (() => PageReader) | undefined;
  /** The pools to which a redirect may lead. When several have the same origin, the first is used. */
  readonly pools: readonly RequestPool[];
  /** Returns the metric under which requests that follow a redirect are counted. */
  readonly metric: () => MetricRecorder;
};

/** Reads a page as it arrives and looks for a refresh. */
export type PageReader = Processor & {
  /** The refresh that the page asks for. It is valid until the next page begins. */
  readonly refresh: Refresh | undefined;
};

/**
 * A refresh that a page asks for. `url` is relative to `base`, which is given as in the page. Without `base`,
 * `url` is relative to the page.
 */
export type Refresh = { readonly delayMs: number; readonly url: string; readonly base?: string };

/**
 * Called at the end of a request. `endedNs` is in nanoseconds since T0. `answered` is true when the request
 * got a response.
 */
export type Compensate = (
  session: Session,
  path: string,
  pool: RequestPool,
  endedNs: number,
  answered: boolean,
) => void;
