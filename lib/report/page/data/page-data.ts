/**
 * The data for the code in the browser, as one JSON text. Times on axes are milliseconds since `origin`. Null
 * is a gap: a range of time without data.
 */
export type PageData = {
  /** The first start of a phase in epoch milliseconds. */
  readonly origin: number;
  readonly lengthMs: number;
  readonly phases: readonly PhaseBand[];
  /** The broken limits, with their time ranges. */
  readonly marks: readonly Mark[];
  /** The counters by second, or by a longer step in a long run. */
  readonly seconds: {
    readonly stepMs: number;
    readonly tracks: readonly Track[];
    /**
     * For each column, the reason why the generator was not healthy, or an empty text. Absent when the
     * document does not record it.
     */
    readonly unhealthy?: readonly string[];
  };
  /**
   * The edges of the histogram slots of `heat` in nanoseconds: the lower edge of each slot, and the upper
   * edge of the last.
   */
  readonly edges: { readonly first: number; readonly ns: readonly number[] };
  /** The response times of all requests over time. */
  readonly heat: Heat;
  readonly metrics: readonly MetricData[];
  /** The number of metrics that have no charts, because the page had no room. */
  readonly left: number;
};

export type PhaseBand = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isWarmup: boolean;
};

export type Mark = { readonly from: number; readonly to: number; readonly text: string };

export type Panel = 'load' | 'errors' | 'sessions' | 'busy' | 'delays';

/** A line of a chart. */
export type Track = {
  readonly panel: Panel;
  readonly name: string;
  readonly unit: 'users/s' | 'requests/s' | 'requests' | 'sessions' | 'connections' | 'share' | 'ns';
  /** The value of each column: its sum, or its largest or smallest second. */
  readonly values: readonly (number | null)[];
};

/**
 * Counts of response times over time, by histogram slot (a small range of times), as a heat map shows them.
 */
export type Heat = {
  readonly stepMs: number;
  /** The number of the first column on the time axis of the page. */
  readonly first: number;
  /**
   * For each column: alternating slots and counts. Each slot is the distance from the previous slot. Null:
   * the column is outside of every phase.
   */
  readonly columns: readonly (readonly number[] | null)[];
};

export type MetricData = {
  /** The `id` attribute of the metric's row in the table. */
  readonly id: string;
  readonly phase: string;
  readonly metric: string;
  readonly heat: Heat;
  /** The number of requests in each column of `heat`. */
  readonly requests: readonly number[];
  readonly failed: readonly number[];
  readonly curves: readonly { readonly name: string; readonly points: Points }[];
  readonly statuses: readonly (readonly [name: string, count: number])[];
  readonly agents: readonly AgentRow[];
  /** The number of agents that are not in `agents`, because there are too many. */
  readonly agentsLeft: number;
};

/**
 * A percentile curve from its left end. `steps` alternates between the number of requests that took longer,
 * and the longest time of the others.
 */
export type Points = { readonly total: number; readonly steps: readonly number[]; readonly maxNs: number };

export type AgentRow = {
  readonly agent: string;
  readonly requests: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly maxNs: number;
};
