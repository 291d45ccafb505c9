/**
 * Every number about AWS that the simulation uses, once, with its source. `documented`: by AWS, or in the
 * source of its SDK. `measured`: by this project. `assumed`: without a source. Because of the assumptions,
 * the table has sections with twice the latency, ten times the failures and half the quotas. Latencies are in
 * milliseconds, as median and 99th percentile.
 */
export type Constant = {
  readonly value: number;
  readonly mark: 'documented' | 'measured' | 'assumed';
  readonly source: string;
};

const documented = (value: number, source: string): Constant => ({ value, mark: 'documented', source });
const measured = (value: number, source: string): Constant => ({ value, mark: 'measured', source });
const assumed = (value: number, source: string): Constant => ({ value, mark: 'assumed', source });

const lambdaScaling = 'https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html';
const lambdaQuotas = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';
const stepQuotas = 'https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html';
const ecsThrottling = 'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/throttling.html';
const partitions =
  'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html';
const warmThroughput =
  'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html';
const s3Rates = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html';
const sdkRetries = '@smithy/core 2026 retries, client-dynamodb 3.1162.0 (DynamoDBClient.js)';
const review = 'measured on 2026-11-21 with the real bundles on an AMD EPYC';
const listPrice = 'list price, us-east-1, 2026-11-20';

