import { merging } from './constants.ts';
import { type Scenario, slownessOf } from './scenario.ts';
import { current } from './time/invocation.ts';
import type { World } from './time/world.ts';

/**
 * Waits for the CPU time that a function spends after a read. The objects here are small, so that a thousand
 * drives can be simulated. The cost is computed for all seconds and metrics of the scenario. One environment
 * has one processor.
 */
export const mergeCost =
  (world: World, scenario: Scenario) =>
  async (key: string): Promise<void> => {
    const invocation = current();
    const ms = costMs(key, scenario) * slownessOf(scenario) * scenario.latency;
    if (invocation === undefined || ms === 0 || !computes.test(invocation.name)) return;
    invocation.busyUntil = Math.max(world.now, invocation.busyUntil) + ms;
    await world.sleep(invocation.busyUntil - world.now);
  };

const computes = /^driver\/(settle|merge)/;

function costMs(key: string, { seconds, metrics }: Scenario): number {
  const cells = Math.min(seconds, segmentSeconds) * metrics;
  if (/\/(partials|flushes)\//.test(key)) {
    const { fixedMs, cellMs } = key.endsWith('.json.gz') ? json : binary;
    return fixedMs + (key.includes('/flushes/') ? flushCells * metrics : cells) * cellMs;
  }
  if (/\/(groups|phases)\//.test(key)) return ofGroup.fixedMs + seconds * metrics * ofGroup.cellMs;
  return 0;
}

/** The longest segment of a phase in seconds. */
const segmentSeconds = 720;
/** The number of seconds that a drive stores with one flush. */
const flushCells = 5;

const json = { fixedMs: merging.jsonFixedMs, cellMs: merging.jsonCellMs };
const ofGroup = { fixedMs: merging.groupFixedMs, cellMs: merging.groupCellMs };
const binary = { fixedMs: merging.binaryFixedMs, cellMs: merging.binaryCellMs };
