/**
 * Numbers that infrastructure, functions and the pure rooms must agree on, each written once. Imports
 * nothing. The names that they must agree on are in lib/names/, the functions in lib/functions.ts.
 */

/**
 * The format of the data that this program keeps, in a folder and in a deployment. When it changes, data of
 * the format before are taken over (`lib/local/data-format.ts`), and a folder of it is kept in
 * `test/data/data-folders`. In a deployment the number lies in the repository's table
 * (`repositoryKey.format`) before any data of the new format: its functions refuse a newer one.
 *
 * * 0: until 22 November 2026 (before commit d0f1a20b): runs are in another table, by other ids. It is
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
 * follow from it.
 */
export const driveMemoryMb = coreMemoryMb;

/** Longest run of a drive, which is the longest that Lambda allows. */
export const driveTimeoutS = 900;

/** Longest run of a function of the HTTP API: API Gateway gives up after 30 seconds. */
export const apiTimeoutS = 29;

/**
 * Most bytes that Lambda hands to a function, and takes from it.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const invocationBytesMax = 6 * 1024 * 1024;

/**
 * Seconds for which the URL of a reply above `invocationBytesMax` works. `schema/openapi.json` tells callers.
 */
export const largeReplyUrlS = 900;

/** Seconds for which the URL of a file that is too large for a request takes that file. */
export const fileUrlS = 900;

/**
 * Seconds after its time in which a scheduled run may still start; later it is left out, because nobody
 * expects it then.
 */
export const scheduleLateS = 900;

/** Longest that one message of work may take. */
export const workTimeoutS = 300;

/**
 * How the queues of work deliver. A message goes to the dead letters when it failed so often; it comes again,
 * after the documentation's six times the function's time, when its function died and could say nothing.
 */
export const workDelivery = {
  attemptsMax: 5,
  visibilityS: 6 * workTimeoutS,
  retentionDays: 14,
  /** Messages that one call of the function gets. */
  batch: { now: 10, later: 1 },
  /** Calls at once; without one, as many as there are messages. A queue's bound is at least 2. */
  concurrency: { later: 10 },
} as const;

/** Longest execution of a burst: the limit that `functions/driver/burst.asl.json` gives itself. */
export const burstS = 86_400;

/** Days until the objects and records of a burst are gone; its run stays. */
export const burstDays = 30;

/** Which objects expire, by the beginning of their keys. */
export const objectExpiry = [
  { prefix: 'bursts/', days: burstDays },
  { prefix: 'answers/', days: 1 },
  /**
   * Files of bursts are deleted when these end; an upload that no burst came to use goes so. A burst lasts a
   * day at most.
   */
  { prefix: 'files/', days: 2 },
] as const;

/** Days after which the parts of an upload go that nobody completed. */
export const uploadDays = 1;

/** Days, or up to twice as many, after which a document goes that came and of which no run was made. */
export const documentDays = 2;

/** Seconds for which the URL of a part of an upload takes it. Whoever needs longer asks for new ones. */
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
  /** What can be brought back from the history of a table (point-in-time recovery). */
  tableHistoryGbMonthDollars: 0.2,
  /**
   * Once, for each write unit a second that a table is to serve beyond what it would: as one provisioned for
   * an hour.
   */
  warmWriteDollars: 0.00065,
  /** PUT, POST and LIST. https://aws.amazon.com/s3/pricing/ */
  objectWriteDollars: 0.000005,
  objectReadDollars: 0.0000004,
  objectGbMonthDollars: 0.023,
  /** One call of a queue, which may bring nothing. https://aws.amazon.com/sqs/pricing/ */
  queueRequestDollars: 0.0000004,
  /** A request to an HTTP API. https://aws.amazon.com/api-gateway/pricing/ */
  apiRequestDollars: 0.000001,
  /**
   * From a region to the internet, the first 10 TB of a month. https://aws.amazon.com/ec2/pricing/on-demand/
   */
  egressGbDollars: 0.09,
  /**
   * Through a NAT gateway, on top: a deployment has one only in a VPC that brings it.
   * https://aws.amazon.com/vpc/pricing/
   */
  natGbDollars: 0.045,
  /** The gateway itself, 0.045 an hour, and a public address, 0.005 an hour. */
  natMonthDollars: 32.85,
  addressMonthDollars: 3.65,
  /** Logs taken in. https://aws.amazon.com/cloudwatch/pricing/ */
  logGbDollars: 0.5,
  /** For each metric that an alarm looks at. */
  alarmMonthDollars: 0.1,
  dashboardMonthDollars: 3,
  /** A metric of one's own, in each month in which it has a value. */
  metricMonthDollars: 0.3,
} as const;

/**
 * What the same work would cost on machines that always run, us-east-1, on demand, of the same day: the pair
 * of an `t4g.medium` and a `db.t4g.medium` with their balancer, address and disk, which the original server
 * would take, and a `c7g.large` (two processors) that generates load.
 */
export const serverPrices = {
  repositoryMonthDollars: 95,
  generatorHourDollars: 0.0725,
  generatorCores: 2,
} as const;
