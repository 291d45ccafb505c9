/** US list prices, us-east-1, arm64, without free tiers. */
export const listPrices = {
  asOf: '2026-11-20',
  /** https://aws.amazon.com/lambda/pricing/ */
  gbSecondDollars: 0.0000133334,
  invocationDollars: 0.0000002,
  /** A processor and a GB of a task of Fargate for an hour. https://aws.amazon.com/fargate/pricing/ */
  taskCoreHourDollars: 0.03238,
  taskGbHourDollars: 0.00356,
  /** A transition of a standard state machine. https://aws.amazon.com/step-functions/pricing/ */
  transitionDollars: 0.000025,
  /** On demand: up to 1 KB written. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  tableWriteDollars: 0.000000625,
  /** On demand: up to 4 KB read strongly, or 8 KB read eventually. */
  tableReadDollars: 0.000000125,
  tableGbMonthDollars: 0.25,
  /** Data that the history of a table can restore (point-in-time recovery). */
  tableHistoryGbMonthDollars: 0.2,
  /**
   * Paid once for each write unit a second by which the throughput of a new table is raised. It is the price
   * of a provisioned unit for an hour.
   */
  warmWriteDollars: 0.00065,
  /** PUT, POST and LIST. https://aws.amazon.com/s3/pricing/ */
  objectWriteDollars: 0.000005,
  objectReadDollars: 0.0000004,
  objectGbMonthDollars: 0.023,
  /** One call of a queue, which may return no message. https://aws.amazon.com/sqs/pricing/ */
  queueRequestDollars: 0.0000004,
  /** A request to an HTTP API. https://aws.amazon.com/api-gateway/pricing/ */
  apiRequestDollars: 0.000001,
  /**
   * From a region to the internet, the first 10 TB of a month. https://aws.amazon.com/ec2/pricing/on-demand/
   */
  egressGbDollars: 0.09,
  /**
   * Paid in addition for data through a NAT gateway. A deployment uses one only in a VPC that contains one.
   * https://aws.amazon.com/vpc/pricing/
   */
  natGbDollars: 0.045,
  /** The gateway itself, 0.045 an hour, and a public address, 0.005 an hour. */
  natMonthDollars: 32.85,
  addressMonthDollars: 3.65,
  /** Logs that CloudWatch takes in. https://aws.amazon.com/cloudwatch/pricing/ */
  logGbDollars: 0.5,
  /** For each metric that an alarm watches. */
  alarmMonthDollars: 0.1,
  dashboardMonthDollars: 3,
  /** A custom metric, in each month in which it has a value. */
  metricMonthDollars: 0.3,
} as const;

/**
 * Prices of the same work on machines that always run: us-east-1, on demand, of the same day as `listPrices`.
 * The repository is a `t4g.medium` and a `db.t4g.medium` with their balancer, address and disk, which the
 * original server would need. The generator of load is a `c7g.large` with two processors.
 */
export const serverPrices = {
  repositoryMonthDollars: 95,
  generatorHourDollars: 0.0725,
  generatorCores: 2,
} as const;
