import { setTimeout as pause } from 'node:timers/promises';
import type { ConductorState } from '../../../lib/driver/conducting/state.ts';
import { burstStores } from '../../stores.ts';
import { ending } from './limits.ts';

/**
 * Waits until no drive of a stopped burst is at work. Drives read a stop within a second or two. A lost drive
 * never reports its end, so the wait is bounded.
 */
export async function silence(burst: string, { phases, graph }: ConductorState): Promise<void> {
  const { bursts } = burstStores();
  const released = phases.flatMap(({ expectedAt }, phase) => {
    const { noop, shards } = graph[phase] ?? {};
    return expectedAt === undefined || noop || shards === undefined ? [] : [{ phase, shards }];
  });
  const untilMs = performance.now() + ending.silenceMsMax;
  while (performance.now() < untilMs) {
    const numbers = await Promise.all(
      released.map(({ phase, shards }) => bursts.atWork(burst, phase, shards)),
    );
    if (numbers.every((atWork) => atWork === 0)) return;
    await pause(ending.silenceLookMs);
  }
}
