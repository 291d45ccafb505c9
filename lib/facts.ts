/**
 * Numbers that infrastructure, functions and pure code share, each written once. Imports nothing. The shared
 * names are in lib/names/, the functions in lib/functions.ts.
 */

/**
 * The format of the stored data, in a folder and in a deployment. When it changes, data of the previous
 * format is converted (`lib/local/data-format.ts`), and a folder of that format is kept in
 * `test/data/data-folders`. In a deployment the number is in the repository's table (`repositoryKey.format`)
 * before any data of the new format. Functions refuse data of a newer format.
 *
 * * 0: until 22 November 2026 (before commit d0f1a20b). Runs are in another table, with other ids. It is
 * refused.
 * * 1: since then. Its first folders and deployments have no number.
 */
export const dataFormat = 1;

/**
 * Memory at which Lambda gives a function one whole processor.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const coreMemoryMb = 1769;

/**
 * Memory of a drive: one core, because a drive is one event loop. The plan's price and the spending alarm
 * depend on it.
 */
export const driveMemoryMb = coreMemoryMb;

/** Longest run of a drive, which is the longest that Lambda allows. */
export const driveTimeoutS = 900;

/** Longest run of a function of the HTTP API: API Gateway gives up after 30 seconds. */
export const apiTimeoutS = 29;

/**
 * Most bytes that Lambda passes to a function, and accepts from it.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const invocationBytesMax = 6 * 1024 * 1024;

/**
 * Seconds for which the URL of a reply above `invocationBytesMax` works. `schema/openapi.json` tells callers.
 */
export const largeReplyUrlS = 900;

/** Seconds for which the URL of a file that is too large for a request takes that file. */
export const fileUrlS = 900;

/** A scheduled run may start this many seconds late. Later it is skipped, because no user expects it then. */
export const scheduleLateS = 900;

/** Longest time for one message of work. */
export const workTimeoutS = 300;

/**
 * How the queues of work deliver messages. A message goes to the dead letters after this many failures. If
 * its function dies without an answer, the message comes again after six times the function's timeout, as AWS
 * recommends.
 */
export const workDelivery = {
  attemptsMax: 5,
  visibilityS: 6 * workTimeoutS,
  retentionDays: 14,
  /** Messages in one call of the function. */
  batch: { now: 10, later: 1 },
  /** Calls at the same time; absent: as many as there are messages. AWS accepts 2 or more. */
  concurrency: { later: 10 },
} as const;

/** Longest execution of a burst. `functions/driver/burst.asl.json` has the same limit. */
export const burstS = 86_400;

/** Days until the objects and records of a burst are deleted. Its run stays. */
export const burstDays = 30;

/** Objects that expire, by key prefix. */
export const objectExpiry = [
  { prefix: 'bursts/', days: burstDays },
  { prefix: 'answers/', days: 1 },
  /**
   * Files of bursts are deleted when these days end, and so are files that no burst used. A burst lasts a day
   * at most.
   */
  { prefix: 'files/', days: 2 },
] as const;

/** Days after which the parts of an incomplete upload are deleted. */
export const uploadDays = 1;

/** Days, or up to twice as many, after which a document without a run is deleted. */
export const documentDays = 2;

/**
 * Seconds for which the URL of a part of an upload accepts it. A client that needs longer requests new URLs.
 */
export const partUrlS = 3600;

/** US list prices, us-east-1, arm64, without free tiers. */
export const listPrices = {
  asOf: '2026-11-20',
  /** https://aws.amazon.com/lambda/pricing/ */
  gbSecondDollars: 0.0000133334,
  invocationDollars: 0.0000002,
  /** One transition of a standard state machine. https://aws.amazon.com/step-functions/pricing/ */
  transitionDollars: 0.000025,
  /** On demand: up to 1 KB written. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  tableWriteDollars: 0.000000625,
  /** On demand: up to 4 KB read strongly, or 8 KB read eventually. */
  tableReadDollars: 0.000000125,
  tableGbMonthDollars: 0.25,
  /** Storage of the history of a table (point-in-time recovery). */
  tableHistoryGbMonthDollars: 0.2,
  /**
   * Paid once for each write unit a second that a table must serve beyond its own capacity: as much as one
   * provisioned unit for an hour.
   */
  warmWriteDollars: 0.00065,
  /** PUT, POST and LIST. https://aws.amazon.com/s3/pricing/ */
  objectWriteDollars: 0.000005,
  objectReadDollars: 0.0000004,
  objectGbMonthDollars: 0.023,
  /** One call of a queue, even if it returns no message. https://aws.amazon.com/sqs/pricing/ */
  queueRequestDollars: 0.0000004,
  /** A request to an HTTP API. https://aws.amazon.com/api-gateway/pricing/ */
  apiRequestDollars: 0.000001,
  /**
   * From a region to the internet, the first 10 TB of a month. https://aws.amazon.com/ec2/pricing/on-demand/
   */
  egressGbDollars: 0.09,
  /**
   * Through a NAT gateway, in addition. A deployment has one only in a VPC with a NAT gateway.
   * https://aws.amazon.com/vpc/pricing/
   */
  natGbDollars: 0.045,
  /** The gateway itself, 0.045 an hour, and a public address, 0.005 an hour. */
  natMonthDollars: 32.85,
  addressMonthDollars: 3.65,
  /** Logs taken in. https://aws.amazon.com/cloudwatch/pricing/ */
  logGbDollars: 0.5,
  /** For each metric of an alarm. */
  alarmMonthDollars: 0.1,
  dashboardMonthDollars: 3,
  /** A custom metric, in each month in which it has a value. */
  metricMonthDollars: 0.3,
} as const;

/**
 * Prices of machines that always run, us-east-1, on demand, of the same day: a `t4g.medium` and a
 * `db.t4g.medium` with their load balancer, address and disk, which the original's server would need, and a
 * `c7g.large` (two processors) that generates load.
 */
export const serverPrices = {
  repositoryMonthDollars: 95,
  generatorHourDollars: 0.0725,
  generatorCores: 2,
} as const;
