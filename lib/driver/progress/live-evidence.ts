import type { UnhealthyCause } from '../statistics/health/unhealthy.ts';
import type { Row } from '../statistics/partial.ts';

/** The part of a drive's report from which limits are judged during the load. */
export type LiveEvidence = {
  /** The counts of all requests so far, by metric and step. */
  readonly totals: readonly Pick<Row, 'metric' | 'step' | 'counters'>[];
  /**
   * The latest seconds whose measurements are final. There are several, because a report may be replaced
   * before it is read.
   */
  readonly seconds: readonly EvidenceSecond[];
};

export type EvidenceSecond = {
  readonly second: number;
  /** Why the drive was unhealthy in this second. Absent when it was healthy. */
  readonly cause?: UnhealthyCause;
  /** Counters and response times in this second of those metrics that have a limit with a window. */
  readonly rows: readonly Row[];
};
