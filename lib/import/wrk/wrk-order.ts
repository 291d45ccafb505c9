import type { Agent } from './words.ts';

/** What a command line of wrk or wrk2 asks for. Times in milliseconds. */
export type WrkOrder = {
  readonly tool: 'wrk' | 'wrk2';
  readonly url: string;
  readonly connections: number;
  readonly threads: number;
  readonly durationMs: number;
  readonly timeoutMs: number;
  /** 0: none. */
  readonly warmupMs: number;
  /** Requests per second; wrk has none, its users send again and again. */
  readonly rate?: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly agents: readonly Agent[];
  readonly http2: boolean;
  readonly httpCache: boolean;
};

/** The phases of the document, as reports of it call them. */
export const wrkPhases = { warmup: 'calibration', test: 'test' } as const;
export const wrkMetric = 'request';
/** Where bytes are counted, heads included. */
export const transferKey = 'transfer';
