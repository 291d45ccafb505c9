/** Environment variables that a deployment gives its functions. */
export const environment = {
  runsBucket: 'DOWNPOUR_RUNS_BUCKET',
  identityTable: 'DOWNPOUR_IDENTITY_TABLE',
  repositoryTable: 'DOWNPOUR_REPOSITORY_TABLE',
  burstsTable: 'DOWNPOUR_BURSTS_TABLE',
  stateMachineArn: 'DOWNPOUR_STATE_MACHINE_ARN',
  /** `<service>` in the header `X-<service>-API-Key`. */
  service: 'DOWNPOUR_SERVICE',
  /** `true`: who shows no API key may read what is PUBLIC. Absent: every request needs a key. */
  anonymous: 'DOWNPOUR_ANONYMOUS',
  /** Whose tokens are taken: the issuer of OpenID Connect. Absent: nobody's. */
  oidcIssuer: 'DOWNPOUR_OIDC_ISSUER',
  /** For whom they must be made. */
  oidcAudience: 'DOWNPOUR_OIDC_AUDIENCE',
  /** As whom clients ask the issuer for tokens; absent: as the audience. */
  oidcClientId: 'DOWNPOUR_OIDC_CLIENT_ID',
  /** Address of the API for its callers, to which they also send passwords. Absent: only callers on the same machine learn one. */
  publicUrl: 'DOWNPOUR_PUBLIC_URL',
  /** Gigabytes (10^9 bytes) of runs that a team may keep. Absent: any number. */
  teamStorageGB: 'DOWNPOUR_TEAM_STORAGE_GB',
  /** Days for which the audit keeps an entry; `none`: for ever. */
  auditDays: 'DOWNPOUR_AUDIT_DAYS',
  /** Hosts that may be loaded: comma-separated `host`, `*.suffix` or `*`. */
  targets: 'DOWNPOUR_TARGETS',
  /** `true`: hosts in private networks may be loaded too. On Lambda they may not otherwise. */
  privateTargets: 'DOWNPOUR_PRIVATE_TARGETS',
  /** Shown to targets in the header `x-load-test`: whom to ask about the load. */
  contact: 'DOWNPOUR_CONTACT',
  /** Name of the deployment, of which targets have to show a token. Absent: they have to show nothing. */
  ownership: 'DOWNPOUR_OWNERSHIP',
  /** Ceilings of a deployment, `name=value` pairs separated by commas (lib/driver/planning/parse-ceilings.ts). */
  ceilings: 'DOWNPOUR_CEILINGS',
  /** Part of the requests, 0 to 1, that may fail before a run does. */
  maxErrors: 'DOWNPOUR_MAX_ERRORS',
  /** Drives at once that Lambda runs for this deployment, of all bursts together. Absent: those that the account has room for. */
  driveConcurrency: 'DOWNPOUR_DRIVE_CONCURRENCY',
  /** Drives wake so many milliseconds before a start that is known ahead. */
  leadMs: 'DOWNPOUR_LEAD_MS',
  /** Longest segment of a phase in milliseconds. */
  segmentMsMax: 'DOWNPOUR_SEGMENT_MS_MAX',
  /** `host` or `host:port` of an NTP server with which drives compare their clocks; `none`: they do not. */
  timeServer: 'DOWNPOUR_TIME_SERVER',
  /** Regions that have drives beside those of the deployment's own, separated by commas. */
  regions: 'DOWNPOUR_REGIONS',
  /** The deployment's own region, for functions that run in another. */
  homeRegion: 'DOWNPOUR_HOME_REGION',
  /** Dialect of filter queries that both dialects accept: `jsonpath` (default) or `sql`. */
  commonDialect: 'DOWNPOUR_COMMON_DIALECT',
  /** Least characters of a password, for `downpour serve`; absent: `passwordLengthMin`. */
  passwordLengthMin: 'DOWNPOUR_PASSWORD_LENGTH_MIN',
  /** Bus of EventBridge that events of the repository are put on. Absent: the log has them. */
  eventBus: 'DOWNPOUR_EVENT_BUS',
  version: 'DOWNPOUR_VERSION',
  /** The commit that the code was built from; absent: nobody knows. */
  commit: 'DOWNPOUR_COMMIT',
  /** Epoch milliseconds at which the service started; absent: a function says when its own environment did. */
  startedAt: 'DOWNPOUR_STARTED_AT',
  /** Shown with the version: what happens to data of people. */
  privacyStatement: 'DOWNPOUR_PRIVACY_STATEMENT',
  /** Lines of the log below it are not written: `debug`, `info` (default), `warn` or `error`. */
  logLevel: 'DOWNPOUR_LOG_LEVEL',
  /** Of CloudWatch. Absent: no metrics are written. */
  metricNamespace: 'DOWNPOUR_METRIC_NAMESPACE',
  /** Group of the schedules of this deployment. Absent: it has none, and nobody looks after a burst whose execution is lost. */
  scheduleGroup: 'DOWNPOUR_SCHEDULE_GROUP',
  /** ARN of the role that schedules invoke functions with. */
  scheduleRole: 'DOWNPOUR_SCHEDULE_ROLE',
  /** ARN of the queue that takes what a schedule could not deliver. */
  scheduleQueue: 'DOWNPOUR_SCHEDULE_QUEUE',
  /** ARN of the function that starts a scheduled run. */
  scheduledFunction: 'DOWNPOUR_SCHEDULED_FUNCTION',
  /** URLs of the queues of work: what an upload makes due, and what comes after that. */
  queueNow: 'DOWNPOUR_QUEUE_NOW',
  queueLater: 'DOWNPOUR_QUEUE_LATER',
  /** ARN of the function that ends bursts which nobody carries on. */
  reapFunction: 'DOWNPOUR_REAP_FUNCTION',
} as const;

/** The region that one machine plays when it is a cloud. */
export const localRegion = 'us-east-1';

/** Of the functions' log, from the least on. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where the runtime of one machine offers functions a way to stores that are near: each is a bundle of its own. */
export const nearPlace = Symbol.for('downpour.near');

export const defaultService = 'Downpour';
export const defaultAuditDays = 365;
