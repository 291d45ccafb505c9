import { driveMemoryMb } from '../../facts/memory.ts';

/**
 * What a run takes of what AWS charges for, beside the time of its drives. docs/cost.md says what is left
 * out.
 */
export const costing = {
  driveGb: driveMemoryMb / 1024,
  /** Transitions of one burst: its start, Enter, Plan, Phases, Merge. */
  transitionsBurst: 5,
  /**
   * Transitions of one phase: the start of its child, Decided, Shards, Sized, Settle, NextIteration,
   * PhaseOver.
   */
  transitionsPhase: 7,
  /** Transitions of one group of drives: the start of its child and MergeGroup. */
  transitionsGroup: 2,
  /** Transitions of one drive: the start of its child, WaitForSegment, Drive. */
  transitionsDrive: 3,
  /**
   * AwaitStart, once and again each `conducting.tickMs`: one transition, one invocation, and these
   * GB-seconds.
   */
  gbSecondsRound: 0.05,
  /** Plan and Merge: GB-seconds of one burst. */
  gbSecondsBurst: 8,
  /** Merging what one drive delivered. */
  gbSecondsDrive: 0.1,
  /** Units of a drive for its lease, its reports and what follows from them. */
  tableWritesDrive: 8,
  /** A live item of a busy drive is between one and two kilobytes. */
  tableWritesSecond: 2,
  /** Units of a drive for the start. */
  tableReadsDrive: 8,
  /** The stop flag. */
  tableReadsSecond: 1,
  /** The plan that a drive reads, and its partial, which the merge reads. */
  objectReadsDrive: 2,
  objectWritesDrive: 1,
  /** What was measured, while the load goes on: one for each `driving.flushSeconds`. */
  objectWritesSecond: 0.2,
  /**
   * What a request puts on the wire beside its body, which is counted: its head and the headers of the
   * packets. Of TLS 1.3 a handshake adds about a kilobyte to the first one of a connection.
   */
  headBytes: 400,
} as const;

/** Rounds of AwaitStart, the state in which a phase waits for its start. */
export const startRounds = {
  /**
   * A waiting phase asks again this often (the time limit of AwaitStart); this is also what repairs a lost
   * release.
   */
  tickMs: 20_000,
} as const;
