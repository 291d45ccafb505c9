/**
 * Every name that two sides of a border must agree on: environment variables, object keys, table keys.
 * Imports nothing, so that infrastructure, functions and stores can all read it.
 */

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

/** Where the runtime of one machine offers functions a way to tables that are near: each is a bundle of its own. */
export const nearTablesPlace = Symbol.for('downpour.near-tables');

export const defaultService = 'Downpour';
export const defaultAuditDays = 365;

/** Both tables have a text partition key and a text sort key of these names. */
export const tableKey = { partition: 'pk', sort: 'sk', expiresAt: 'expiresAt' } as const;

/** A document that was changed has a new place, so that its row, its index and itself agree at any time. */
const revised = (revision: number): string => (revision === 0 ? '' : `.${revision}`);

/** Object keys. `run` holds what was uploaded, byte for byte. */
export const objectKey = {
  run: (id: number, revision = 0): string => `runs/${id}/run${revised(revision)}.json`,
  /** Beside the document: where its members lie, and columns of its arrays. */
  index: (id: number, revision = 0): string => `runs/${id}/index${revised(revision)}`,
  /** Beside the document: an array of what was uploaded with it. */
  metadata: (id: number): string => `runs/${id}/metadata.json`,
  /** Beside the document of a burst's run: HdrHistogram's log of all its seconds, compressed. */
  histograms: (id: number): string => `runs/${id}/histograms`,
  /** Among what belongs to its run. */
  dataset: (run: number, id: number): string => `runs/${run}/datasets/${id}/document.json`,
  datasetIndex: (run: number, id: number): string => `runs/${run}/datasets/${id}/index`,
  /** Label values of a dataset that are too large for the table, among what belongs to its run. */
  labelValues: (run: number, dataset: number): string => `runs/${run}/datasets/${dataset}/values.json`,
  /** A reply that was too large for the platform; gone after a day. */
  answer: (request: string): string => `answers/${request}.json`,
  /** What a schedule starts, as long as there is the schedule. */
  scheduled: (id: string): string => `schedules/${id}/order.json`,
  scheduledFile: (id: string, sha256: string): string => `schedules/${id}/files/${sha256}`,
  /** A file that came with a document, under its own SHA-256; gone when its burst is over. */
  file: (upload: string, sha256: string): string => `files/${upload}/${sha256}`,
  burst: (burst: string): string => `bursts/${burst}/`,
  document: (burst: string): string => `bursts/${burst}/document.yaml`,
  parameters: (burst: string): string => `bursts/${burst}/parameters.json`,
  plan: (burst: string): string => `bursts/${burst}/plan.json`,
  /** What is shown of a plan; stays when the plan goes. */
  outline: (burst: string): string => `bursts/${burst}/outline.json`,
  partial: (burst: string, phase: number, shard: number, segment: number): string =>
    `bursts/${burst}/partials/${phase}/${shard}-${segment}.zst`,
  /** What a drive wrote down while it was at work, one after the other. */
  flush: (burst: string, phase: number, shard: number, segment: number, number: number): string =>
    `bursts/${burst}/flushes/${phase}/${shard}-${segment}/${number}.zst`,
  /** What a group of drives measured together. */
  group: (burst: string, phase: number, group: number): string =>
    `bursts/${burst}/groups/${phase}/${group}.zst`,
  /** What the users of a drive shared, for the drives after it. */
  shared: (burst: string, phase: number, shard: number, segment: number): string =>
    `bursts/${burst}/shared/${phase}/${shard}-${segment}.json.gz`,
  phaseStatistics: (burst: string, phase: number): string => `bursts/${burst}/phases/${phase}.zst`,
} as const;

/** Numbers inside keys are padded so that the order of the text is the order of the numbers; ids are 32-bit. */
const ordered = (id: number): string => String(id).padStart(10, '0');

/** Instants of a Date are up to 8.64e15 ms from 1970 on both sides; as texts they keep their order. */
const instant = (ms: number): string => String(ms + 8.64e15).padStart(17, '0');

