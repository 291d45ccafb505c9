import type { UnhealthyCause } from '../statistics/health/unhealthy.ts';
import type { Row } from '../statistics/partial.ts';

/** The part of a live report for limits that are judged during the load. */
export type LiveEvidence = {
  /** Counts of requests so far. */
  readonly totals: readonly Pick<Row, 'metric' | 'step' | 'counters'>[];
  /** The latest settled seconds. There are several, because a report may be replaced before it is read. */
  readonly seconds: readonly EvidenceSecond[];
};

export type EvidenceSecond = {
  readonly second: number;
  /** Why the drive was unhealthy in this second. Absent when it was healthy. */
  readonly cause?: UnhealthyCause;
  /** Counters and response times of the metrics that have a limit with a window. */
  readonly rows: readonly Row[];
};
