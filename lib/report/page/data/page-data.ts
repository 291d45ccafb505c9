/**
 * What the code in the browser reads, one JSON text. Times on axes are milliseconds since `origin`; a null is
 * a stretch of which nothing is known, and stays a gap.
 */
export type PageData = {
  /** Epoch milliseconds of the first start. */
  readonly origin: number;
  readonly lengthMs: number;
  readonly phases: readonly PhaseBand[];
  /** Limits that were broken, where they were. */
  readonly marks: readonly Mark[];
  /** What is counted by second, or by a longer step in a long run. */
  readonly seconds: {
    readonly stepMs: number;
    readonly tracks: readonly Track[];
    /**
     * Why the generator was not healthy, by column; empty text where it was. Absent when the run does not
     * say.
     */
    readonly unhealthy?: readonly string[];
  };
  /** Smallest time of each slot of `heat`, nanoseconds, and one more: the end of the last. */
  readonly edges: { readonly first: number; readonly ns: readonly number[] };
  /** Response times of all requests. */
  readonly heat: Heat;
  readonly metrics: readonly MetricData[];
  /** Metrics that the page had no room for. */
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

/** One line of a panel. */
export type Track = {
  readonly panel: Panel;
  readonly name: string;
  readonly unit: 'users/s' | 'requests/s' | 'requests' | 'sessions' | 'connections' | 'share' | 'ns';
  /** What stands for one column: its sum, or its largest or smallest second. */
  readonly values: readonly (number | null)[];
};

/** Counts of response times over time. */
export type Heat = {
  readonly stepMs: number;
  /** Number of the first column on the axis of the page. */
  readonly first: number;
  /**
   * By column: slot, count, slot, count and so on, each slot as its distance from the one before. Null:
   * outside of every phase.
   */
  readonly columns: readonly (readonly number[] | null)[];
};

export type MetricData = {
  /** `id` of its row in the table. */
  readonly id: string;
  readonly phase: string;
  readonly metric: string;
  readonly heat: Heat;
  /** By column of `heat`. */
  readonly requests: readonly number[];
  readonly failed: readonly number[];
  readonly curves: readonly { readonly name: string; readonly points: Points }[];
  readonly statuses: readonly (readonly [name: string, count: number])[];
  readonly agents: readonly AgentRow[];
};

/**
 * A percentile curve from its left end: requests that took longer, and the time that the others took at most,
 * in turns.
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
