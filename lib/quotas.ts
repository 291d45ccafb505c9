/**
 * Default quotas of an AWS account, as far as Downpour plans with them, each with its source. Imports
 * nothing. Downpour's own numbers are in lib/facts/ and in the `limits.ts` of each folder of lib/driver.
 */

/** A token bucket: `size` at once, then `perSec` each second. */
export type Bucket = { readonly size: number; readonly perSec: number };

/**
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, .../scaling-behavior.html,
 * .../configuration-concurrency.html
 */
export const lambdaQuotas = {
  /** Environments that run at the same time, for all functions of an account and region together. */
  concurrency: 1_000,
  /** The same in a new account. AWS raises it with use. */
  concurrencyNewAccount: 10,
  /** Concurrency that reservations must leave to functions without a reservation. */
  unreservedMin: 100,
  /**
   * A function gets this many new environments in each period of this many milliseconds. Unused ones do not
   * accumulate.
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

/** Step Functions has higher quotas in three regions. */
export type RegionClass = 'large' | 'other';

const largeRegions: readonly string[] = ['us-east-1', 'us-west-2', 'eu-west-1'];

export const regionClass = (region: string): RegionClass =>
  largeRegions.includes(region) ? 'large' : 'other';

type StepFunctionsRates = {
  /** State transitions of standard executions. Those of a map's child executions are included. */
  readonly transitions: Bucket;
  readonly startExecution: Bucket;
  readonly stopExecution: Bucket;
  /** SendTaskSuccess, SendTaskFailure and SendTaskHeartbeat, each. */
  readonly answerTask: Bucket;
};

/**
 * https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html. The rates are those of the last
 * public source of the developer guide (github.com/awsdocs, limits-overview.md). AWS may allow more today,
 * and allows new accounts fewer transitions.
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
  /**
   * Characters of an execution's name. A name cannot be used again for 90 days after its execution has
   * closed.
   */
  nameChars: 80,
  /** Children of one distributed map that run at once. */
  mapChildren: 10_000,
  /** Distributed maps that are open at once in an account and region. */
  openMapRuns: 1_000,
  /** Items of an inline map that run at the same time. */
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
  /** Units a second of one partition. One item is never on more than one partition. */
  partition: { writeUnitsPerSec: 1_000, readUnitsPerSec: 3_000 },
  /** Units a second of an on-demand table that has had no load yet. */
  coldTable: { writeUnitsPerSec: 4_000, readUnitsPerSec: 12_000 },
  /** Units a second, for writes and for reads, up to which one on-demand table may grow. */
  tableUnitsPerSec: 40_000,
  /** A write takes a unit for each of these bytes. */
  writeUnitBytes: 1_024,
  /**
   * A strongly consistent read takes a unit for each of these bytes, an eventually consistent read half a
   * unit.
   */
  readUnitBytes: 4_096,
  /** Bytes of one item. */
  itemBytes: 400 * 1024,
  /** Bytes that one query reads before it returns a page. */
  queryBytes: 1024 * 1024,
} as const;

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html: requests a second for
 * each prefix.
 */
export const s3Quotas = { writesPerSec: 3_500, readsPerSec: 5_500 } as const;

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/throttling.html */
export const ecsQuotas = {
  /** Calls of RunTask for Fargate. A call of a state starts one task. */
  runTask: { size: 20, perSec: 20 },
  /** Tasks of Fargate that an account starts in a region. */
  launches: { size: 100, perSec: 20 },
} as const;

/** https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-basics.html */
export const natQuotas = {
  /** Connections at once from one address to one destination: an address and a port. */
  connections: 55_000,
  /** Addresses of one gateway. An account allows two until its quota is raised. */
  addressesMax: 8,
} as const;

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
