/** Parsed limits of a request step. An absent limit is not judged. Ratios are from 0 to 1. */
export type Sla = {
  /** Errors (connection, timeout, internal) divided by requests. Broken at the limit and above. */
  readonly errorRatio?: number;
  /** Invalid requests divided by requests. Broken at the limit and above. */
  readonly invalidRatio?: number;
  /** The mean response time in nanoseconds. Broken at the limit and above. */
  readonly meanResponseTimeNs?: number;
  /**
   * Time that requests waited for a connection, as a share of waiting and response times. Broken above the
   * limit.
   */
  readonly blockedRatio?: number;
  /**
   * `[quantile from 0 to 1, nanoseconds]`. Broken when the response time at the quantile reaches the limit.
   */
  readonly limits?: readonly (readonly [quantile: number, ns: number])[];
  /**
   * The length of a window in milliseconds, rounded up to whole seconds. Downpour judges every window.
   * Absent: it judges the phase as a whole.
   */
  readonly windowMs?: number;
};

/** A request step with its limits. */
export type StepSlas = {
  /** The number of the step in its scenario. Rows of statistics have the same number. */
  readonly step: number;
  /** The metric of the request, when the document fixes it. Absent: rules choose it for each request. */
  readonly metric?: string;
  /**
   * A text such as `GET /products`, which distinguishes the request from others with the same metric. Absent
   * when the document does not determine it.
   */
  readonly request?: string;
  readonly slas: readonly Sla[];
  /** The time limit of the step's requests in milliseconds. Absent: the time limit of their target. */
  readonly timeoutMs?: number;
};

/** The kind of limit that a verdict is about. */
export type CriterionName =
  | 'errorRatio'
  | 'invalidRatio'
  | 'failedRatio'
  | 'meanResponseTime'
  | 'blockedRatio'
  | 'limit'
  | 'sessionLimit';
