/** Environment variables that a deployment gives its functions. */
export const environment = {
  runsBucket: 'DOWNPOUR_RUNS_BUCKET',
  identityTable: 'DOWNPOUR_IDENTITY_TABLE',
  repositoryTable: 'DOWNPOUR_REPOSITORY_TABLE',
  burstsTable: 'DOWNPOUR_BURSTS_TABLE',
  stateMachineArn: 'DOWNPOUR_STATE_MACHINE_ARN',
  /** `<service>` in the header `X-<service>-API-Key`. */
  service: 'DOWNPOUR_SERVICE',
  /** `true`: a caller without an API key may read PUBLIC data. Absent: every request needs a key. */
  anonymous: 'DOWNPOUR_ANONYMOUS',
  /** The issuer of OpenID Connect whose tokens are accepted. Absent: no tokens are accepted. */
  oidcIssuer: 'DOWNPOUR_OIDC_ISSUER',
  /** The audience that tokens must have. */
  oidcAudience: 'DOWNPOUR_OIDC_AUDIENCE',
  /** The client id for requests of tokens. Absent: the audience. */
  oidcClientId: 'DOWNPOUR_OIDC_CLIENT_ID',
  /**
   * Address of the API for its callers, who also send passwords to it. Absent: only callers on the same
   * machine get an address.
   */
  publicUrl: 'DOWNPOUR_PUBLIC_URL',
  /** Gigabytes (10^9 bytes) of runs that a team may keep. Absent: any number. */
  teamStorageGB: 'DOWNPOUR_TEAM_STORAGE_GB',
  /** Days for which the audit keeps an entry. `none`: for ever. */
  auditDays: 'DOWNPOUR_AUDIT_DAYS',
  /** Hosts that may be loaded: comma-separated `host`, `*.suffix` or `*`. */
  targets: 'DOWNPOUR_TARGETS',
  /** `true`: hosts in private networks may be loaded too. On Lambda the default forbids them. */
  privateTargets: 'DOWNPOUR_PRIVATE_TARGETS',
  /** The contact for questions about the load, which targets see in the header `x-load-test`. */
  contact: 'DOWNPOUR_CONTACT',
  /** Name of the deployment. Targets have to show a token for it. Absent: targets need no token. */
  ownership: 'DOWNPOUR_OWNERSHIP',
  /**
   * Ceilings of a deployment: `name=value` pairs separated by commas (lib/driver/planning/parse-ceilings.ts).
   */
  ceilings: 'DOWNPOUR_CEILINGS',
  /** Part of the requests, 0 to 1, that may fail before a run fails. */
  maxErrors: 'DOWNPOUR_MAX_ERRORS',
  /**
   * Drives that Lambda runs at once for this deployment, of all bursts together. Absent: as many as the
   * account allows.
   */
  driveConcurrency: 'DOWNPOUR_DRIVE_CONCURRENCY',
  /** Tasks of Fargate that drive at once, of all bursts together. Absent: the deployment has no tasks. */
  fargateTasks: 'DOWNPOUR_FARGATE_TASKS',
  /** Processors of a task of Fargate. */
  fargateCores: 'DOWNPOUR_FARGATE_CORES',
  /** Drives wake this many milliseconds before a start that is known ahead. */
  leadMs: 'DOWNPOUR_LEAD_MS',
  /** Longest segment of a phase in milliseconds. */
  segmentMsMax: 'DOWNPOUR_SEGMENT_MS_MAX',
  /** `host` or `host:port` of an NTP server. Drives compare their clocks with it. `none`: they do not. */
  timeServer: 'DOWNPOUR_TIME_SERVER',
  /** Addresses of the NAT gateway that all load comes from. Absent: drives have addresses of AWS. */
  loadAddresses: 'DOWNPOUR_LOAD_ADDRESSES',
  /** Further regions for drives, separated by commas. */
  regions: 'DOWNPOUR_REGIONS',
  /** The deployment's own region, for functions that run in another. */
  homeRegion: 'DOWNPOUR_HOME_REGION',
  /** Dialect of filter queries that both dialects accept: `jsonpath` (default) or `sql`. */
  commonDialect: 'DOWNPOUR_COMMON_DIALECT',
  /** Least characters of a password, for `downpour serve`. Absent: `passwordLengthMin`. */
  passwordLengthMin: 'DOWNPOUR_PASSWORD_LENGTH_MIN',
  /** Bus of EventBridge that receives events of the repository. Absent: the log receives them. */
  eventBus: 'DOWNPOUR_EVENT_BUS',
  version: 'DOWNPOUR_VERSION',
  /**
   * Fingerprint of the code of drives. A drive refuses the plan of another one. Absent: Downpour does not
   * compare them.
   */
  release: 'DOWNPOUR_RELEASE',
  /** The commit of the code. Absent: unknown. */
  commit: 'DOWNPOUR_COMMIT',
  /**
   * Epoch milliseconds at which the service started. Absent: a function reports the start of its own
   * environment.
   */
  startedAt: 'DOWNPOUR_STARTED_AT',
  /** The privacy statement, which is shown with the version. */
  privacyStatement: 'DOWNPOUR_PRIVACY_STATEMENT',
  /** Lines of the log below this level are not written: `debug`, `info` (default), `warn` or `error`. */
  logLevel: 'DOWNPOUR_LOG_LEVEL',
  /** Namespace of the metrics in CloudWatch. Absent: no metrics are written. */
  metricNamespace: 'DOWNPOUR_METRIC_NAMESPACE',
  /**
   * Group of the schedules of this deployment. Absent: the deployment has none, and a burst whose execution
   * is lost is not ended.
   */
  scheduleGroup: 'DOWNPOUR_SCHEDULE_GROUP',
  /** ARN of the role that schedules invoke functions with. */
  scheduleRole: 'DOWNPOUR_SCHEDULE_ROLE',
  /** ARN of the queue for deliveries that failed. */
  scheduleQueue: 'DOWNPOUR_SCHEDULE_QUEUE',
  /** ARN of the function that starts a scheduled run. */
  scheduledFunction: 'DOWNPOUR_SCHEDULED_FUNCTION',
  /** URLs of the queues of work: for the tasks of an upload, and for their further tasks. */
  queueNow: 'DOWNPOUR_QUEUE_NOW',
  queueLater: 'DOWNPOUR_QUEUE_LATER',
  /** ARN of the function that ends bursts whose execution is lost. */
  reapFunction: 'DOWNPOUR_REAP_FUNCTION',
} as const;

/** Variables that the state machine gives to the container of a task (functions/driver/burst.asl.json). */
export const taskEnvironment = {
  /** JSON text: the input of the function that drives. */
  drive: 'DOWNPOUR_DRIVE',
  /** The token of the state that waits for the task. */
  token: 'DOWNPOUR_TASK_TOKEN',
} as const;

/** The region of the local cloud on one machine. */
export const localRegion = 'us-east-1';

/** Levels of the functions' log, from the lowest on. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The global symbol of the in-process stores on one machine. The runtime sets it and functions read it: they
 * are separate bundles.
 */
export const inProcessKey = Symbol.for('downpour.inProcess');

export const defaultService = 'Downpour';
export const defaultAuditDays = 365;
