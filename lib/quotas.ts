/**
 * Default quotas of an AWS account that Downpour plans with, each with its source. Downpour's own numbers are
 * in lib/facts/ and in the `limits.ts` of each folder of lib/driver. This file imports nothing.
 */

/** A rate limit in the form of a token bucket: `size` requests at once, then `perSec` each second. */
export type Bucket = { readonly size: number; readonly perSec: number };

/**
 * The quotas of Lambda: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html,
 * .../scaling-behavior.html, .../configuration-concurrency.html
 */
export const lambdaQuotas = {
  /**
   * The concurrency: environments that run at the same time, for all functions of an account and region
   * together.
   */
  concurrency: 1_000,
  /** The concurrency of a new account. AWS raises it with use. */
  concurrencyNewAccount: 10,
  /** The concurrency that reservations must leave to functions without a reservation. */
  unreservedMin: 100,
  /**
   * The number of new environments that a function gets in each period, with the period in milliseconds.
   * Unused ones do not accumulate.
   */
  scaling: { environments: 1_000, everyMs: 10_000 },
  /** The longest initialisation of an environment in milliseconds. */
  initMsMax: 10_000,
  /** The bytes of all environment variables of a function. */
  variableBytes: 4_096,
  /** The limit of open files and sockets of one environment. */
  descriptors: 1_024,
} as const;

/** The largest numbers of subnets and security groups of a function in a VPC. */
export const vpcQuotas = { subnets: 16, securityGroups: 5 } as const;

/** The class of a region. Step Functions has higher quotas in three regions. */
export type RegionClass = 'large' | 'other';

const largeRegions: readonly string[] = ['us-east-1', 'us-west-2', 'eu-west-1'];

export const regionClass = (region: string): RegionClass =>
  largeRegions.includes(region) ? 'large' : 'other';

type StepFunctionsRates = {
  /** The rate of state transitions of standard executions. Those of a map's child executions are included. */
  readonly transitions: Bucket;
  readonly startExecution: Bucket;
  readonly stopExecution: Bucket;
  /** The rate of each of the calls SendTaskSuccess, SendTaskFailure and SendTaskHeartbeat. */
  readonly answerTask: Bucket;
};

/**
 * The quotas of Step Functions: https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html. The
 * rates are those of the last public source of the developer guide (github.com/awsdocs, limits-overview.md).
 * AWS may allow more today, and allows new accounts fewer transitions.
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
  /** The limit of bytes of an input, an output, or the items of a map. */
  payloadBytes: 262_144,
  /** The limit of events in the history of one execution. */
  historyEvents: 25_000,
  /** The limit of concurrent children of one distributed map. */
  mapChildren: 10_000,
} as const;

/**
 * The quotas of DynamoDB: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 * and .../bp-partition-key-design.html
 */
export const dynamoQuotas = {
  /** The units per second of one partition. One item is never on more than one partition. */
  partition: { writeUnitsPerSec: 1_000, readUnitsPerSec: 3_000 },
  /** The units per second of an on-demand table that has had no load yet. */
  coldTable: { writeUnitsPerSec: 4_000, readUnitsPerSec: 12_000 },
  /** The units per second, for writes and for reads, up to which one on-demand table may grow. */
  tableUnitsPerSec: 40_000,
  /** The bytes of one write unit. */
  writeUnitBytes: 1_024,
  /**
   * The bytes of one read unit for a strongly consistent read. An eventually consistent read takes half a
   * unit.
   */
  readUnitBytes: 4_096,
  /** The limit of bytes of one item. */
  itemBytes: 400 * 1024,
} as const;

/**
 * The quotas of S3, requests per second for each prefix:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html
 */
export const s3Quotas = { writesPerSec: 3_500, readsPerSec: 5_500 } as const;

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/throttling.html */
export const ecsQuotas = {
  /** The rate of RunTask calls for Fargate. A state of the state machine starts one task with each call. */
  runTask: { size: 20, perSec: 20 },
  /** The rate at which Fargate starts the tasks of an account in a region. */
  launches: { size: 100, perSec: 20 },
} as const;

/** The quotas of a NAT gateway: https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-basics.html */
export const natQuotas = {
  /**
   * The limit of concurrent connections from one address to one destination. A destination is an address and
   * a port.
   */
  connections: 55_000,
  /** The limit of addresses of one gateway. An account allows two until its quota is raised. */
  addressesMax: 8,
} as const;

/**
 * The quotas of an HTTP API of API Gateway:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
export const httpApiQuotas = {
  /** The longest wait for an integration in milliseconds. */
  integrationMs: 30_000,
  /** The limit of bytes of a body. */
  payloadBytes: 10 * 1024 * 1024,
  /** The limit of bytes of the request line and all headers together. */
  headBytes: 10_240,
  /**
   * The rate of requests of an account and region:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
   */
  requests: { size: 5_000, perSec: 10_000 },
} as const;
