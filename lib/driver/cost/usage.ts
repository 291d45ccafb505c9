import { costing, startRounds } from './limits.ts';

/** What a run takes of what AWS charges for. */
export type Usage = {
  /** Memory times time of the drives. */
  readonly gbSeconds: number;
  /** Of the functions beside them, which plan, conduct, merge and judge. */
  readonly controlGbSeconds: number;
  readonly invocations: number;
  readonly transitions: number;
  /** In units of DynamoDB. */
  readonly tableWrites: number;
  readonly tableReads: number;
  readonly objectWrites: number;
  readonly objectReads: number;
  /** To the targets. */
  readonly bytesOut: number;
};

/** What was done, or will be: the rest follows from it by the numbers of `costing`. */
export type Work = {
  readonly phases: number;
  readonly drives: number;
  /** Groups that drives are merged in, of all phases. */
  readonly groups: number;
  /** Sum over the drives, from the invocation of each to its end. */
  readonly driveMs: number;
  /** How often phases asked whether they may start. */
  readonly rounds: number;
  readonly requests: number;
  /** Of bodies. */
  readonly bytesSent: number;
};

export function usageOf({ phases, drives, groups, driveMs, rounds, requests, bytesSent }: Work): Usage {
  const seconds = driveMs / 1e3;
  return {
    gbSeconds: seconds * costing.driveGb,
    controlGbSeconds:
      costing.gbSecondsBurst + rounds * costing.gbSecondsRound + drives * costing.gbSecondsDrive,
    // Plan and Merge, a Settle for each phase.
    invocations: 2 + phases + rounds + drives + groups,
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

/** Of a phase that waits so long for its start. */
export const roundsOf = (waitMs: number): number => 1 + Math.floor(Math.max(0, waitMs) / startRounds.tickMs);
