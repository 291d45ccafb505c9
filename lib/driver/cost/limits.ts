import { driveMemoryMb } from '../../facts/memory.ts';

/**
 * The amounts of AWS resources that the parts of a run need, besides the time of its drives. docs/cost.md
 * lists the costs that are left out.
 */
export const costing = {
  driveGb: driveMemoryMb / 1024,
  /** The number of state transitions of one burst: its start, Enter, Plan, Phases, Merge. */
  transitionsBurst: 5,
  /**
   * The number of state transitions of one phase: the start of its child execution, Decided, Shards, Sized,
   * Settle, NextIteration, PhaseOver.
   */
  transitionsPhase: 7,
  /**
   * The number of state transitions of one group of drives: the start of its child execution, and MergeGroup.
   */
  transitionsGroup: 2,
  /**
   * The number of state transitions of one drive: the start of its child execution, WaitForSegment, Drive.
   */
  transitionsDrive: 3,
  /**
   * GB-seconds (memory times seconds) of one call of AwaitStart. A waiting phase calls it once, and again
   * every `startRounds.tickMs`. Each call is one transition and one invocation.
   */
  gbSecondsRound: 0.05,
  /** GB-seconds (memory times seconds) of the states Plan and Merge of one burst. */
  gbSecondsBurst: 8,
  /** GB-seconds (memory times seconds) for merging the partial of one drive. */
  gbSecondsDrive: 0.1,
  /**
   * Write units of DynamoDB that one drive needs for its lease and its reports, and for the writes that they
   * cause.
   */
  tableWritesDrive: 8,
  /**
   * Write units of DynamoDB that one drive needs in each second. A busy drive's live item has one to two
   * kilobytes. Its last seconds have up to three kilobytes and are written every five seconds.
   */
  tableWritesSecond: 2.6,
  /** Read units of DynamoDB that one drive needs for its start. */
  tableReadsDrive: 8,
  /** Read units of DynamoDB that one drive needs in each second, for the stop flag. */
  tableReadsSecond: 1,
  /** The number of S3 reads for each drive: the drive reads the plan, and the merge reads the partial. */
  objectReadsDrive: 2,
  /** The number of S3 writes for each drive: the drive writes its partial. */
  objectWritesDrive: 1,
  /**
   * The number of S3 writes of a drive in each second. The drive stores its measurements every
   * `driving.flushSeconds`.
   */
  objectWritesSecond: 0.2,
  /**
   * The bytes that a request sends in addition to its body: its head, and the headers of network packets. The
   * first request of a connection sends about a kilobyte more for the TLS 1.3 handshake.
   */
  headBytes: 400,
} as const;

/** How often AwaitStart is called: the state in which a phase waits for its start. */
export const startRounds = {
  /**
   * A waiting phase calls AwaitStart again after this time, which is the timeout of the state. If the reply
   * about its start was lost, the next call gets it.
   */
  tickMs: 20_000,
  /**
   * The events of each call in the history of its execution: entered, scheduled, started, submitted,
   * succeeded or timed out, exited, and one in reserve.
   */
  events: 7,
  /** The history events of one iteration of a phase in all states but `AwaitStart`. */
  eventsIteration: 23,
} as const;
