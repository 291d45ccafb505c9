import type { GraphPhase } from '../../../lib/driver/conducting/state.ts';

/** A phase of two drives without conditions. */
export const node = (name: string, body: Partial<GraphPhase> = {}): GraphPhase => ({
  name,
  noop: false,
  startTimeMs: 0,
  startAfter: [],
  startAfterStrict: [],
  covers: [],
  shards: 2,
  segments: 1,
  segmentMs: 10_000,
  ...body,
});
