import { availableParallelism, totalmem } from 'node:os';
import type { FunctionName } from '../../functions.ts';

/**
 * Functions that share environments. Lambda never does that. On one machine each environment costs its start.
 */
export type Group = {
  readonly name: string;
  readonly functions: readonly string[];
  /**
   * `thread`: cheap, shares the host's process. `process`: has its own CPU time, and its crash ends nothing
   * else.
   */
  readonly kind: 'thread' | 'process';
  /** The maximum number of environments at one time. */
  readonly environmentsMax: number;
  /** The maximum number of invocations at one time in one environment. */
  readonly invocationsMax: number;
  /**
   * Functions that may compute for a long time, with the length of their event (characters of JSON) from
   * which an invocation counts as long. A long invocation has an environment for itself. All other
   * invocations of the group are short, and share an environment before another one starts. Absent: another
   * environment starts before invocations share one.
   */
  readonly long?: Readonly<Record<string, number>>;
  /**
   * The maximum number of environments for long invocations at one time; absent: all. One function may have
   * one less, so that it cannot block the others.
   */
  readonly longMax?: number;
  /** The maximum number of environments for long invocations of one caller at one time; absent: all. */
  readonly callerMax?: number;
  /**
   * Its environments have a lower priority on the processor, on systems with priorities for threads (Linux).
   */
  readonly isYielding?: boolean;
  /** Further invocations wait, or get the error 429 as in Lambda. */
  readonly overflow: 'wait' | 'refuse';
  /** The memory of an environment, when it is more than that of its largest function. */
  readonly memoryMb?: number;
};

/** More threads than the cores can run delay each other. */
const threadsMax = Math.min(8, Math.max(2, 2 * availableParallelism()));
const processesMax = 256;

/** The code of one caller leaves half of the processors to all others, however long it takes. */
const callerMax = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * A group with one function, one invocation at a time, as in Lambda: `driver/*` in processes, all others in
 * threads.
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
 * Functions that compute for a long time. The others mostly wait for the stores. The upload of a small
 * document is short too: four threads that compile its code take half as long again as one thread.
 */
const long: Readonly<Partial<Record<FunctionName, number>>> = {
  'api/run-upload': 256 * 1024,
  'api/uploads': always,
  'driver/settle': always,
  'driver/merge': always,
  'work/perform': always,
};

/**
 * Functions that run code of their callers: queries, functions of labels and filters, and whole benchmark
 * documents. The caller decides how long they take, so each invocation has an environment for itself.
 */
const callerCode: Readonly<Partial<Record<FunctionName, number>>> = {
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

/** The maximum number of drives in one process. They share its event loop. */
const drivesMax = 128;

/**
 * The groups of the project's functions on one machine. Each core gets a process for drives, with its own
 * event loop, and its crash ends no other process. Further drives share these processes, because more
 * processes than cores would only take turns. Functions that run code of their callers have a few threads for
 * themselves. All others share one thread, and another thread starts only when a long call delays short
 * calls.
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
    functions: names.filter((name) => name !== 'driver/drive' && !(name in callerCode)),
    ...threads,
    long,
    longMax: threadsMax - 1,
    invocationsMax: Number.POSITIVE_INFINITY,
  };
  const orders: Group = {
    name: 'orders',
    functions: names.filter((name) => name in callerCode),
    ...threads,
    long: callerCode,
    invocationsMax: 1,
    callerMax,
    isYielding: true,
  };
  return [drives, calls, orders];
}
