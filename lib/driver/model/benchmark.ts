import type { Arrivals } from './arrivals.ts';
import type { ScenarioDefinition } from './scenario.ts';
import type { Sla } from './sla.ts';
import type { TlsSettings } from './tls.ts';

/** A benchmark as the rest of the driver uses it: complete, readonly, valid, and plain JSON. */
export type Benchmark = {
  readonly name: string;
  readonly targets: readonly Target[];
  /** The `hotrod` entries of the document. Absent when there are none. */
  readonly hotRod?: readonly HotRodCluster[];
  readonly ergonomics: Ergonomics;
  /**
   * The phases in the order of the document. Forks and iterations are phases of their own: `phase/fork`,
   * `phase/000` or `phase/000/fork`. The noop phases that cover them follow: `phase/000`, `phase`. Empty for
   * a document without phases.
   */
  readonly phases: readonly Phase[];
  /** The effect of a failed phase. `CANCEL`: the phases that have not started are cancelled. */
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /**
   * The agents (load generators) that the document declares. Each becomes a shard. Empty when it declares
   * none.
   */
  readonly agents: readonly Agent[];
  readonly threads: number;
  /** Paths of the files that the phases need, as the document writes them. Each path appears once. */
  readonly files: readonly string[];
  /** Commands around the run (hooks). Absent when there are none. */
  readonly hooks?: Hooks;
  /**
   * The URL of the CI job from which the benchmark must be started. Absent: it may be started from anywhere.
   */
  readonly triggerUrl?: string;
};

/**
 * A load generator that the document declares. Each thread is an event loop, so twice the threads send twice
 * the load.
 */
export type Agent = {
  readonly name: string;
  readonly threads: number;
  /** The AWS region in which the agent runs. Absent: the home region of the deployment. */
  readonly region?: string;
  /** The AWS service that runs the agent. Absent: Lambda. */
  readonly executor?: Executor;
};

/** The services of AWS that can run drives. The first is the default. */
export const executors = ['lambda', 'fargate'] as const;
export type Executor = (typeof executors)[number];

/**
 * Shell commands around a run, in the order of their names. They run on the machine where the person submits
 * the document.
 */
export type Hooks = { readonly pre: readonly Hook[]; readonly post: readonly Hook[] };

export type Hook = { readonly name: string; readonly command: string };

/** How users share the connections to a target, by the names that the format defines. */
export type ConnectionStrategy = 'SHARED_POOL' | 'SESSION_POOLS' | 'OPEN_ON_REQUEST' | 'ALWAYS_NEW';

/** A target: an `http` entry of the document. */
export type Target = {
  /** The unique name of the target: the entry's `name`, or else `protocol://host:port`. */
  readonly key: string;
  readonly name?: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** The text of the `Host` header: the host, and the port if the document gives one. */
  readonly authority: string;
  /** True for the target of requests that name no target. */
  readonly isDefault: boolean;
  readonly addresses: readonly string[];
  readonly connectionStrategy: ConnectionStrategy;
  /**
   * The numbers of connections, over all shards and all phases together. `core` is the number that is opened
   * before T0.
   */
  readonly connections: {
    readonly core: number;
    readonly max: number;
    readonly buffer: number;
    readonly keepAliveMs: number;
  };
  readonly pipeliningLimit: number;
  /**
   * The version of HTTP. `agreed` (only over TLS): HTTP/2 if the target supports it, or else HTTP/1.1. `2`
   * without TLS: HTTP/2 from the first byte, without agreement. `upgraded` (only without TLS): HTTP/2 after
   * an upgrade request. Absent: `agreed` over TLS, or else `1.1`.
   */
  readonly httpVersion?: '1.1' | '2' | 'agreed' | 'upgraded';
  /** The most requests at once on one HTTP/2 connection. Absent: `http2.streamsMax`. */
  readonly http2StreamsMax?: number;
  /** True when users cache responses as a browser does. Absent: true. */
  readonly useHttpCache?: boolean;
  /**
   * The time limit of a request in milliseconds, from the moment of sending. Undefined: no limit (`none`).
   */
  readonly requestTimeoutMs?: number;
  /** The TLS settings of the target. Absent: the defaults. */
  readonly tls?: TlsSettings;
};

