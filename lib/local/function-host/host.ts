import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bundleRuntime } from '../../bundle.ts';
import { invocationBytesMax } from '../../facts/transfer-limits.ts';
import { type LogFile, openLogFile } from '../log-files.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { machineMs, steadyClock } from '../steady-clock.ts';
import { freeMemory } from './collect-garbage.ts';
import { type Configuration, type Environment, startEnvironment } from './execution-environment.ts';
import { type Group, ownGroup } from './groups.ts';
import { newClaim, withdraw } from './invocation-claim.ts';
import { type ErrorShape, functionArn, runtimeVariables } from './messages.ts';
import { bytesOver, lengthOf, type Payload, payloadOf } from './payload.ts';
import { Pool } from './pool.ts';
import type { EnvironmentOptions } from './start-thread-or-process.ts';

/** The members of a function in `lib/functions.ts` that the host needs. */
export type HostedFunction = { readonly name: string; readonly memoryMb: number; readonly timeoutS: number };

export type FunctionHostOptions = {
  readonly functions: readonly HostedFunction[];
  /**
   * The groups of functions that share environments. A function outside of the groups has its own
   * environments.
   */
  readonly groups?: readonly Group[];
  /** The folder of the bundles, with a file `<name>/index.mjs` for each function. */
  readonly bundleDir: string;
  /**
   * The paths of scripts that contain several functions, for threads and for processes. Absent: each function
   * is loaded from its own bundle.
   */
  readonly scripts?: Readonly<Partial<Record<Group['kind'], string>>>;
  /** Environment variables for every function, in addition to those of Lambda and of `configure`. */
  readonly environment: Readonly<Record<string, string>>;
  /** The directory of the log files, `<group>.log`. */
  readonly logDir: string;
  readonly limits?: Partial<typeof hostLimits>;
};

export type Invocation = {
  readonly requestId: string;
  /** JSON text: the result of the function, or an `ErrorShape` together with `functionError`. */
  readonly payload: string;
  readonly functionError?: 'Unhandled';
};

export type FunctionHost = {
  /**
   * Runs a function as a synchronous Lambda invocation. An error inside the function is a result with
   * `functionError`.
   * @param caller the sender of the event. Absent: the machine itself.
   * @throws ProtocolError when the function does not run: `ResourceNotFoundException` (404),
   * `RequestTooLargeException` (413), `TooManyRequestsException` (429), `ServiceException` (503, closing).
   */
  readonly invoke: (name: string, event: unknown, caller?: string) => Promise<Invocation>;
  /** Configures all environments, those that run and those that start later. */
  readonly configure: (configuration: Configuration) => void;
  /** Starts `count` idle environments of a function in advance. */
  readonly prewarm: (name: string, count: number) => Promise<void>;
  /**
   * Kills the processes, and with them the load of the drives. Idle processes first store their compiled
   * code.
   */
  readonly endLoad: () => Promise<void>;
  /** Accepts no more invocations, waits `graceMs` for the running ones, and kills all environments. */
  readonly close: (graceMs?: number) => Promise<void>;
};

export const hostLimits = {
  payloadBytesMax: invocationBytesMax,
  initMsMax: 10_000,
  idleMax: 64,
  restMs: 5_000,
  /**
   * A waiting invocation is rejected before 30 s. At 30 s the gateway would answer the client without the
   * function.
   */
  waitMs: 25_000,
  idleMs: 5 * 60_000,
  /** The most milliseconds that an ending environment may take to store its compiled code. */
  keepMsMax: 1_000,
  /**
   * The time in milliseconds after which an invocation that its thread has not begun goes to another thread.
   */
  stuckMs: 500,
};

