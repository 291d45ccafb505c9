import { taskSecondsMin, taskStartS } from '../../facts/fargate.ts';
import type { Tasks } from '../model/plan.ts';
import { costing, startRounds } from './limits.ts';

/** The resources that AWS charges for in a run. */
export type Usage = {
  /** Memory in gigabytes times seconds, summed over the drives. */
  readonly gbSeconds: number;
  /** Processors times hours of the drives that are tasks of Fargate. Absent: functions drive. */
  readonly taskCoreHours?: number;
  /** GB-seconds of the functions that plan, conduct, merge and judge. */
  readonly controlGbSeconds: number;
  readonly invocations: number;
  readonly transitions: number;
  /** Write units and read units of DynamoDB. */
  readonly tableWrites: number;
  readonly tableReads: number;
  readonly objectWrites: number;
  readonly objectReads: number;
  /** The bytes that the drives send to the targets. */
  readonly bytesOut: number;
};

/** The work that a run did or will do. `costing` has the numbers that turn work into resources. */
export type Work = {
  readonly phases: number;
  readonly drives: number;
  /** Groups of drives that MergeGroup merges, in all phases. */
  readonly groups: number;
  /** Milliseconds of all drives together, each from its invocation to its end. */
  readonly driveMs: number;
  /** The number of times that phases asked whether they may start. */
  readonly rounds: number;
  readonly requests: number;
  /** Bytes of the bodies of all requests. */
  readonly bytesSent: number;
  /** The drives are tasks of Fargate. Absent: they are functions. */
  readonly fargate?: Tasks | undefined;
};

export function usageOf(work: Work): Usage {
  const { phases, drives, groups, driveMs, rounds, requests, bytesSent, fargate } = work;
  const seconds = driveMs / 1e3;
  const taskSeconds = Math.max(drives * taskSecondsMin, seconds + drives * taskStartS);
  return {
    gbSeconds: fargate === undefined ? seconds * costing.driveGb : 0,
    ...(fargate === undefined ? {} : { taskCoreHours: (taskSeconds * fargate.cores) / 3600 }),
    controlGbSeconds:
      costing.gbSecondsBurst + rounds * costing.gbSecondsRound + drives * costing.gbSecondsDrive,
    // One invocation each for Plan and Merge, and one Settle for each phase.
    invocations: 2 + phases + rounds + groups + (fargate === undefined ? drives : 0),
    transitions:
      costing.transitionsBurst +
      phases * costing.transitionsPhase +
      rounds +
      groups * costing.transitionsGroup +
      drives * costing.transitionsDrive,
    tableWrites: drives * costing.tableWritesDrive + seconds * costing.tableWritesSecond,
    tableReads: drives * costing.tableReadsDrive + seconds * costing.tableReadsSecond,
    objectWrites: drives * costing.objectWritesDrive + groups + seconds * costing.objectWritesSecond,
    objectReads: drives * costing.objectReadsDrive + groups,
    bytesOut: bytesSent + requests * costing.headBytes,
  };
}

/** The number of AwaitStart calls of a phase that waits for `waitMs`. */
export const roundsOf = (waitMs: number): number => 1 + Math.floor(Math.max(0, waitMs) / startRounds.tickMs);
