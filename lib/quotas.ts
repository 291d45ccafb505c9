/**
 * What AWS gives an account, as far as the code plans with it: default quotas, each with its source. Imports
 * nothing. What this project does with it is in lib/facts/ and in the `limits.ts` of each folder of
 * lib/driver.
 */

/** A bucket of tokens: so many at once, then so many a second. */
export type Bucket = { readonly size: number; readonly perSec: number };

/**
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, .../scaling-behavior.html,
 * .../configuration-concurrency.html
 */
export const lambdaQuotas = {
  /** Environments at work at once, all functions of an account and region together. */
  concurrency: 1_000,
  /** The same in an account that is new; it rises by itself with use. */
  concurrencyNewAccount: 10,
  /** What reservations must leave to the functions without one. */
  unreservedMin: 100,
  /**
   * One function gets so many more environments in each stretch of so many milliseconds; what is not used is
   * not kept.
   */
  scaling: { environments: 1_000, everyMs: 10_000 },
  /** Requests per second and environment. */
  requestsPerSecEnvironment: 10,
  /** Longest initialisation of an environment. */
  initMsMax: 10_000,
  /** Open files and sockets of one environment. */
  descriptors: 1_024,
  /** Bytes of all variables of a function together. */
  environmentBytes: 4_096,
} as const;

/** Step Functions gives three regions more than all others. */
export type RegionClass = 'large' | 'other';

const largeRegions: readonly string[] = ['us-east-1', 'us-west-2', 'eu-west-1'];

export const regionClass = (region: string): RegionClass =>
  largeRegions.includes(region) ? 'large' : 'other';

type StepFunctionsRates = {
  /** Transitions of standard executions, those of a map's children included. */
  readonly transitions: Bucket;
  readonly startExecution: Bucket;
  readonly stopExecution: Bucket;
  /** SendTaskSuccess, SendTaskFailure and SendTaskHeartbeat, each. */
  readonly answerTask: Bucket;
};

/**
 * https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html. The rates are those of the
 * developer guide's last public source (github.com/awsdocs, limits-overview.md); AWS may give more today, and
 * gives new accounts fewer transitions.
 */
export const stepFunctionsQuotas = {
  rates: {
    large: {
      transitions: { size: 5_000, perSec: 1_500 },
      startExecution: { size: 1_300, perSec: 300 },
      stopExecution: { size: 1_000, perSec: 200 },
      answerTask: { size: 3_000, perSec: 500 },
    },
    other: {
      transitions: { size: 800, perSec: 500 },
      startExecution: { size: 800, perSec: 150 },
      stopExecution: { size: 500, perSec: 25 },
      answerTask: { size: 1_500, perSec: 300 },
    },
  } satisfies Record<RegionClass, StepFunctionsRates>,
  /**
   * Events in the history of one standard execution; a child of a distributed map has a history of its own.
   */
  historyEvents: 25_000,
  /** Bytes of an input, an output, or the items of a map. */
  payloadBytes: 262_144,
  /** Characters of an execution's name; a name is taken for 90 days after its execution has closed. */
  nameChars: 80,
  /** Children of one distributed map that run at once. */
  mapChildren: 10_000,
  /** Distributed maps that are open at once in an account and region. */
  openMapRuns: 1_000,
  /** Items of an inline map that run at once. */
  inlineMapItems: 40,
  /** Longest execution of an express state machine. */
  expressS: 300,
  /**
   * Characters of a task token.
   * https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskSuccess.html
   */
  tokenChars: 2_048,
} as const;

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html and
 * .../bp-partition-key-design.html
 */
export const dynamoQuotas = {
  /**
   * Units a second that one partition serves; a partition key is never on more than one of them for one item.
   */
  partition: { writeUnitsPerSec: 1_000, readUnitsPerSec: 3_000 },
  /** Units a second of a table on demand that has seen no load yet. */
  coldTable: { writeUnitsPerSec: 4_000, readUnitsPerSec: 12_000 },
  /** Units a second, of writes and of reads, that one table on demand may grow to. */
  tableUnitsPerSec: 40_000,
  /** A write takes a unit for each of these bytes. */
  writeUnitBytes: 1_024,
  /**
   * A strongly consistent read takes a unit for each of these bytes, an eventually consistent one half of it.
   */
  readUnitBytes: 4_096,
  /** Bytes of one item. */
  itemBytes: 400 * 1024,
  /** Bytes that one query reads before it answers a part. */
  queryBytes: 1024 * 1024,
} as const;

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html: requests a second for
 * each prefix.
 */
export const s3Quotas = { writesPerSec: 3_500, readsPerSec: 5_500 } as const;

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
export const httpApiQuotas = {
  /** Longest wait for an integration. */
  integrationMs: 30_000,
  /** Bytes of a body. */
  payloadBytes: 10 * 1024 * 1024,
  /** Bytes of the request line and all headers. */
  headBytes: 10_240,
  /**
   * Requests of an account and region:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
   */
  requests: { size: 5_000, perSec: 10_000 },
} as const;
