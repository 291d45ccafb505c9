/**
 * Every name that two sides of a border must agree on: environment variables, object keys, table keys.
 * Imports nothing, so that infrastructure, functions and stores can all read it.
 */

/** Environment variables that a deployment gives its functions. */
export const environment = {
  runsBucket: 'DOWNPOUR_RUNS_BUCKET',
  catalogueTable: 'DOWNPOUR_CATALOGUE_TABLE',
  burstsTable: 'DOWNPOUR_BURSTS_TABLE',
  stateMachineArn: 'DOWNPOUR_STATE_MACHINE_ARN',
  /** `<service>` in the header `X-<service>-API-Key`. */
  service: 'DOWNPOUR_SERVICE',
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
  /** Drives wake so many milliseconds before a start that is known ahead. */
  leadMs: 'DOWNPOUR_LEAD_MS',
  /** Longest segment of a phase in milliseconds. */
  segmentMsMax: 'DOWNPOUR_SEGMENT_MS_MAX',
  /** `host` or `host:port` of an NTP server with which drives compare their clocks; `none`: they do not. */
  timeServer: 'DOWNPOUR_TIME_SERVER',
  /** Dialect of filter queries that both dialects accept: `jsonpath` (default) or `sql`. */
  commonDialect: 'DOWNPOUR_COMMON_DIALECT',
  version: 'DOWNPOUR_VERSION',
  /** Lines of the log below it are not written: `debug`, `info` (default), `warn` or `error`. */
  logLevel: 'DOWNPOUR_LOG_LEVEL',
  /** Of CloudWatch. Absent: no metrics are written. */
  metricNamespace: 'DOWNPOUR_METRIC_NAMESPACE',
} as const;

/** Of the functions' log, from the least on. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const defaultService = 'Downpour';

/** Both tables have a text partition key and a text sort key of these names. */
export const tableKey = { partition: 'pk', sort: 'sk', expiresAt: 'expiresAt' } as const;

/** Object keys. `run` holds what was uploaded, byte for byte. */
export const objectKey = {
  run: (id: number): string => `runs/${id}/run.json`,
  /** Beside the document: where its members lie, and columns of its arrays. */
  index: (id: number): string => `runs/${id}/index`,
  /** Beside the document of a burst's run: HdrHistogram's log of all its seconds, compressed. */
  histograms: (id: number): string => `runs/${id}/histograms`,
  /** A reply that was too large for the platform; gone after a day. */
  answer: (request: string): string => `answers/${request}.json`,
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

/**
 * Items of the catalogue table: partition and sort key. Runs share a partition so that one query lists them and one
 * conditional put makes a run visible; nothing here needs a transaction.
 */
export const catalogueKey = {
  run: (id: number) => ({ pk: 'runs', sk: ordered(id) }),
  test: (id: number) => ({ pk: 'tests', sk: ordered(id) }),
  /** Owns the name: the test of this name is the one whose id stands here. */
  testName: (name: string) => ({ pk: 'test-names', sk: name }),
  apiKey: (id: number) => ({ pk: 'api-keys', sk: ordered(id) }),
  counter: (name: 'run' | 'test' | 'api-key') => ({ pk: 'counters', sk: name }),
  /** The run of an `Idempotency-Key` of one user. */
  idempotency: (user: string, key: string) => ({ pk: `idempotency#${user}`, sk: key }),
} as const;

/** Items of the drives of one phase are spread over so many partitions, by the number of the shard. */
export const driveParts = 16;

/** The partition of a shard's items, and how many of them a phase of so many shards has. */
export const partOf = (shard: number): number => shard % driveParts;
export const partsOf = (shards: number): number => Math.min(driveParts, shards);

/**
 * Items of the bursts table. A partition takes 1,000 writes and 3,000 reads a second, so nothing that every drive reads
 * or writes lies beside anything else: docs/scale.md has the sums. All carry `expiresAt` (epoch seconds).
 */
export const burstKey = {
  burst: (burst: string) => ({ pk: burst, sk: 'burst' }),
  /** The burst of an `Idempotency-Key` of one user. */
  request: (user: string, key: string) => ({ pk: `request#${user}`, sk: key }),
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
  /** The parts of a phase of which all drives are ready, have finished or have terminated. */
  phaseCount: (burst: string, phase: number) => ({ pk: `${burst}#drives#${phase}`, sk: 'count' }),
  /** The shards of one part and segment that are. */
  partCount: (burst: string, phase: number, part: number, segment: number) => ({
    pk: `${burst}#drives#${phase}#${part}`,
    sk: `count#${ordered(segment)}`,
  }),
  lease: (burst: string, phase: number, shard: number, segment: number) => ({
    pk: `${burst}#drives#${phase}#${partOf(shard)}`,
    sk: `lease#${ordered(segment)}#${ordered(shard)}`,
  }),
  /** The sort keys of the leases in a partition begin with this. */
  leases: 'lease#',
  live: (burst: string, phase: number, shard: number, segment: number) => ({
    ...burstKey.lives(burst, partOf(shard)),
    sk: `${ordered(phase)}#${ordered(segment)}#${ordered(shard)}`,
  }),
  /** The partition of the live items of a part, of all phases. */
  lives: (burst: string, part: number) => ({ pk: `${burst}#live#${part}` }),
  /** The sort keys of the live items of a phase begin with this, or of one of its segments. */
  livesOf: (phase: number, segment?: number) =>
    segment === undefined ? `${ordered(phase)}#` : `${ordered(phase)}#${ordered(segment)}#`,
  /** All live items together, for who watches. */
  snapshot: (burst: string) => ({ pk: `${burst}#snapshot`, sk: 'snapshot' }),
  /** One for each burst, in the order of their creation. */
  listed: (createdAt: number, burst: string) => ({
    pk: 'bursts',
    sk: `${String(createdAt).padStart(15, '0')}#${burst}`,
  }),
} as const;
