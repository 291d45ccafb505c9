import type { Read } from '../model/session.ts';
import type { MetricRecorder } from '../statistics/recording/metric-recorder.ts';
import type { HotRodCache } from './caches.ts';
import type { HotRodOperation } from './transport.ts';

/** A Hot Rod request step that is compiled once for a scenario. All exchanges share it. */
export type HotRodPlan = {
  readonly operation: HotRodOperation;
  readonly cache: HotRodCache | Read<HotRodCache>;
  readonly key: Read<string>;
  /** Reads the value to store. Undefined for the operation `get`. */
  readonly value: Read<string> | undefined;
  readonly metric: (cache: string) => MetricRecorder;
  /**
   * Called with an error of the server or of the connection. The results show the first error of each kind.
   */
  readonly onFailure: (error: unknown) => void;
  readonly stopOnInvalid: boolean;
};