/**
 * A cluster of Hot Rod servers (an entry `hotrod` of the document). Every server gets the same share of the
 * requests.
 */
export type HotRodCluster = {
  readonly protocol: 'hotrod' | 'hotrods';
  readonly servers: readonly { readonly host: string; readonly port: number }[];
  /** The names of the caches that requests use. Each name belongs to only one cluster. */
  readonly caches: readonly string[];
  readonly login?: { readonly user: string; readonly password: string; readonly mechanism: string };
  /**
   * The file with the trusted certificates for `hotrods` (Hot Rod over TLS), on the machine that sends the
   * load.
   */
  readonly trustCa?: string;
  /** The host name that a certificate must have, instead of the server's own name. */
  readonly sniHost?: string;
  /** The time limit of a request in milliseconds, from the moment of sending. */
  readonly requestTimeoutMs: number;
};

export type Ergonomics = {
  readonly userAgentFromSession: boolean;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
  /** The redirects that users follow. Absent: `NEVER`. */
  readonly followRedirect?: FollowRedirect;
  /** Present: response times leave out the generator's own delay. */
  readonly compensateInternalLatency?: false;
  /** True when users send the cookies that responses set. Absent: true. */
  readonly repeatCookies?: boolean;
  /**
   * True when the burst ends because a target repeatedly answers with 503 and `Retry-After`. Absent: the
   * deployment decides.
   */
  readonly stopOnRetryAfter?: boolean;
};

export const followRedirects = ['NEVER', 'LOCATION_ONLY', 'HTML_ONLY', 'ALWAYS'] as const;
export type FollowRedirect = (typeof followRedirects)[number];

export type Phase = {
  /**
   * The full name of the phase, which is unique: `phase`, `phase/iteration`, `phase/fork` or
   * `phase/iteration/fork`.
   */
  readonly name: string;
  readonly phase: string;
  /** The number of the iteration: `000`, `001`, ... Empty when the phase has no iterations. */
  readonly iteration: string;
  /** The name of the fork. Empty when the phase has no forks. */
  readonly fork: string;
  readonly arrivals: Arrivals;
  /**
   * The earliest start of the phase, in milliseconds after the start of the run. 0 when the document gives no
   * time.
   */
  readonly startTimeMs: number;
  /** Full names of the phases that must be finished (no new users) before this phase starts. */
  readonly startAfter: readonly string[];
  /** Full names of the phases that must be terminated (all users have left) before this phase starts. */
  readonly startAfterStrict: readonly string[];
  /** The phase starts `delayMs` milliseconds after the start (T0) of all these phases. */
  readonly startWith?: { readonly phases: readonly string[]; readonly delayMs: number };
  /**
   * The full names of the forks or iterations that a noop phase covers. The noop phase terminates when they
   * all have terminated.
   */
  readonly covers?: readonly string[];
  /**
   * Milliseconds during which new users start. Absent when all users start at once (`atOnce`), and for a noop
   * phase without a duration.
   */
  readonly durationMs?: number;
  /** The longest time from the start of the phase to its end, in milliseconds. Never below the duration. */
  readonly maxDurationMs?: number;
  /**
   * The most users at once over all shards. In an open model, the default is the highest rate of all
   * iterations, rounded up.
   */
  readonly maxSessions: number;
  /** True when the document gives `maxSessions` for the phase. */
  readonly maxSessionsGiven?: true;
  readonly sessionLimitPolicy: 'FAIL' | 'CONTINUE';
  readonly isWarmup: boolean;
  /** False when the limits of the phase are not judged. Absent: all limits are judged. */
  readonly isJudged?: false;
  /** Limits for metrics that no request step records, such as those of a stopwatch. */
  readonly customSlas?: readonly CustomSla[];
  /** The scenario of the users. Absent for noop phases. */
  readonly scenario?: ScenarioDefinition;
  /** The average time that a user stays for the pauses of the scenario alone, in nanoseconds. Absent: 0. */
  readonly leastStayNs?: number;
  /** Paths of the files that the scenario needs. Absent when there are none. */
  readonly files?: readonly string[];
};

/** Limits of one metric that no request step records, such as that of a stopwatch. */
export type CustomSla = { readonly metric: string; readonly slas: readonly Sla[] };
