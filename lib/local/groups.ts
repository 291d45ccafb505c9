import { availableParallelism, totalmem } from 'node:os';
import type { FunctionName } from '../functions.ts';
import { type Group, threadsMax } from './function-host/group.ts';

/** Short calls that wait for the stores and hardly compute: together in one thread. */
const control: readonly FunctionName[] = [
  'api/version',
  'api/run-get',
  'api/run-data',
  'api/apikey-create',
  'api/apikey-list',
  'api/apikey-revoke',
  'api/burst-start',
  'api/burst-get',
  'api/burst-stop',
  'api/first-key',
  'driver/plan',
  'driver/await-start',
  'driver/clean',
];

/** Drives of one process; they share its event loop. */
const drivesMax = 128;

/**
 * How one machine hosts the functions of the project. Drives get a process for each core, where each has an event loop
 * and a crash of its own; beyond that they share these processes, for more of them than cores would only take turns.
 * Whatever computes for longer has a thread to itself meanwhile.
 */
export const groupsOf = (functions: readonly { readonly name: string }[]): readonly Group[] => {
  const names = functions.map(({ name }) => name);
  const named = (list: readonly string[]): readonly string[] => names.filter((name) => list.includes(name));
  const cores = availableParallelism();
  const shortCalls: Group = {
    ...{ name: 'control', functions: named(control), kind: 'thread' },
    ...{ environmentsMax: 1, invocationsMax: Number.POSITIVE_INFINITY, overflow: 'wait' },
  };
  const drives: Group = {
    ...{ name: 'driver/drive', functions: named(['driver/drive']), kind: 'process' },
    ...{ environmentsMax: cores, invocationsMax: drivesMax, overflow: 'refuse' },
    memoryMb: Math.floor(totalmem() / 2 ** 21 / cores),
  };
  const rest = names.filter((name) => ![...control, 'driver/drive'].includes(name));
  const longCalls: Group = {
    ...{ name: 'work', functions: rest, kind: 'thread' },
    ...{ environmentsMax: threadsMax, invocationsMax: 1, overflow: 'wait' },
  };
  return [shortCalls, drives, longCalls];
};
