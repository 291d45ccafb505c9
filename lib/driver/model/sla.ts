/** Parsed limits of a request step. An absent limit is not judged. Ratios are from 0 to 1. */
export type Sla = {
  /** Errors (connection errors, timeouts, internal errors) over requests: fails at the limit and above. */
  readonly errorRatio?: number;
  /** Invalid requests over requests: fails at the limit and above. */
  readonly invalidRatio?: number;
  /** Fails at the limit and above. */
  readonly meanResponseTimeNs?: number;
  /** Time spent waiting for a connection over waiting and response times together: fails above the limit. */
  readonly blockedRatio?: number;
  /**
   * `[quantile from 0 to 1, nanoseconds]`: fails when the response time at the quantile is the limit or more.
   */
  readonly limits?: readonly (readonly [quantile: number, ns: number])[];
  /**
   * Downpour judges every window of this length (whole seconds, rounded up) by itself. Absent: the phase as a
   * whole.
   */
  readonly windowMs?: number;
};

/** A request step and the limits that it is judged by. */
export type StepSlas = {
  /** Number of the step in its scenario; statistics rows carry it. */
  readonly step: number;
  /** The metric of the request, when the document fixes it. Absent: rules decide for each request. */
  readonly metric?: string;
  /** `GET /products`: tells it from other requests with the same metric. Absent: it has no such words. */
  readonly request?: string;
  readonly slas: readonly Sla[];
  /** The time limit that the step gives its requests. Absent: the time limit of their target. */
  readonly timeoutMs?: number;
};

/** The criterion of a verdict. */
export type CriterionName =
  | 'errorRatio'
  | 'invalidRatio'
  | 'failedRatio'
  | 'meanResponseTime'
  | 'blockedRatio'
  | 'limit'
  | 'sessionLimit';
