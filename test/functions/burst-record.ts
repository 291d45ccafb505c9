import type { BurstRecord } from '../../lib/store/bursts.ts';

/** Makes the record of a running burst. */
export const burstRecord = (id: string, more: Partial<BurstRecord> = {}): BurstRecord => ({
  id,
  benchmark: 'shop',
  file: 'shop.yaml',
  seed: 7,
  user: 'ada',
  createdAt: 5_000,
  state: 'running',
  ...more,
});
