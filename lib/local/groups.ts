import { availableParallelism, totalmem } from 'node:os';
import type { FunctionName } from '../functions.ts';
import { type Group, threadsMax } from './function-host/group.ts';

/** What computes for longer; everything else of the API and the state machine waits for the stores and hardly computes. */
const long: readonly FunctionName[] = [
  'api/queryrun',
  'api/testjsonpath',
  'api/run-upload',
  'api/run-list',
  'driver/settle',
  'driver/merge',
];

/** Drives of one process; they share its event loop. */
const drivesMax = 128;

/**
 * How one machine hosts the functions of the project. Drives get a process for each core, where each has an event loop
 * and a crash of its own; beyond that they share these processes, for more of them than cores would only take turns.
 * All others share one thread, and another is started only when a long call keeps it from short ones.
 */
export function groupsOf(functions: readonly { readonly name: string }[]): readonly Group[] {
  const names = functions.map(({ name }) => name);
  const cores = availableParallelism();
  const drives: Group = {
    ...{ name: 'driver/drive', functions: names.filter((name) => name === 'driver/drive'), kind: 'process' },
    ...{ environmentsMax: cores, invocationsMax: drivesMax, overflow: 'refuse' },
    memoryMb: Math.floor(totalmem() / 2 ** 21 / cores),
  };
  const calls: Group = {
    ...{ name: 'calls', functions: names.filter((name) => name !== 'driver/drive'), kind: 'thread', long },
    ...{ environmentsMax: threadsMax, invocationsMax: Number.POSITIVE_INFINITY, overflow: 'wait' },
  };
  return [drives, calls];
}
