import type { Agent } from './option-values.ts';

/** The options in a command line of wrk or wrk2. Times are in milliseconds. */
export type WrkOrder = {
  readonly tool: 'wrk' | 'wrk2';
  readonly url: string;
  readonly connections: number;
  readonly threads: number;
  readonly durationMs: number;
  readonly timeoutMs: number;
  /** The length of the warm-up in milliseconds. 0: no warm-up. */
  readonly warmupMs: number;
  /** The requests per second. Absent for wrk, whose users repeat without a pause. */
  readonly rate?: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly agents: readonly Agent[];
  readonly http2: boolean;
  readonly httpCache: boolean;
};

/** The values of options that a command line of wrk or wrk2 leaves out. */
export const wrkDefaults = {
  connections: 10,
  duration: '10s',
  /** The timeout of a request. */
  timeout: '60s',
  /** The length of the warm-up. */
  warmup: '6s',
} as const;

/** The names of the document's two phases: the warm-up and the measured test. */
export const wrkPhases = { warmup: 'calibration', test: 'test' } as const;
export const wrkMetric = 'request';
/** The name of the statistics that count bytes, headers included. */
export const transferKey = 'transfer';