export const constants = {
  lambda: {
    concurrencyNew: documented(10, lambdaQuotas),
    concurrencyDefault: documented(1_000, lambdaQuotas),
    /** The environments that a function may add at once, and how many it may add per second after that. */
    scaleBurst: documented(1_000, lambdaScaling),
    scalePerSecond: documented(100, lambdaScaling),
    /** The requests per second that Lambda allows for each unit of concurrency. */
    requestsPerConcurrency: documented(10, lambdaQuotas),
    /** The time from the call to the first line of the handler in an existing environment. */
    invokeMedianMs: assumed(12, 'similar to published traces'),
    invokeP99Ms: assumed(60, 'as above'),
    /** The part of a cold start that AWS causes: to place, fetch and start the environment. */
    placeMedianMs: assumed(250, 'published cold starts of small bundles, without the time of their own code'),
    placeP99Ms: assumed(1_200, 'as above'),
    /** The share of cold starts that are the slowest, when a thousand environments start at once. */
    straggler: assumed(0.001, 'share of the cold starts that take stragglerMs'),
    stragglerMs: assumed(5_000, 'as above'),
    initDriveMs: measured(305, `CPU of importing driver/drive with its warm-up; ${review}`),
    initOtherMs: measured(150, `CPU of importing the other bundles, 110 to 173; ${review}`),
    /** The factor by which CPU work takes longer on one Lambda vCPU (arm64) than on the measured machine. */
    slowness: assumed(1, 'not measured on Lambda; assumed to be as fast as the machine of the measurement'),
    /** The share of invocations whose environment dies. */
    lost: assumed(1e-5, 'environments rarely die; AWS publishes no rate'),
    clockErrorMs: assumed(0.3, 'standard deviation; Amazon Time Sync has errors of about 0.1 to 1 ms'),
    comparisonErrorMs: assumed(
      0.1,
      'standard deviation of a comparison with the time server of the same host',
    ),
    gbSecondDollars: documented(0.0000133334, listPrice),
    requestDollars: documented(0.0000002, listPrice),
  },
  fargate: {
    runTaskPerSecond: documented(20, ecsThrottling),
    callMedianMs: assumed(300, 'RunTask answers when it has placed the task'),
    callP99Ms: assumed(1_500, 'as above'),
    /** The time from RunTask to the first line of the container: network interface, image, start. */
    startMedianMs: assumed(35_000, 'users report 30 to 60 s for images of some hundred megabytes'),
    startP99Ms: assumed(75_000, 'as above'),
    lost: assumed(1e-4, 'share of the tasks whose host dies or is retired during a run'),
    clockErrorMs: assumed(0.3, 'standard deviation, the same as on Lambda'),
    coreHourDollars: documented(0.0395, `arm64, a vCPU and 2 GB; ${listPrice}`),
  },
  steps: {
    transitionBurstLarge: documented(5_000, `us-east-1, us-west-2, eu-west-1; ${stepQuotas}`),
    transitionsPerSecondLarge: documented(1_500, stepQuotas),
    transitionBurstSmall: documented(800, `other regions; ${stepQuotas}`),
    transitionsPerSecondSmall: documented(500, stepQuotas),
    historyMax: documented(25_000, stepQuotas),
    /**
     * The token bucket for calls of SendTaskSuccess. All regions have the quota of the smaller regions here.
     */
    answerBurst: documented(1_000, stepQuotas),
    answersPerSecond: documented(500, stepQuotas),
    /** The child executions that one map run starts per second. */
    childrenPerSecond: assumed(
      300,
      'the refill of StartExecution in large regions; AWS documents no rate for map runs',
    ),
    childrenBurst: assumed(1_000, 'below the bucket of StartExecution, 1,300'),
    mapStartMedianMs: assumed(
      1_000,
      'users report one to three seconds from the map state to its first child',
    ),
    mapStartP99Ms: assumed(3_000, 'as above'),
    mapEndMedianMs: assumed(1_000, 'as above, from the last child to the next state'),
    mapEndP99Ms: assumed(3_000, 'as above'),
    transitionMedianMs: assumed(
      25,
      'a standard workflow of three states takes below 100 ms in published benchmarks',
    ),
    transitionP99Ms: assumed(120, 'as above'),
    /** A Wait state ends at a whole second, or up to this many milliseconds later. */
    waitLateMs: assumed(300, 'evenly distributed from 0'),
    lost: assumed(
      1e-6,
      'share of the tasks whose outcome the service loses, as with Lambda.SdkClientException',
    ),
    transitionDollars: documented(0.000025, listPrice),
  },
  dynamo: {
    partitionWrites: documented(1_000, partitions),
    partitionReads: documented(3_000, partitions),
    /** Partitions of a new table on demand: 4,000 writes and 12,000 reads a second. */
    partitionsAtStart: documented(4, warmThroughput),
    getMedianMs: assumed(3, 'AWS documents single-digit milliseconds'),
    getP99Ms: assumed(15, 'as above'),
    putMedianMs: assumed(5, 'as above'),
    putP99Ms: assumed(20, 'as above'),
    /** The time after a write in which an eventually consistent read may return the old item. */
    staleMedianMs: assumed(10, 'AWS documents: usually within a second'),
    staleP99Ms: assumed(500, 'as above'),
    attemptsMax: documented(4, sdkRetries),
    retryBaseMs: documented(25, sdkRetries),
    lost: assumed(1e-5, 'share of the requests that end with status 500 or a broken connection'),
    writeDollars: documented(0.000000625, listPrice),
    readDollars: documented(0.000000125, listPrice),
  },
  s3: {
    getMedianMs: assumed(25, 'AWS documents at most 100 to 200 ms for small objects'),
    getP99Ms: assumed(150, 'as above'),
    putMedianMs: assumed(45, 'as above'),
    putP99Ms: assumed(250, 'as above'),
    bytesPerMs: assumed(60_000, '60 MB/s for one stream of one environment'),
    readsPerSecond: documented(5_500, `for each prefix; ${s3Rates}`),
    writesPerSecond: documented(3_500, `for each prefix; ${s3Rates}`),
    attemptsMax: documented(3, sdkRetries),
    retryBaseMs: documented(50, sdkRetries),
    lost: assumed(1e-5, 'share of the requests that end with status 500 or a broken connection'),
    writeDollars: documented(0.000005, listPrice),
    readDollars: documented(0.0000004, listPrice),
  },
  sdk: {
    throttleBaseMs: documented(1_000, sdkRetries),
    backoffMsMax: documented(20_000, sdkRetries),
    /** The time until a client detects a broken connection. */
    brokenMs: assumed(400, 'a reset arrives within a few round trips'),
  },
  /** The time for a client outside of AWS: the network, API Gateway, and back. */
  api: {
    frontMs: assumed(40, 'a client on the same continent'),
    timeoutMs: documented(29_000, 'the time limit of a function of the API; lib/facts/timeouts.ts'),
    /** The time between two status requests of a user who watches the burst. */
    watchMs: documented(500, 'bin/burst'),
  },
  /** CPU time to merge one partial: a fixed part, and a part for each second of each metric. */
  merging: {
    jsonFixedMs: measured(10, `25 ms for 60 s of 1 metric, 545 ms for 12 min of 3; ${review}`),
    jsonCellMs: measured(0.2476, 'as above'),
    binaryFixedMs: measured(1.7, 'bench/merge.ts: 3.16 ms for 60 s of 1 metric, 55 ms for 12 min of 3'),
    binaryCellMs: measured(0.0247, 'as above'),
    /** CPU time to read the merged result of a group or of a phase. */
    groupFixedMs: measured(
      9.2,
      'bench/merge.ts: 10 ms for 60 s of 1 metric, 37 ms for 12 min of 3, in coarser seconds',
    ),
    groupCellMs: measured(0.0129, 'as above'),
  },
  /** The times that drives and their target take. */
  drive: {
    connectMedianMs: assumed(
      60,
      'a DNS lookup, a connection and a handshake with a target in the same region',
    ),
    connectP99Ms: assumed(300, 'as above'),
    /** The time from the stop of a run until the last byte of its requests. */
    drainMs: measured(
      100,
      'unfinished requests are aborted; 0.6 to 0.9 s were measured from the flag to the end',
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Constant>>>>;

type Numbers<Group> = { readonly [Name in keyof Group]: number };

const numbersOf = <Group extends Readonly<Record<string, Constant>>>(group: Group): Numbers<Group> =>
  Object.fromEntries(Object.entries(group).map(([name, { value }]) => [name, value])) as Numbers<Group>;

export const lambda = numbersOf(constants.lambda);
export const fargate = numbersOf(constants.fargate);
export const steps = numbersOf(constants.steps);
export const dynamo = numbersOf(constants.dynamo);
export const s3 = numbersOf(constants.s3);
export const sdk = numbersOf(constants.sdk);
export const api = numbersOf(constants.api);
export const merging = numbersOf(constants.merging);
export const drive = numbersOf(constants.drive);
