import { lambda } from '../constants.ts';
import { current } from '../time/invocation.ts';
import { machine } from './machine-of-drives.ts';

/** Replaces the parts of the product that need sockets, processors or threads. */

export const warmUp = async (): Promise<void> => undefined;

export const startMeter = () => ({
  read: () => nothing,
  stop: () => ({ cpuUs: 0, ...nothing }),
});

const nothing = { stalls: [], idle: [], loop: [], descriptors: [] };

/** All targets are reachable in the simulation. */
export const preflight = async (): Promise<readonly string[]> => [];

export const reachableTargets = (): readonly never[] => [];

/**
 * Simulates the comparison with a time server. All environments share one process here, and therefore one
 * stored result. A getter computes the offset for the environment that reads it.
 */
export async function measureOffset(): Promise<{ readonly offsetMs: number; readonly boundMs: number }> {
  const { random } = machine();
  return {
    get offsetMs() {
      return random.normal() * lambda.comparisonErrorMs - (current()?.clockErrorMs ?? 0);
    },
    boundMs: 5 * lambda.comparisonErrorMs,
  };
}
