import type { UnhealthyCause } from '../statistics/health/unhealthy.ts';
import type { Row } from '../statistics/partial.ts';

/** The part of a live report for limits that are judged while the load goes on. */
export type LiveEvidence = {
  /** Counts of requests so far. */
  readonly totals: readonly Pick<Row, 'metric' | 'step' | 'counters'>[];
  /**
   * The latest seconds that are settled: more than one, because a report may be replaced before it is read.
   */
  readonly seconds: readonly EvidenceSecond[];
};

export type EvidenceSecond = {
  readonly second: number;
  /** Why the drive was not healthy in it. Absent: it was. */
  readonly cause?: UnhealthyCause;
  /** Counters and response times of the metrics that have a limit with a window. */
  readonly rows: readonly Row[];
};
