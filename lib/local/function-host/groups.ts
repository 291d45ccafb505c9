import { availableParallelism, totalmem } from 'node:os';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FunctionName } from '../../functions.ts';

/**
 * A group of functions that share execution environments, which are threads or processes. (Lambda never
 * shares them.) On one machine the start of each environment costs time.
 */
export type Group = {
  readonly name: string;
  readonly functions: readonly string[];
  /**
   * Returns true for each event that this group runs. A later group of the same functions runs the other
   * events. Absent: the group runs all events.
   */
  readonly serves?: (event: unknown) => boolean;
  /**
   * `thread`: cheap, and shares the host's process. `process`: has its own CPU time, and a crash ends only
   * this process.
   */
  readonly kind: 'thread' | 'process';
  /** The limit of environments of the group. */
  readonly environmentsMax: number;
  /** The limit of concurrent invocations in one environment. */
  readonly invocationsMax: number;
  /**
   * Functions that may compute for a long time. The number is the length of an event in characters of JSON.
   * An invocation with a longer event counts as long and has an environment for itself. Short invocations
   * share an environment before another one starts. Absent: another environment starts before invocations
   * share one.
   */
  readonly long?: Readonly<Record<string, number>>;
  /**
   * The most environments for long invocations. Absent: all environments. Each single function may use one
   * less than this, so that it does not block the other functions.
   */
  readonly longMax?: number;
  /** The limit of environments for long invocations of one caller. Absent: all environments. */
  readonly callerMax?: number;
  /**
   * True: the environments of the group have a lower priority on the processor, on systems with priorities
   * for threads (Linux).
   */
  readonly isYielding?: boolean;
  /** The treatment of invocations above the limits: they wait, or get the error 429 as in Lambda. */
  readonly overflow: 'wait' | 'refuse';
  /** The memory of an environment in MB, if it is more than that of the group's largest function. */
  readonly memoryMb?: number;
};

/** The limit of threads. More threads than the cores can run delay each other. */
const threadsMax = Math.min(8, Math.max(2, 2 * availableParallelism()));
const processesMax = 256;

/**
 * The limit of environments that run the code of one caller: half of the processors. So the other half
 * remains for other callers.
 */
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
 * Functions that compute for a long time. Other functions mostly wait for the stores. The upload of a small
 * document counts as short: four threads that compile its code take half as long again as one thread.
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
 * documents. The caller's code decides how long they run, so each invocation has an environment for itself.
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

/** Functions whose lists run code of the caller only with a search or a filter. */
const listing: ReadonlySet<string> = new Set<FunctionName>(['api/run-list', 'api/datasets']);

const listPaths = /^\/api\/(run|dataset)\/list(\/|$)/;

/**
 * True for the request of a list without a search or a filter. It reads rows only, so it does not wait for
 * the queries of its caller.
 */
function isPlainList(event: unknown): boolean {
  const { rawPath = '', queryStringParameters = {} } = (event ?? {}) as Partial<APIGatewayProxyEventV2>;
  const { query = '', filter = '' } = queryStringParameters;
  return listPaths.test(rawPath) && query === '' && filter === '';
}

/** True for a function that counts all keys of a user as one caller, also for requests without a body. */
export const countsUsers = (name: string): boolean => runsCallerCode(name) || name === 'api/uploads';

/** True for a function that runs code of its callers. */
const runsCallerCode = (name: string): boolean => Object.hasOwn(callerCode, name);

/** The limit of drives in one process, where they share an event loop. */
const drivesMax = 128;

/**
 * The groups of the project's functions on one machine. Each core gets a process for drives, with its own
 * event loop, and its crash ends no other process. Further drives share these processes, because more
 * processes than cores would only take turns. Functions that run code of their callers have a few threads for
 * themselves. All other functions, and plain lists, share one thread. Another thread starts only when a long
 * call delays short calls.
 *
 * @param isLasting False for a cloud of one command. Its only caller is the command, so all functions but
 * drives share one thread. A second thread would cost a tenth of the processor time of a short run.
 */
export function groupsOf(
  functions: readonly { readonly name: string }[],
  isLasting = true,
): readonly Group[] {
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
    functions: names.filter(
      (name) => name !== 'driver/drive' && !(isLasting && runsCallerCode(name) && !listing.has(name)),
    ),
    ...threads,
    long: isLasting ? long : {},
    longMax: threadsMax - 1,
    invocationsMax: Number.POSITIVE_INFINITY,
  };
  if (!isLasting) return [drives, calls];
  const orders: Group = {
    name: 'orders',
    functions: names.filter(runsCallerCode),
    serves: (event) => !isPlainList(event),
    ...threads,
    long: callerCode,
    invocationsMax: 1,
    callerMax,
    isYielding: true,
  };
  return [drives, orders, calls];
}