/** Creates a host, which runs bundles of functions as Lambda does, in threads and processes. */
export async function createFunctionHost(options: FunctionHostOptions): Promise<FunctionHost> {
  const limits = { ...hostLimits, ...options.limits };
  const runtime = await bundleRuntime(options.bundleDir);
  const functions = new Map<string, readonly Hosted[]>();
  let configuration: Configuration | undefined;
  const start = (own: EnvironmentOptions): Environment => {
    const environment = startEnvironment(own);
    if (configuration !== undefined) environment.configure(configuration);
    return environment;
  };
  const groups = groupsOf(options).map((group) => {
    const specs = options.functions.filter(({ name }) => group.functions.includes(name));
    const opened = openGroup(group, specs, options, limits, (own) => start({ ...own, runtime }));
    for (const spec of specs)
      functions.set(spec.name, [...(functions.get(spec.name) ?? []), { ...opened, spec }]);
    return opened;
  });
  const find = (name: string, event?: unknown): Hosted => {
    const found = functions.get(name)?.find(({ serves = () => true }) => serves(event));
    if (!found)
      throw new ProtocolError(404, 'ResourceNotFoundException', `Function not found: ${functionArn(name)}`);
    return found;
  };
  /**
   * Stores the compiled code of the scripts for later starts. Processes that run a drive are left out,
   * because the drive would send its load late.
   */
  const keep = async (ending: readonly Opened[]): Promise<void> => {
    const all = ending.flatMap(({ kind, pool }) =>
      options.scripts?.[kind] === undefined
        ? []
        : pool.environments.filter((each) => kind === 'thread' || each.running.size === 0),
    );
    if (all.length === 0) return;
    await within(limits.keepMsMax, Promise.all(all.map((each) => each.keep())), () => undefined);
  };
  const running = new Set<Promise<Invocation>>();
  let resting: NodeJS.Timeout | undefined;
  const ended = (invocation: Promise<Invocation>): void => {
    running.delete(invocation);
    if (running.size === 0) resting = setTimeout(freeMemory, limits.restMs).unref();
  };
  return {
    async invoke(name, event, caller) {
      const invocation = invokeHosted({ ...find(name, event), caller }, event, limits);
      clearTimeout(resting);
      running.add(invocation);
      return invocation.finally(() => ended(invocation));
    },
    configure(known) {
      configuration = known;
      for (const { pool } of groups) for (const each of pool.environments) each.configure(known);
    },
    async prewarm(name, count) {
      const idle = find(name).pool.idle(count);
      await Promise.all(idle.map(({ load }) => load(name)));
    },
    async endLoad() {
      const processes = groups.filter(({ kind }) => kind === 'process');
      await keep(processes);
      await Promise.all(processes.map(({ pool }) => pool.close()));
    },
    async close(graceMs = 0) {
      if (graceMs > 0) await within(graceMs, Promise.allSettled(running), () => undefined);
      clearTimeout(resting);
      await keep(groups);
      await Promise.all(groups.map(({ pool }) => pool.close()));
      await Promise.all(groups.map(({ log }) => log.close()));
    },
  };
}

/** Invokes a function, unless the event is too large, and logs its error. */
async function invokeHosted(
  { log, ...hosted }: Sent,
  event: unknown,
  limits: typeof hostLimits,
): Promise<Invocation> {
  const payload = payloadOf(event);
  const bytes = bytesOver(limits.payloadBytesMax, event, payload);
  if (bytes !== undefined) {
    const message = `The payload has ${bytes} bytes, and the limit is ${limits.payloadBytesMax} bytes`;
    throw new ProtocolError(413, 'RequestTooLargeException', message);
  }
  const invocation = await invokeSomewhere(hosted, payload, limits);
  if (invocation.functionError) log.write(`${invocation.requestId} ${invocation.payload}\n`);
  return invocation;
}

type Opened = {
  readonly kind: Group['kind'];
  readonly serves: Group['serves'];
  readonly pool: Pool;
  readonly log: LogFile;
  readonly isLong: (functionName: string, payload: Payload) => boolean;
  /** True when several invocations share an environment of the pool. */
  readonly isShared: boolean;
};
type Hosted = Opened & { readonly spec: HostedFunction };
type Sent = Hosted & { readonly caller: string | undefined };

function groupsOf({ functions, groups = [] }: FunctionHostOptions): readonly Group[] {
  const grouped = new Set(groups.flatMap((group) => group.functions));
  return [...groups, ...functions.filter(({ name }) => !grouped.has(name)).map(({ name }) => ownGroup(name))];
}

function openGroup(
  group: Group,
  specs: readonly HostedFunction[],
  { bundleDir, scripts = {}, environment, logDir }: FunctionHostOptions,
  limits: typeof hostLimits,
  start: (options: Omit<EnvironmentOptions, 'runtime'>) => Environment,
): Opened {
  const { name, kind } = group;
  const log = openLogFile(join(logDir, `${name}.log`));
  const write = (chunk: Buffer | string): void => log.write(chunk);
  const memoryMb = Math.max(group.memoryMb ?? 0, ...specs.map((spec) => spec.memoryMb));
  const variables = {
    ...environment,
    ...lambdaVariables(name, memoryMb),
    [runtimeVariables.bundles]: bundleDir,
    [runtimeVariables.group]: name,
    ...(scripts[kind] !== undefined && { [runtimeVariables.script]: scripts[kind] }),
    ...(group.isYielding && { [runtimeVariables.yielding]: '1' }),
  };
  const gathers = group.long !== undefined;
  const isLong = (functionName: string, payload: Payload): boolean =>
    lengthOf(payload) >= (group.long?.[functionName] ?? Number.POSITIVE_INFINITY);
  const isShared = kind === 'thread' && gathers && group.invocationsMax > 1;
  return {
    kind,
    serves: group.serves,
    pool: new Pool({
      ...group,
      ...limits,
      gathers,
      processors: availableParallelism(),
      start: () => start({ kind, memoryMb, log: write, variables }),
    }),
    log,
    isLong,
    isShared,
  };
}

const lambdaVariables = (name: string, memoryMb: number): Readonly<Record<string, string>> => ({
  TZ: ':UTC',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
});

/**
 * Invokes a function. The invocation is repeated when its environment was too busy to begin it, or ended
 * before that.
 */
