import type { Read } from '../model/session.ts';
import type { MetricRecorder } from '../statistics/recording/metric-recorder.ts';
import type { HotRodCache } from './caches.ts';
import type { HotRodOperation } from './transport.ts';

/** A request as compiled once per scenario: what its exchanges share. */
export type HotRodPlan = {
  readonly operation: HotRodOperation;
  readonly cache: HotRodCache | Read<HotRodCache>;
  readonly key: Read<string>;
  /** Undefined for `get`. */
  readonly value: Read<string> | undefined;
  readonly metric: (cache: string) => MetricRecorder;
  /** Receives what the server or the connection said; the first of each kind are shown with the run. */
  readonly onFailure: (error: unknown) => void;
  readonly stopOnInvalid: boolean;
};
