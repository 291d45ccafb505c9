/** Environment variables that a deployment gives its functions. */
export const environment = {
  runsBucket: 'DOWNPOUR_RUNS_BUCKET',
  identityTable: 'DOWNPOUR_IDENTITY_TABLE',
  repositoryTable: 'DOWNPOUR_REPOSITORY_TABLE',
  burstsTable: 'DOWNPOUR_BURSTS_TABLE',
  stateMachineArn: 'DOWNPOUR_STATE_MACHINE_ARN',
  /** The word `<service>` in the header `X-<service>-API-Key`. */
  service: 'DOWNPOUR_SERVICE',
  /** `true`: a caller without an API key may read PUBLIC data. Absent: every request needs a key. */
  anonymous: 'DOWNPOUR_ANONYMOUS',
  /**
   * The OpenID Connect issuer whose tokens are accepted. Absent: only tokens that this service issued for a
   * password are accepted.
   */
  oidcIssuer: 'DOWNPOUR_OIDC_ISSUER',
  /** The audience that tokens must have. */
  oidcAudience: 'DOWNPOUR_OIDC_AUDIENCE',
  /** The client id for requests of tokens. Absent: the audience. */
  oidcClientId: 'DOWNPOUR_OIDC_CLIENT_ID',
  /**
   * The address of the API for its callers, who also send passwords to it. Absent: only callers on the same
   * machine get an address.
   */
  publicUrl: 'DOWNPOUR_PUBLIC_URL',
  /**
   * The secrets of the distribution in front of the API, with commas between. A request must have one of them
   * in the header `frontHeader`. Absent: callers reach the API directly.
   */
  frontSecrets: 'DOWNPOUR_FRONT_SECRETS',
  /**
   * The keys of the function's routes, with commas between. Only a REST API needs them, because its events do
   * not name the route. Absent: the function is behind an HTTP API.
   */
  routes: 'DOWNPOUR_ROUTES',
  /** Origins whose pages may call a REST API (lib/cors.ts), which does not answer CORS requests itself. */
  corsOrigins: 'DOWNPOUR_CORS_ORIGINS',
  /** The gigabytes (10^9 bytes) of runs that a team may keep. Absent: there is no limit. */
  teamStorageGB: 'DOWNPOUR_TEAM_STORAGE_GB',
  /** Days for which the audit keeps an entry. `none`: entries are never deleted. */
  auditDays: 'DOWNPOUR_AUDIT_DAYS',
  /** The hosts that may receive load: `host`, `*.suffix` or `*`, with commas between. */
  targets: 'DOWNPOUR_TARGETS',
  /** `true`: hosts in private networks may receive load too. On Lambda they are forbidden by default. */
  privateTargets: 'DOWNPOUR_PRIVATE_TARGETS',
  /** The contact for questions about the load. Targets see it in the header `x-load-test`. */
  contact: 'DOWNPOUR_CONTACT',
  /**
   * The name of the deployment. A target must publish a token for this name, which proves that the owner of
   * the target allows load. Absent: targets need no token.
   */
  ownership: 'DOWNPOUR_OWNERSHIP',
  /**
   * The ceilings of a deployment: `name=value` pairs with commas between
   * (lib/driver/planning/parse-ceilings.ts).
   */
  ceilings: 'DOWNPOUR_CEILINGS',
  /** The share of requests that may fail before a run fails, from 0 to 1. */
  maxErrors: 'DOWNPOUR_MAX_ERRORS',
  /**
   * The most drives that Lambda may run at the same time for this deployment, for all bursts together.
   * Absent: as many as the account allows.
   */
  driveConcurrency: 'DOWNPOUR_DRIVE_CONCURRENCY',
  /**
   * The most Fargate tasks that may generate load at the same time, for all bursts together. Absent: the
   * deployment uses no Fargate tasks.
   */
  fargateTasks: 'DOWNPOUR_FARGATE_TASKS',
  /** The number of processors of one Fargate task. */
  fargateCores: 'DOWNPOUR_FARGATE_CORES',
  /** Waiting drives wake up this many milliseconds before a start that is known in advance. */
  leadMs: 'DOWNPOUR_LEAD_MS',
  /** The longest segment of a phase in milliseconds. A phase that is longer is divided into segments. */
  segmentMsMax: 'DOWNPOUR_SEGMENT_MS_MAX',
  /**
   * `host` or `host:port` of an NTP server, with which drives compare their clocks. `none`: drives do not
   * compare them.
   */
  timeServer: 'DOWNPOUR_TIME_SERVER',
  /**
   * The number of addresses of the NAT gateway through which all drives send. Absent: each drive has an
   * address of AWS.
   */
  loadAddresses: 'DOWNPOUR_LOAD_ADDRESSES',
  /** The regions besides the deployment's own in which drives may run, with commas between. */
  regions: 'DOWNPOUR_REGIONS',
  /** The deployment's own region, for functions that run in another region. */
  homeRegion: 'DOWNPOUR_HOME_REGION',
  /** The language of a filter query that both languages accept: `jsonpath` (default) or `sql`. */
  commonDialect: 'DOWNPOUR_COMMON_DIALECT',
  /** The fewest characters of a password, for `downpour serve`. Absent: `passwordLengthMin`. */
  passwordLengthMin: 'DOWNPOUR_PASSWORD_LENGTH_MIN',
  /** The EventBridge bus that receives events of the repository. Absent: the log receives them. */
  eventBus: 'DOWNPOUR_EVENT_BUS',
  version: 'DOWNPOUR_VERSION',
  /**
   * The fingerprint of the drives' code. A drive rejects a plan that was made by code with another
   * fingerprint. Absent: Downpour does not compare the code.
   */
  release: 'DOWNPOUR_RELEASE',
  /** The commit of the code. Absent when it is not known. */
  commit: 'DOWNPOUR_COMMIT',
  /**
   * The time at which the service started, in epoch milliseconds. Absent: a function reports the start of its
   * own environment.
   */
  startedAt: 'DOWNPOUR_STARTED_AT',
  /** The privacy statement, which Downpour shows with its version. */
  privacyStatement: 'DOWNPOUR_PRIVACY_STATEMENT',
  /** The lowest level of log lines that are written: `debug`, `info` (default), `warn` or `error`. */
  logLevel: 'DOWNPOUR_LOG_LEVEL',
  /** The CloudWatch namespace of the metrics. Absent: no metrics are written. */
  metricNamespace: 'DOWNPOUR_METRIC_NAMESPACE',
  /**
   * The group of this deployment's schedules. Absent: the deployment has no schedules, and a burst whose
   * execution is lost is not ended.
   */
  scheduleGroup: 'DOWNPOUR_SCHEDULE_GROUP',
  /** The ARN of the role with which schedules invoke functions. */
  scheduleRole: 'DOWNPOUR_SCHEDULE_ROLE',
  /** The ARN of the queue for failed deliveries of schedules. */
  scheduleQueue: 'DOWNPOUR_SCHEDULE_QUEUE',
  /** The ARN of the function that starts a scheduled burst. */
  scheduledFunction: 'DOWNPOUR_SCHEDULED_FUNCTION',
  /** The URL of the queue for the tasks of an upload. `queueLater` is the queue for all further tasks. */
  queueNow: 'DOWNPOUR_QUEUE_NOW',
  queueLater: 'DOWNPOUR_QUEUE_LATER',
  /** The ARN of the function that ends bursts whose execution is lost. */
  reapFunction: 'DOWNPOUR_REAP_FUNCTION',
} as const;

/**
 * Variables that the state machine gives to the container of a Fargate task
 * (functions/driver/burst.asl.json).
 */
export const taskEnvironment = {
  /** JSON text: the input of the function that drives. */
  drive: 'DOWNPOUR_DRIVE',
  /** The token of the state machine's state that waits for the Fargate task. */
  token: 'DOWNPOUR_TASK_TOKEN',
} as const;

/** The region of the local cloud on one machine. */
export const localRegion = 'us-east-1';

/** Levels of the functions' log, from the lowest on. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The global symbol under which the runtime offers in-process stores on one machine. Functions read it. It is
 * global because runtime and functions are separate bundles.
 */
export const inProcessKey = Symbol.for('downpour.inProcess');

export const defaultService = 'Downpour';
export const defaultAuditDays = 365;