/** Of lists that are shown by their start: among equal ones the larger id is the later. */
const byStart = (start: number, id: number): string => `${instant(start)}#${ordered(id)}`;

/** Places that count the runs of all tests. */
const runTotalsPlaces = 16;

/** Of what belongs to a run, in the order of the lists of runs. */
const byRun = (start: number, run: number, ordinal: number): string =>
  `${byStart(start, run)}#${ordered(ordinal)}`;

/**
 * Items of the repository's table: partition and sort key. One record has one place and, where it is found by something
 * else than its id, one item each for that; a transaction writes them together.
 */
export const repositoryKey = {
  counter: (kind: string) => ({ pk: 'counters', sk: kind }),
  /** The run of an `Idempotency-Key` of one user. */
  claim: (user: string, key: string) => ({ pk: `claim#${user}`, sk: key }),

  run: (id: number) => ({ pk: `run#${ordered(id)}`, sk: 'run' }),
  /** A document that comes in parts, by the id of the run that it will be. */
  upload: (id: number) => ({ pk: `upload#${ordered(id)}`, sk: 'upload' }),
  /** Why its document could not be read. */
  uploadFailure: (id: number) => ({ pk: `upload#${ordered(id)}`, sk: 'failure' }),
  /** A copy of what lists show, among all runs and among those of a test. */
  listedRun: (start: number, id: number) => ({ pk: 'runs', sk: byStart(start, id) }),
  testRun: (test: number, start: number, id: number) => ({
    pk: `test-runs#${ordered(test)}`,
    sk: byStart(start, id),
  }),
  /** The words of a run's document, in lists beside those of the runs. */
  listedWords: (start: number, id: number) => ({ pk: 'run-words', sk: byStart(start, id) }),
  testWords: (test: number, start: number, id: number) => ({
    pk: `test-run-words#${ordered(test)}`,
    sk: byStart(start, id),
  }),
  /** How many runs of a test there are, by owner and access. */
  runCounts: (test: number) => ({ pk: 'run-counts', sk: ordered(test) }),
  /** The same of all tests, in some places: uploads that meet in one wait for each other. */
  runTotals: (run: number) => ({ pk: 'run-totals', sk: ordered(run % runTotalsPlaces) }),
  /** The same of those that name a schema. */
  schemaRunCounts: (uri: string, run: number) => ({
    pk: `schema-run-counts#${uri}`,
    sk: ordered(run % runTotalsPlaces),
  }),
  /** Written with the first test of a repository: these places count all runs there are; `bySchema`: so do those of schemas. */
  runTotalsComplete: () => ({ pk: 'run-totals', sk: 'complete' }),
  /** Runs that name a schema, whether there is one of this URI or not. */
  schemaRun: (uri: string, start: number, id: number) => ({
    pk: `schema-runs#${uri}`,
    sk: byStart(start, id),
  }),

  test: (id: number) => ({ pk: 'tests', sk: ordered(id) }),
  /** Owns the name: the test of this name is the one whose id stands here. */
  testName: (name: string) => ({ pk: 'test-names', sk: name }),
  /** How many tests there are, by owner and access; `complete` when it counts all of them. */
  testTotals: () => ({ pk: 'test-totals', sk: 'all' }),

  schema: (id: number) => ({ pk: 'schemas', sk: ordered(id) }),
  schemaName: (name: string) => ({ pk: 'schema-names', sk: name }),
  schemaUri: (uri: string) => ({ pk: 'schema-uris', sk: uri }),
  label: (schema: number, id: number) => ({ pk: 'labels', sk: `${ordered(schema)}#${ordered(id)}` }),
  transformer: (id: number) => ({ pk: 'transformers', sk: ordered(id) }),
  /** Rises with every change of a test, schema, label, transformer or action, so that what was read of them can be kept. */
  definitions: () => ({ pk: 'definitions', sk: 'version' }),

  /** How far documents without a run were looked for. */
  documentSweep: () => ({ pk: 'sweeps', sk: 'documents' }),
  /** What seals places in lists of runs. */
  cursorKey: () => ({ pk: 'cursor-key', sk: 'key' }),

  /** What is due, the oldest first in each of `workParts`: no partition has to take what all uploads leave behind. */
  work: (part: number, at: number, name: string) => ({ pk: `work#${part}`, sk: `${instant(at)}#${name}` }),
  /** What was given up of all that was due, the longest due first. */
  givenUp: ({ pk, sk }: { readonly pk: string; readonly sk: string }) => ({
    pk: 'given-up',
    sk: `${sk}#${pk}`,
  }),
  /** Why work on a run, or on one of its datasets, was given up. */
  runFailure: (run: number) => ({ pk: `run#${ordered(run)}`, sk: 'failure' }),
  datasetFailure: (dataset: number) => ({ pk: `dataset#${ordered(dataset)}`, sk: 'failure' }),
  /** The job that is at work on a scope, or the last that was; and why work on it was given up. */
  job: (scope: string) => ({ pk: `job#${scope}`, sk: 'job' }),
  /** Why an event, what an action does about it, a removal, or an upload that asks a datastore was given up. */
  eventFailure: (what: string) => ({ pk: `event#${what}`, sk: 'failure' }),
  jobFailure: (scope: string) => ({ pk: `job#${scope}`, sk: 'failure' }),
  /** What was given up of the runs and datasets of a test. */
  testFailure: (test: number, run: number, dataset?: number) => ({
    pk: `test-failures#${ordered(test)}`,
    sk: dataset === undefined ? `${ordered(run)}#run` : `${ordered(run)}#${ordered(dataset)}`,
  }),

  dataset: (id: number) => ({ pk: `dataset#${ordered(id)}`, sk: 'dataset' }),
  /** That an object of label values of the dataset is about to be put, and of which run it is. */
  datasetObject: (id: number) => ({ pk: `dataset#${ordered(id)}`, sk: 'object' }),
  /** Datasets that were made of a run in one go, from this id on: those that it has, and those that are about to come or to go. */
  datasetBatch: (run: number, first: number) => ({
    pk: `run#${ordered(run)}`,
    sk: `datasets#${ordered(first)}`,
  }),
  /** What JSON Schemas say about a run. */
  runValidation: (run: number) => ({ pk: `run#${ordered(run)}`, sk: 'validation' }),
  /**
   * Datasets, their label values and what is measured in them lie in the order of their runs, whose lists say who may see
   * them: nothing here repeats the owner, the access or the trash of a run.
   */
  testDataset: (test: number, start: number, run: number, ordinal: number) => ({
    pk: `test-datasets#${ordered(test)}`,
    sk: byRun(start, run, ordinal),
  }),
  schemaDataset: (uri: string, start: number, run: number, ordinal: number) => ({
    pk: `schema-datasets#${uri}`,
    sk: byRun(start, run, ordinal),
  }),
  /** What is watched of a test: its variables and its rules of missing data. */
  variable: (test: number, id: number) => ({
    pk: `alerting#${ordered(test)}`,
    sk: `variable#${ordered(id)}`,
  }),
  missingRule: (test: number, id: number) => ({ pk: `alerting#${ordered(test)}`, sk: `rule#${ordered(id)}` }),
  /** The test of a variable, of a rule; the variable of a change. */
  variablePlace: (id: number) => ({ pk: 'variables', sk: ordered(id) }),
  missingRulePlace: (id: number) => ({ pk: 'missing-data-rules', sk: ordered(id) }),
  changePlace: (id: number) => ({ pk: 'changes', sk: ordered(id) }),
  /** The datapoints of a variable in the order of their times, those of each fingerprint for themselves. */
  datapoint: (variable: number, series: string, time: number, run: number, ordinal: number) => ({
    pk: `datapoints#${ordered(variable)}#${series}`,
    sk: byRun(time, run, ordinal),
  }),
  /** One for each fingerprint of a variable; counts what is written of its datapoints and changes. */
  series: (variable: number, series: string) => ({ pk: `series#${ordered(variable)}`, sk: series }),
  /** Changes of a variable. */
  change: (variable: number, id: number) => ({ pk: `changes#${ordered(variable)}`, sk: ordered(id) }),
  /** Where the datapoints of the dataset lie that is, or was, at this place of a run. */
  measured: (run: number, ordinal: number) => ({
    pk: `run#${ordered(run)}`,
    sk: `measured#${ordered(ordinal)}`,
  }),
  /** Datasets that a rule of missing data counts. */
  ruleMatch: (rule: number, time: number, run: number, ordinal: number) => ({
    pk: `rule-matches#${ordered(rule)}`,
    sk: byRun(time, run, ordinal),
  }),
  /** Who is told of events, and the beginnings of URLs that may be. */
  action: (id: number) => ({ pk: 'actions', sk: ordered(id) }),
  allowedSite: (id: number) => ({ pk: 'allowed-sites', sk: ordered(id) }),
  /** Which notice of its end the user of a key has had, and the hour in which all keys were looked at last. */
  keyNotice: (id: number) => ({ pk: 'key-notices', sk: ordered(id) }),
  keyNoticeHour: { pk: 'key-notices', sk: 'hour' },
  /** Where documents are asked for. */
  datastore: (id: number) => ({ pk: 'datastores', sk: ordered(id) }),
  /** Runs that somebody waits for, the first that is due first. */
  expectation: (before: number, id: number) => ({ pk: 'expectations', sk: byStart(before, id) }),
  testExpectation: (test: number, before: number, id: number) => ({
    pk: `expectations#${ordered(test)}`,
    sk: byStart(before, id),
  }),
  /** How many runs of a test are waited for: `open`. */
  expectationCount: (test: number) => ({ pk: `expectation-count#${ordered(test)}`, sk: 'count' }),

  /** Label values of a dataset, among those of its test. */
  values: (test: number, start: number, run: number, ordinal: number) => ({
    pk: `values#${ordered(test)}`,
    sk: byRun(start, run, ordinal),
  }),

  /** What belongs to a test, of each kind that of all tests. */
  testPart: (kind: string, test: number, id: number) => ({
    pk: `test-parts#${kind}`,
    sk: `${ordered(test)}#${ordered(id)}`,
  }),

  /** How the datasets of a test are listed. */
  views: (test: number) => ({ pk: 'views', sk: ordered(test) }),

  /** What happened at work on a test, of each kind and source, by its time. */
  log: (kind: string, source: string, test: number, at: number, id: number) => ({
    pk: `log#${kind}#${source}#${ordered(test)}`,
    sk: byStart(at, id),
  }),
} as const;

