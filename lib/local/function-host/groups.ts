import { availableParallelism, totalmem } from 'node:os';
import type { FunctionName } from '../../functions.ts';

/**
 * Functions that share environments. Lambda never does that; on one machine each environment costs its start.
 */
export type Group = {
  readonly name: string;
  readonly functions: readonly string[];
  /** `thread`: cheap, shares the host's process. `process`: its own CPU and its own crash. */
  readonly kind: 'thread' | 'process';
  /** Environments at one time. */
  readonly environmentsMax: number;
  /** Invocations at one time in one environment. */
  readonly invocationsMax: number;
  /**
   * Functions that compute for longer, where their event is as long as this (characters of JSON) or longer:
   * such an invocation shares its environment with nobody. All others of the group are short, and share one
   * rather than start another. Absent: a new environment is started rather than one shared.
   */
  readonly long?: Readonly<Record<string, number>>;
  /**
   * Environments that long ones may have at one time; absent: all. Of one function one less, so that no
   * function keeps out others.
   */
  readonly longMax?: number;
  /** Environments that long invocations of one caller may have at one time; absent: all. */
  readonly callerMax?: number;
  /**
   * Its environments have less of the processor than others, where the system has priorities for threads
   * (Linux).
   */
  readonly isYielding?: boolean;
  /** More invocations than these wait, or are refused as Lambda does (429). */
  readonly overflow: 'wait' | 'refuse';
  /** Memory of an environment where that is more than its largest function has. */
  readonly memoryMb?: number;
};

/** More threads than the cores can bear delay each other. */
const threadsMax = Math.min(8, Math.max(2, 2 * availableParallelism()));
const processesMax = 256;

/** What one caller has written leaves half of the processors to all others, however long it takes. */
const callerMax = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * One function alone, one invocation at a time, as in Lambda: `driver/*` in processes, all others in threads.
 */
export const ownGroup = (name: string): Group => ({
  name,
  functions: [name],
  invocationsMax: 1,
  ...(name.startsWith('driver/')
    ? { kind: 'process', environmentsMax: processesMax, overflow: 'refuse' }
    : { kind: 'thread', environmentsMax: threadsMax, overflow: 'wait' }),
});

const always = 0;

/**
 * Functions that compute for longer. All others wait for the stores and hardly compute, as does the upload of
 * a small document: four threads that compile the same code for it take half as much again as one.
 */
const long: Readonly<Partial<Record<FunctionName, number>>> = {
  'api/run-upload': 256 * 1024,
  'api/uploads': always,
  'driver/settle': always,
  'driver/merge': always,
  'work/perform': always,
};

/**
 * Functions that run what their callers have written: queries, functions of labels and filters, and whole
 * benchmark documents. How long that takes is the caller's choice, so they have environments of their own,
 * and none of them shares one.
 */
const asked: Readonly<Partial<Record<FunctionName, number>>> = {
  'api/queryrun': always,
  'api/querydataset': always,
  'api/testjsonpath': always,
  'api/run-list': always,
  'api/label-values': always,
  'api/experiments': always,
  'api/datasets': always,
  'api/run-work': always,
  'api/burst-start': always,
  'api/schedule-create': always,
  'driver/plan': always,
};

/** Drives of one process; they share its event loop. */
const drivesMax = 128;

/**
 * How one machine hosts the functions of the project. Drives get a process for each core, where each has an
 * event loop and a crash of its own; beyond that they share these processes, for more of them than cores
 * would only take turns. Functions that run what their callers have written have a few threads for
 * themselves. All others share one thread, and another is started only when a long call keeps it from short
 * ones.
 */
export function groupsOf(functions: readonly { readonly name: string }[]): readonly Group[] {
  const names = functions.map(({ name }) => name);
  const cores = availableParallelism();
  const drives: Group = {
    name: 'driver/drive',
    functions: names.filter((name) => name === 'driver/drive'),
    kind: 'process',
    environmentsMax: cores,
    invocationsMax: drivesMax,
    overflow: 'refuse',
    memoryMb: Math.floor(totalmem() / 2 ** 21 / cores),
  };
  const threads = { kind: 'thread', environmentsMax: threadsMax, overflow: 'wait' } as const;
  const calls: Group = {
    name: 'calls',
    functions: names.filter((name) => name !== 'driver/drive' && !(name in asked)),
    ...threads,
    long,
    longMax: threadsMax - 1,
    invocationsMax: Number.POSITIVE_INFINITY,
  };
  const orders: Group = {
    name: 'orders',
    functions: names.filter((name) => name in asked),
    ...threads,
    long: asked,
    invocationsMax: 1,
    callerMax,
    isYielding: true,
  };
  return [drives, calls, orders];
}
