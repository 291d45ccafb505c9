/**
 * The data for the code in the browser, as one JSON text. Times on axes are milliseconds since `origin`. Null
 * is a gap: a range of time without data.
 */
export type PageData = {
  /** Epoch milliseconds of the first start. */
  readonly origin: number;
  readonly lengthMs: number;
  readonly phases: readonly PhaseBand[];
  /** Broken limits with their time ranges. */
  readonly marks: readonly Mark[];
  /** Counters by second, or by a longer step in a long run. */
  readonly seconds: {
    readonly stepMs: number;
    readonly tracks: readonly Track[];
    /**
     * The reason why the generator was not healthy, by column; an empty text if it was. Absent when the
     * document does not record it.
     */
    readonly unhealthy?: readonly string[];
  };
  /** The lower edge of each slot of `heat`, nanoseconds, and the upper edge of the last. */
  readonly edges: { readonly first: number; readonly ns: readonly number[] };
  /** Response times of all requests. */
  readonly heat: Heat;
  readonly metrics: readonly MetricData[];
  /** Number of metrics without charts, because the page had no room. */
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

/** A line of a panel. */
export type Track = {
  readonly panel: Panel;
  readonly name: string;
  readonly unit: 'users/s' | 'requests/s' | 'requests' | 'sessions' | 'connections' | 'share' | 'ns';
  /** The value of a column: its sum, or its largest or smallest second. */
  readonly values: readonly (number | null)[];
};

/** Counts of response times over time. */
export type Heat = {
  readonly stepMs: number;
  /** Number of the first column on the axis of the page. */
  readonly first: number;
  /**
   * By column: slot, count, slot, count and so on. Each slot is its distance from the previous slot. Null:
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
 * A percentile curve from its left end: alternating, the number of requests that took longer, and the longest
 * time of the others.
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