/** Partitions of what is due. Each takes 1,000 writes a second. */
export const workParts = 16;

/** Epoch seconds at which an item of identities may go. Keys have an `expiresAt` of another kind, and stay. */
export const identityExpiry = 'goneAt';

/** Items of the table of identities: who may come in. */
export const identityKey = {
  apiKey: (id: number) => ({ pk: 'api-keys', sk: ordered(id) }),
  user: (name: string) => ({ pk: 'users', sk: name }),
  team: (name: string) => ({ pk: 'teams', sk: name }),
  /** One request for a change, among those of its day. */
  audit: (day: string, at: number, request: string) => ({
    pk: `audit#${day}`,
    sk: `${String(at).padStart(15, '0')}#${request}`,
  }),
  /** Wrong passwords of a user in one stretch of time. */
  tries: (name: string, window: number) => ({ pk: 'tries', sk: `${name}#${window}` }),
  schedule: (name: string) => ({ pk: 'schedules', sk: name }),
  counter: (name: 'api-key') => ({ pk: 'counters', sk: name }),
} as const;

/**
 * Items of drives are spread over so many partitions: 5,000 of them that end in one second leave a third of each partition
 * free.
 */
export const driveParts = 64;

/** The part of a drive's items. Phases begin at different parts, or a hundred phases of one shard would share one. */
export const partOf = (phase: number, shard: number): number => (phase + shard) % driveParts;

