import { taskSecondsMin, taskStartS } from '../../facts/fargate.ts';
import type { Tasks } from '../model/plan.ts';
import { costing, startRounds } from './limits.ts';

/** The amounts of the resources for which AWS charges in a run. */
export type Usage = {
  /** GB-seconds of the drives: memory in gigabytes times seconds. */
  readonly gbSeconds: number;
  /** Processor hours of the drives that are tasks of Fargate. Absent: Lambda functions drive. */
  readonly taskCoreHours?: number;
  /** GB-seconds (memory times seconds) of the functions that plan, conduct, merge and judge. */
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

/** The work that a run has done or will do. With the numbers in `costing`, the resources follow from it. */
export type Work = {
  readonly phases: number;
  readonly drives: number;
  /** The number of groups of drives that MergeGroup merges, in all phases. */
  readonly groups: number;
  /** The time of all drives together in milliseconds, each from its invocation to its end. */
  readonly driveMs: number;
  /** The number of times that phases ask whether they may start. */
  readonly rounds: number;
  readonly requests: number;
  /** The bytes of the bodies of all requests together. */
  readonly bytesSent: number;
  /** Present when the drives are tasks of Fargate. Absent: they are Lambda functions. */
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
    // One invocation each for Plan and Merge (2 in all), and one Settle for each phase.
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

/** The number of AwaitStart calls of a phase that waits for its start for `waitMs` milliseconds. */
export const roundsOf = (waitMs: number): number => 1 + Math.floor(Math.max(0, waitMs) / startRounds.tickMs);
