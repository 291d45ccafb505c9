import type { Arrivals } from './arrivals.ts';
import type { ScenarioDefinition } from './scenario.ts';
import type { Sla } from './sla.ts';
import type { TlsSettings } from './tls.ts';

/**
 * A benchmark as the rest of the driver sees it: complete, readonly, JSON-serialisable, trusted.
 */
export type Benchmark = {
  readonly name: string;
  readonly targets: readonly Target[];
  /** The `hotrod` entries; absent when there are none. */
  readonly hotRod?: readonly HotRodCluster[];
  readonly ergonomics: Ergonomics;
  /**
   * Run-time phases in document order. Forks and iterations are already unrolled into `phase/fork`,
   * `phase/000` or `phase/000/fork`, each followed by the noop that covers them: `phase/000`, `phase`. Empty
   * for a document without phases.
   */
  readonly phases: readonly Phase[];
  /** `CANCEL`: a failed phase cancels the phases that have not started. */
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /** The declared agents. Each becomes a shard. Empty when the document declares no agents. */
  readonly agents: readonly Agent[];
  readonly threads: number;
  /** Paths of the files that its phases need, as written, each once. */
  readonly files: readonly string[];
  /** Commands around the run; absent: none. */
  readonly hooks?: Hooks;
};

/** A load generator of the document. Its threads are its event loops: twice the threads, twice the load. */
export type Agent = {
  readonly name: string;
  readonly threads: number;
  /** The region in which the agent runs. Absent: the region of the deployment. */
  readonly region?: string;
  /** The service of AWS that runs it. Absent: Lambda. */
  readonly executor?: Executor;
};

/** The services of AWS that can run drives. The first is the default. */
export const executors = ['lambda', 'fargate'] as const;
export type Executor = (typeof executors)[number];

/** Shell commands that run where the document is submitted, in the order of their names. */
export type Hooks = { readonly pre: readonly Hook[]; readonly post: readonly Hook[] };

export type Hook = { readonly name: string; readonly command: string };

/** How users share the connections to a target. */
export type ConnectionStrategy = 'SHARED_POOL' | 'SESSION_POOLS' | 'OPEN_ON_REQUEST' | 'ALWAYS_NEW';

/** An `http` entry. */
export type Target = {
  /** Unique: the entry's `name`, else `protocol://host:port`. */
  readonly key: string;
  readonly name?: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** The text of the Host header: the configured host, with the port when one was given. */
  readonly authority: string;
  /** True for the entry that a request without authority or endpoint uses. */
  readonly isDefault: boolean;
  readonly addresses: readonly string[];
  readonly connectionStrategy: ConnectionStrategy;
  /** Connections over all shards and concurrent phases. `core` are opened before T0. */
  readonly connections: {
    readonly core: number;
    readonly max: number;
    readonly buffer: number;
    readonly keepAliveMs: number;
  };
  readonly pipeliningLimit: number;
  /**
   * The version of HTTP that it is spoken to in. `agreed` (over TLS only): HTTP/2 if the target takes it,
   * else HTTP/1.1; `2` in clear text: without asking; `upgraded` (clear text only): HTTP/2 by an upgrade.
   * Absent: `agreed` over TLS, else `1.1`.
   */
  readonly httpVersion?: '1.1' | '2' | 'agreed' | 'upgraded';
  /** Requests at once on a connection over HTTP/2; absent: `http2.streamsMax`. */
  readonly http2StreamsMax?: number;
  /** Users keep its responses as a browser does. Absent: true. */
  readonly useHttpCache?: boolean;
  /** Milliseconds from sending; undefined means no time limit (`none`). */
  readonly requestTimeoutMs?: number;
  /** Absent: the defaults of all of it. */
  readonly tls?: TlsSettings;
};

/** A `hotrod` entry. Every server gets the same share of the requests. */
export type HotRodCluster = {
  readonly protocol: 'hotrod' | 'hotrods';
  readonly servers: readonly { readonly host: string; readonly port: number }[];
  /** Unique over all clusters. */
  readonly caches: readonly string[];
  readonly login?: { readonly user: string; readonly password: string; readonly mechanism: string };
  /** With `hotrods`: the file of the trusted certificates, on the machine that sends the load. */
  readonly trustCa?: string;
  /** The host name that a certificate must have, in place of the server's own. */
  readonly sniHost?: string;
  /** Milliseconds from sending. */
  readonly requestTimeoutMs: number;
};

export type Ergonomics = {
  readonly userAgentFromSession: boolean;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
  /** Absent: `NEVER`. */
  readonly followRedirect?: FollowRedirect;
  /** Present: response times leave the generator's own delay out. */
  readonly compensateInternalLatency?: false;
  /** Users send the cookies back that responses set. Absent: true. */
  readonly repeatCookies?: boolean;
  /**
   * A target that answers with 503 and `Retry-After` again and again ends the burst. Absent: as the
   * deployment says.
   */
  readonly stopOnRetryAfter?: boolean;
};

export const followRedirects = ['NEVER', 'LOCATION_ONLY', 'HTML_ONLY', 'ALWAYS'] as const;
export type FollowRedirect = (typeof followRedirects)[number];

export type Phase = {
  /** Full name: `phase`, `phase/iteration`, `phase/fork` or `phase/iteration/fork`. Unique in a benchmark. */
  readonly name: string;
  readonly phase: string;
  /** `000`, `001`, ...; empty text when the phase is not iterated. */
  readonly iteration: string;
  /** Empty text when the phase has no forks. */
  readonly fork: string;
  readonly arrivals: Arrivals;
  /** Milliseconds after the start of the run; 0 when the document gives none. */
  readonly startTimeMs: number;
  /** Full names of phases that must have FINISHED (no new users) before this one starts. */
  readonly startAfter: readonly string[];
  /** Full names of phases that must have TERMINATED (all users gone) before this one starts. */
  readonly startAfterStrict: readonly string[];
  /** Starts so long after T0 of all of these. */
  readonly startWith?: { readonly phases: readonly string[]; readonly delayMs: number };
  /**
   * The full names of the forks or iterations that a noop represents. The noop terminates when all of them
   * have terminated.
   */
  readonly covers?: readonly string[];
  /** Milliseconds during which new users start. Absent for atOnce and noop without a duration. */
  readonly durationMs?: number;
  /** Hard end in milliseconds from the phase start, never below the duration. */
  readonly maxDurationMs?: number;
  /**
   * Most users at once over all shards; open-model default: the highest rate of all iterations, rounded up.
   */
  readonly maxSessions: number;
  /** The document writes the number above. */
  readonly maxSessionsGiven?: true;
  readonly sessionLimitPolicy: 'FAIL' | 'CONTINUE';
  readonly isWarmup: boolean;
  /** No limit is judged. Absent: all are. */
  readonly isJudged?: false;
  /** Limits for metrics that no request step records. */
  readonly customSlas?: readonly CustomSla[];
  /** Absent for noop phases. */
  readonly scenario?: ScenarioDefinition;
  /** Nanoseconds that a user of the scenario stays for its pauses alone, on average; absent: 0. */
  readonly leastStayNs?: number;
  /** Paths of the files that its scenario needs; absent: none. */
  readonly files?: readonly string[];
};

/** Limits of one metric that no request step records. */
export type CustomSla = { readonly metric: string; readonly slas: readonly Sla[] };