async function invokeSomewhere(
  hosted: Omit<Sent, 'log'>,
  payload: Payload,
  limits: typeof hostLimits,
): Promise<Invocation> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const invocation = await invokeOnce(hosted, payload, limits);
    if (invocation !== undefined) return invocation;
  }
  throw unavailable();
}

const triesMax = 5;

/** Tries an invocation in one environment. Undefined when the function has not begun. */
async function invokeOnce(
  { pool, spec, caller, isLong, isShared }: Omit<Sent, 'log'>,
  payload: Payload,
  limits: typeof hostLimits,
): Promise<Invocation | undefined> {
  const { name, memoryMb, timeoutS } = spec;
  const requestId = randomUUID();
  const environment = await pool.take({ long: isLong(name, payload) ? name : undefined, caller });
  const mayMove = isShared && environment.hasAnswered();
  const loading = environment.load(name);
  const initMs = mayMove ? limits.stuckMs : limits.initMsMax;
  const loaded = await within(initMs, loading, () => initTimeout(requestId, initMs));
  if (loaded && mayMove && loaded.errorType === timeoutType) {
    // The environment may only be slow to load the function. Later invocations find the function loaded.
    leave(pool, environment, loading);
    return undefined;
  }
  if (loaded) {
    environment.kill();
    return failure(requestId, loaded);
  }
  const claim = isShared ? newClaim() : undefined;
  const { originMs } = steadyClock;
  const deadline = machineMs() + timeoutS * 1000;
  const call = {
    kind: 'invoke',
    functionName: name,
    memoryMb,
    requestId,
    payload,
    deadline,
    originMs,
  } as const;
  environment.running.add(requestId);
  const reply = environment.invoke({ ...call, ...(claim && { claim }) });
  const outcome = await within(
    timeoutS * 1000,
    Promise.race([reply, ...(claim ? [withdrawal(claim, limits.stuckMs)] : [])]),
    () => ({ kind: 'late' }) as const,
  );
  switch (outcome.kind) {
    case 'withdrawn':
      environment.running.delete(requestId);
      leave(pool, environment, reply);
      return undefined;
    case 'late':
      environment.kill();
      return failure(requestId, timedOut(requestId, timeoutS));
    case 'ended':
      if (claim !== undefined) {
        if (withdraw(claim)) return undefined;
        // With several running invocations, the host cannot know which of them ended the environment.
        if (environment.running.size > 1) throw unavailable();
      }
      return failure(requestId, exitError(requestId, outcome.how));
  }
  environment.running.delete(requestId);
  pool.giveBack(environment);
  if (outcome.kind === 'error') return failure(requestId, outcome.error);
  if (Buffer.byteLength(outcome.payload) > limits.payloadBytesMax)
    return failure(requestId, tooLarge(limits.payloadBytesMax));
  return { requestId, payload: outcome.payload };
}

/**
 * Resolves when an invocation was withdrawn because it did not begin in time. Never resolves when the
 * invocation has begun.
 */
function withdrawal(claim: Int32Array, ms: number): Promise<{ readonly kind: 'withdrawn' }> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if (withdraw(claim)) resolve({ kind: 'withdrawn' });
    }, ms).unref();
  });
}

/** Removes a busy environment from use. It is used again after it has answered. */
function leave(pool: Pool, environment: Environment, answer: Promise<unknown>): void {
  pool.withdraw(environment);
  void answer.then(() => pool.answered(environment));
}

const unavailable = (): ProtocolError =>
  new ProtocolError(
    503,
    'ServiceException',
    'The process of this function ended during another invocation: send the request again',
  );

/** The result of a promise, or the result of `late` after this many milliseconds. */
async function within<T, L>(ms: number, promise: Promise<T>, late: () => L): Promise<T | L> {
  const clock = Promise.withResolvers<L>();
  const timeout = setTimeout(() => clock.resolve(late()), ms);
  try {
    return await Promise.race([promise, clock.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

const timeoutType = 'Sandbox.Timedout';

const failure = (requestId: string, error: ErrorShape): Invocation => ({
  requestId,
  payload: JSON.stringify(error),
  functionError: 'Unhandled',
});

const exitError = (requestId: string, how: string): ErrorShape => ({
  errorType: 'Runtime.ExitError',
  errorMessage: `RequestId: ${requestId} Error: ${how}`,
});

const timedOut = (requestId: string, timeoutS: number): ErrorShape => ({
  errorType: timeoutType,
  errorMessage: `RequestId: ${requestId} Error: Task timed out after ${timeoutS.toFixed(2)} seconds`,
});

const initTimeout = (requestId: string, ms: number): ErrorShape => ({
  errorType: timeoutType,
  errorMessage: `RequestId: ${requestId} Error: The function did not start within ${ms / 1000} seconds`,
});

const tooLarge = (bytesMax: number): ErrorShape => ({
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: `Response payload size exceeded maximum allowed payload size (${bytesMax} bytes).`,
});