/** The parts of a phase of so many shards, and how many shards lie in one of them. */
export const partsOf = (phase: number, shards: number): readonly number[] =>
  Array.from({ length: Math.min(driveParts, shards) }, (_, shard) => partOf(phase, shard));
export const shardsIn = (phase: number, part: number, shards: number): number =>
  Math.ceil((shards - ((((part - phase) % driveParts) + driveParts) % driveParts)) / driveParts);

/**
 * Items of the bursts table. A partition takes 1,000 writes and 3,000 reads a second, so nothing that every drive reads
 * or writes lies beside anything else: docs/scale.md has the sums. All carry `expiresAt` (epoch seconds).
 */
export const burstKey = {
  burst: (burst: string) => ({ pk: burst, sk: 'burst' }),
  /** The burst of an `Idempotency-Key` of one user. */
  request: (user: string, key: string) => ({ pk: `request#${user}`, sk: key }),
  /** The bursts that an API key has at work, when it may not have any number. */
  places: (key: number) => ({ pk: `key#${key}`, sk: 'places' }),
  /** The conductor's state with its version, for the conductor and who watches. */
  conductor: (burst: string) => ({ pk: burst, sk: 'conductor' }),
  /** Why a burst or phases of it must not send; every drive at work reads a copy each second. */
  flag: (burst: string, copy: number) => ({ pk: `${burst}#flag#${copy}`, sk: 'flag' }),
  /** When a phase starts; its waiting drives read a copy. */
  start: (burst: string, phase: number, copy: number) => ({
    pk: copy === 0 ? `${burst}#start#${phase}` : `${burst}#start#${phase}#${copy}`,
    sk: 'start',
  }),
  /** What answers the state that waits for the start of a phase. */
  token: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'token' }),
  /** What answers the state that waits for the drives of a phase in other regions. */
  regionsToken: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'regions' }),
  /** The parts of a phase of which all drives are ready, have finished or have terminated. */
  phaseCount: (burst: string, phase: number) => ({ pk: `${burst}#drives#${phase}`, sk: 'count' }),
  /** The partition of the leases and counts of one part of a phase. */
  drives: (burst: string, phase: number, part: number) => ({ pk: `${burst}#drives#${phase}#${part}` }),
  /** The shards of one part and segment that are. */
  partCount: (burst: string, phase: number, part: number, segment: number) => ({
    ...burstKey.drives(burst, phase, part),
    sk: `count#${ordered(segment)}`,
  }),
  lease: (burst: string, phase: number, shard: number, segment: number) => ({
    ...burstKey.drives(burst, phase, partOf(phase, shard)),
    sk: `lease#${ordered(segment)}#${ordered(shard)}`,
  }),
  live: (burst: string, phase: number, shard: number, segment: number) => ({
    ...burstKey.lives(burst, partOf(phase, shard)),
    sk: `${ordered(phase)}#${ordered(segment)}#${ordered(shard)}`,
  }),
  /** The partition of the live items of a part, of all phases. */
  lives: (burst: string, part: number) => ({ pk: `${burst}#live#${part}` }),
  /** The sort keys of the live items of a phase begin with this, or of one of its segments. */
  livesOf: (phase: number, segment?: number) =>
    segment === undefined ? `${ordered(phase)}#` : `${ordered(phase)}#${ordered(segment)}#`,
  /** All live items together, for who watches. */
  snapshot: (burst: string) => ({ pk: `${burst}#snapshot`, sk: 'snapshot' }),
  /** What a shard of this deployment is good for. */
  calibration: () => ({ pk: 'calibration', sk: 'calibration' }),
  /** One for each burst, in the order of their creation. */
  listed: (createdAt: number, burst: string) => ({
    pk: 'bursts',
    sk: `${String(createdAt).padStart(15, '0')}#${burst}`,
  }),
} as const;
