/** The limits of a request step, as parsed. An absent limit is not judged. Ratios are from 0 to 1. */
export type Sla = {
  /**
   * The limit on the share of requests with errors (connection, timeout, internal). It is broken when the
   * share reaches the limit.
   */
  readonly errorRatio?: number;
  /** The limit on the share of invalid requests. It is broken when the share reaches the limit. */
  readonly invalidRatio?: number;
  /** The limit on the mean response time, in nanoseconds. It is broken when the mean reaches the limit. */
  readonly meanResponseTimeNs?: number;
  /**
   * The limit on the time that requests wait for a connection, as a share of waiting and response times
   * together. It is broken above the limit.
   */
  readonly blockedRatio?: number;
  /**
   * Limits on percentiles: `[quantile from 0 to 1, nanoseconds]`. A limit is broken when the response time at
   * the quantile reaches it.
   */
  readonly limits?: readonly (readonly [quantile: number, ns: number])[];
  /**
   * The length of a window in milliseconds, rounded up to whole seconds. The limits must hold in every window
   * of this length. Absent: they must hold over the whole phase.
   */
  readonly windowMs?: number;
};

/** A request step and its limits. */
export type StepSlas = {
  /** The number of the step in its scenario. Rows of statistics have the same number. */
  readonly step: number;
  /**
   * The metric of the request, if the document fixes it. Absent: rules choose the metric for each request.
   */
  readonly metric?: string;
  /**
   * A text such as `GET /products`, which distinguishes the request step from others with the same metric.
   * Absent when the document does not determine it.
   */
  readonly request?: string;
  readonly slas: readonly Sla[];
  /** The time limit of the step's requests in milliseconds. Absent: the time limit of their target. */
  readonly timeoutMs?: number;
};

/** The kinds of limits on which there are verdicts. */
export type CriterionName =
  | 'errorRatio'
  | 'invalidRatio'
  | 'failedRatio'
  | 'meanResponseTime'
  | 'blockedRatio'
  | 'limit'
  | 'sessionLimit';
