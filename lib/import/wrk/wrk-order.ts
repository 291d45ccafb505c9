import type { Agent } from './words.ts';

/** The options of a command line of wrk or wrk2. Times in milliseconds. */
export type WrkOrder = {
  readonly tool: 'wrk' | 'wrk2';
  readonly url: string;
  readonly connections: number;
  readonly threads: number;
  readonly durationMs: number;
  readonly timeoutMs: number;
  /** 0: no warm-up. */
  readonly warmupMs: number;
  /** Requests per second; absent for wrk, whose users repeat without a pause. */
  readonly rate?: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly agents: readonly Agent[];
  readonly http2: boolean;
  readonly httpCache: boolean;
};

/** The names of the document's phases. */
export const wrkPhases = { warmup: 'calibration', test: 'test' } as const;
export const wrkMetric = 'request';
/** The name of the statistics that count bytes, heads included. */
export const transferKey = 'transfer';
