/** List prices in US dollars for us-east-1 and arm64, without free tiers. */
export const listPrices = {
  asOf: '2026-11-20',
  /** A GB-second of a function. https://aws.amazon.com/lambda/pricing/ */
  gbSecondDollars: 0.0000133334,
  invocationDollars: 0.0000002,
  /**
   * The price of one processor of a Fargate task for an hour; the next price is for one GB of its memory.
   * https://aws.amazon.com/fargate/pricing/
   */
  taskCoreHourDollars: 0.03238,
  taskGbHourDollars: 0.00356,
  /** A transition of a standard state machine. https://aws.amazon.com/step-functions/pricing/ */
  transitionDollars: 0.000025,
  /** A write of up to 1 KB, on demand. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  tableWriteDollars: 0.000000625,
  /** A strongly consistent read of up to 4 KB, or an eventually consistent read of up to 8 KB, on demand. */
  tableReadDollars: 0.000000125,
  tableGbMonthDollars: 0.25,
  /** The price of a gigabyte of table history for point-in-time recovery, for a month. */
  tableHistoryGbMonthDollars: 0.2,
  /**
   * The price of each write unit a second by which the throughput of a new table is raised. It is paid once,
   * and equals the price of a provisioned unit for an hour.
   */
  warmWriteDollars: 0.00065,
  /** A PUT, POST or LIST request for an object. https://aws.amazon.com/s3/pricing/ */
  objectWriteDollars: 0.000005,
  objectReadDollars: 0.0000004,
  objectGbMonthDollars: 0.023,
  /** A call of a queue, also a call that returns no message. https://aws.amazon.com/sqs/pricing/ */
  queueRequestDollars: 0.0000004,
  /** The surcharge for a call whose messages are in groups that take turns: a fair queue. */
  queueTurnDollars: 0.0000001,
  /** A request to an HTTP API. https://aws.amazon.com/api-gateway/pricing/ */
  apiRequestDollars: 0.000001,
  /** A request to a REST API, which a private API is. */
  restRequestDollars: 0.0000035,
  /**
   * A request through a distribution, by HTTPS, in the United States and Europe.
   * https://aws.amazon.com/cloudfront/pricing/
   */
  distributionRequestDollars: 0.000001,
  /**
   * A month of a web ACL, and of each of its rules or groups of rules. https://aws.amazon.com/waf/pricing/
   */
  webAclMonthDollars: 5,
  webAclRuleMonthDollars: 1,
  /** A request that a web ACL judges. */
  webAclRequestDollars: 0.0000006,
  /** A month of a secret. https://aws.amazon.com/secrets-manager/pricing/ */
  secretMonthDollars: 0.4,
  /** A month of a VPC's endpoint in one zone (0.01 an hour). https://aws.amazon.com/privatelink/pricing/ */
  endpointMonthDollars: 7.3,
  /**
   * A gigabyte from a region to the internet, within the first 10 TB of a month.
   * https://aws.amazon.com/ec2/pricing/on-demand/
   */
  egressGbDollars: 0.09,
  /**
   * The additional price of a gigabyte through a NAT gateway. A deployment uses one only in a VPC that
   * contains one. https://aws.amazon.com/vpc/pricing/
   */
  natGbDollars: 0.045,
  /** A month of a NAT gateway (0.045 an hour) and of its public address (0.005 an hour). */
  natMonthDollars: 32.85,
  addressMonthDollars: 3.65,
  /** A gigabyte of logs that CloudWatch receives. https://aws.amazon.com/cloudwatch/pricing/ */
  logGbDollars: 0.5,
  /** A month of an alarm, for each metric that the alarm watches. */
  alarmMonthDollars: 0.1,
  dashboardMonthDollars: 3,
  /** A custom metric, for each month in which it has a value. */
  metricMonthDollars: 0.3,
} as const;

/**
 * Prices of the same work on servers that always run: us-east-1, on demand, on the same day as `listPrices`.
 * The repository is a `t4g.medium` and a `db.t4g.medium` with load balancer, address and disk, which the
 * original server would need. The load generator is a `c7g.large` with two processors.
 */
export const serverPrices = {
  repositoryMonthDollars: 95,
  generatorHourDollars: 0.0725,
  generatorCores: 2,
} as const;
