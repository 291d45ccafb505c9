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
import type { Connection } from '../connection.ts';
import type { Refusals } from '../guard/refusals.ts';
import type { EncodingHeader } from './inflation.ts';

/** A request as its pool sees it. */
export type PooledRequest = {
  readonly session: Session;
  /** Called once with a connection; `waited`: none was free when the request was ready. */
  send(connection: Connection, waited: boolean): void;
};

/** Where requests are sent; `Pool` is one. */
export type RequestPool = {
  readonly target: Pick<Target, 'host' | 'port' | 'protocol' | 'authority'>;
  /** The target's time limit; undefined means none. */
  readonly deadlines: Deadlines | undefined;
  readonly origin: Origin;
  /** Undefined: nobody listens whether the target asks for the load to stop. */
  readonly refusals: Refusals | undefined;
  /** Some request is asked for its bytes, so every request has to account for its own. */
  readonly countsBytes: boolean;
  /** Sends now on a free connection, else when one becomes free. */
  submit(request: PooledRequest): void;
  /** Takes a request back that still waits. */
  withdraw(request: PooledRequest): void;
  /** A request on this connection is over. */
  release(connection: Connection): void;
};

/** A request as compiled once per scenario: what its exchanges share. */
export type RequestPlan = {
  /** Of its request among those of the scenario, from 0. */
  readonly number: number;
  readonly method: string;
  readonly pool: RequestPool | Read<RequestPool>;
  readonly path: Read<string>;
  readonly headers: Read<readonly string[]>;
  readonly body: Read<string | Uint8Array> | undefined;
  /** Undefined: its users keep neither cookies nor responses. */
  readonly client: ClientUse | undefined;
  readonly metric: (path: string, pool: RequestPool) => MetricRecorder;
  /** The request's own time limit; undefined means that of its target. */
  readonly deadlines: Deadlines | undefined;
  readonly onStatus: readonly StatusHandler[];
  readonly onHeader: readonly HeaderHandlerFactory[];
  readonly onBody: readonly ProcessorFactory[];
  readonly onCompletion: readonly Action[];
  readonly onRawBytes: readonly RawBytesHandler[];
  /** The response header that says how bodies are compressed; undefined: they are read as they come. */
  readonly encodingHeader: EncodingHeader | undefined;
  /** Undefined: no redirect is followed. */
  readonly following: Following | undefined;
  /** Records the time since the planned start of its user; undefined: it is not compensated. */
  readonly compensate: Compensate | undefined;
  /** Receives what went wrong with a connection; the first of each kind are shown with the run. */
  readonly onFailure: (error: unknown) => void;
  /** As `onFailure`, for what a handler threw and for a request that HTTP does not allow. */
  readonly onMistake: (error: unknown) => void;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
  readonly sync: boolean;
};

/** Which redirects of a request are followed; shared by its exchanges. */
export type Following = {
  /** By status and `location`. */
  readonly byLocation: boolean;
  /** Makes what looks for a refresh in a page; absent: pages lead nowhere. */
  readonly pageReader: (() => PageReader) | undefined;
  /** What a redirect may lead to: where several have one origin, the first. */
  readonly pools: readonly RequestPool[];
  /** Where requests are counted that follow a redirect. */
  readonly metric: () => MetricRecorder;
};

/** Reads a page as it arrives. */
export type PageReader = Processor & {
  /** The refresh that it asks for; valid until the next page begins. */
  readonly refresh: Refresh | undefined;
};

/**
 * `base`: the reference that `url` is relative to, as the page writes it; absent: `url` is relative to the
 * page.
 */
export type Refresh = { readonly delayMs: number; readonly url: string; readonly base?: string };

/** Called with the end of a request in nanoseconds since T0; `answered`: with a response. */
export type Compensate = (
  session: Session,
  path: string,
  pool: RequestPool,
  endedNs: number,
  answered: boolean,
) => void;
