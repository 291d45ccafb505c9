import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { InProcessService } from '../../store/sdk/in-process.ts';
import {
  type ErrorShape,
  type FromEnvironment,
  movable,
  runtimeVariables,
  type ToEnvironment,
} from './messages.ts';

/**
 * Drives begin with 16 MB for young objects instead of 1 MB. The load of the functions fills this memory a
 * dozen times, and each collection costs more than the memory. Threads that start later begin with 8 MB, and
 * have 32 MB when they are busy.
 */
const youngGeneration = '--min-semi-space-size=16';
setFlagsFromString('--min-semi-space-size=8');
setFlagsFromString('--max-semi-space-size=32');

/** An environment: a running copy of some functions, in a thread or a process. */
export type Environment = {
  /**
   * Loads a function once. Returns the error of its bundle, or undefined when the function can be invoked.
   */
  readonly load: (functionName: string) => Promise<ErrorShape | undefined>;
  /** False until the environment has sent its first message. Until then it may still be starting. */
  readonly hasAnswered: () => boolean;
  /**
   * The milliseconds in which the thread's event loop was busy. 0 for a process, which the host cannot ask.
   */
  readonly activeMs: () => number;
  /** Sets variables that the environment did not have at its start, before its next invocation. */
  readonly configure: (configuration: Configuration) => void;
  /** The ids of the invocations without a reply. */
  readonly running: Set<string>;
  /** Resolves once, to the reason why the environment ended. */
  readonly ended: Promise<string>;
  /** Invokes a function. Resolves to the reply, and never when the environment ends first. */
  readonly invoke: (message: Extract<ToEnvironment, { kind: 'invoke' }>) => Promise<Reply>;
  /** Frees unused memory of the environment, because it will be idle for a while. */
  readonly rest: () => void;
  /** Keeps the compiled code of the script for later environments. Resolves when that is done. */
  readonly keep: () => Promise<unknown>;
  /** Ends the environment at once. */
  readonly kill: () => void;
};

/** The part of an environment's configuration that is known when the stores of the cloud are open. */
export type Configuration = {
  readonly variables: Readonly<Record<string, string>>;
  /** The stores that a thread calls without a socket. */
  readonly inProcess: readonly InProcessService[];
};

export type Reply = Extract<FromEnvironment, { kind: 'result' | 'error' | 'withdrawn' }>;

export type EnvironmentOptions = {
  /**
   * `thread`: cheap, and shares the host's process. `process`: has its own CPU time, and a crash ends only
   * this process.
   */
  readonly kind: 'thread' | 'process';
  /** The path of the bundle with the Lambda runtime, which the environment runs. */
  readonly runtime: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly log: (chunk: Buffer | string) => void;
};

export function startEnvironment(options: EnvironmentOptions): Environment {
  const channel = options.kind === 'thread' ? openThread(options) : openProcess(options);
  const loads = new Map<string, PromiseWithResolvers<ErrorShape | undefined>>();
  const replies = new Map<string, PromiseWithResolvers<Reply>>();
  const kept = Promise.withResolvers<void>();
  let hasAnswered = false;
  let inProcess: readonly InProcessService[] = [];
  channel.onMessage((message) => {
    hasAnswered = true;
    if (message.kind === 'call') return void answerCall(inProcess, message, channel.send);
    if (message.kind === 'kept') return kept.resolve();
    if (message.kind === 'loaded') return loads.get(message.functionName)?.resolve(message.error);
    replies.get(message.requestId)?.resolve(message);
    replies.delete(message.requestId);
  });
  void channel.ended.then((how) => {
    for (const load of loads.values()) load.resolve(endedWhileStarting(how));
  });
  const load = (functionName: string): Promise<ErrorShape | undefined> => {
    const known = loads.get(functionName);
    if (known) return known.promise;
    const loading = Promise.withResolvers<ErrorShape | undefined>();
    loads.set(functionName, loading);
    channel.send({ kind: 'load', functionName });
    return loading.promise;
  };
  return {
    load,
    configure({ variables, inProcess: services }) {
      inProcess = options.kind === 'thread' ? services : [];
      channel.send({ kind: 'configure', variables, inProcess: inProcess.map(({ url }) => url) });
    },
    hasAnswered: () => hasAnswered,
    activeMs: channel.activeMs,
    running: new Set(),
    ended: channel.ended,
    kill: channel.kill,
    rest: () => channel.send({ kind: 'rest' }),
    keep() {
      channel.send({ kind: 'keep' });
      return Promise.race([kept.promise, channel.ended]);
    },
    invoke: (message) => {
      const reply = Promise.withResolvers<Reply>();
      replies.set(message.requestId, reply);
      channel.send(message);
      return reply.promise;
    },
  };
}

/**
 * Answers a call of an environment to a store. If the environment has ended, the answer is lost, as on a
 * socket.
 */
async function answerCall(
  inProcess: readonly InProcessService[],
  { call, url, request }: Extract<FromEnvironment, { kind: 'call' }>,
  send: Channel['send'],
): Promise<void> {
  const answered = await inProcess.find((service) => service.url === url)?.call(request);
  const [reply, moved] = answered === undefined ? [undefined] : movable(answered);
  send({ kind: 'answered', call, reply }, moved);
}

const endedWhileStarting = (how: string): ErrorShape => ({
  errorType: 'Runtime.ExitError',
  errorMessage: `Runtime exited while starting: ${how}`,
});

type Channel = {
  readonly send: (message: ToEnvironment, moved?: readonly ArrayBuffer[]) => void;
  readonly onMessage: (listener: (message: FromEnvironment) => void) => void;
  readonly activeMs: () => number;
  readonly ended: Promise<string>;
  readonly kill: () => void;
};

function openThread({ runtime, variables, memoryMb, log }: EnvironmentOptions): Channel {
  const worker = new Worker(runtime, {
    name: `downpour ${variables[runtimeVariables.group]}`,
    env: { ...variables },
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  copyOutput([worker.stdout, worker.stderr], log);
  let lastError: string | undefined;
  worker.on('error', (error: unknown) => {
    lastError = String(error);
    log(`${error instanceof Error ? error.stack : lastError}\n`);
  });
  return {
    send: (message, moved = []) => worker.postMessage(message, moved),
    onMessage: (listener) => worker.on('message', listener),
    activeMs: () => worker.performance.eventLoopUtilization().active,
    ended: new Promise((resolve) =>
      worker.once('exit', (code) => resolve(exitStatus(code, null, lastError))),
    ),
    kill: () => void worker.terminate(),
  };
}

function openProcess({ runtime, variables, memoryMb, log }: EnvironmentOptions): Channel {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, youngGeneration, runtime], {
    env: { ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // A process that could not start, because too many files are open, has no outputs and no channel.
  const outputs: readonly (Readable | null | undefined)[] = [child.stdout, child.stderr];
  copyOutput(outputs, log);
  const lastError = watchErrors(child.stderr);
  const ended = Promise.withResolvers<string>();
  child.once('close', (code, signal) => ended.resolve(exitStatus(code, signal, lastError())));
  child.once('error', (error) => ended.resolve(error.message));
  return {
    // An error of a send to an ended child is ignored, because the exit of the child is reported.
    send: (message) => child.connected && void child.send(message, () => undefined),
    onMessage: (listener) => child.on('message', listener),
    activeMs: () => 0,
    ended: ended.promise,
    kill: () => void child.kill('SIGKILL'),
  };
}

function copyOutput(outputs: readonly (Readable | null | undefined)[], log: EnvironmentOptions['log']): void {
  for (const output of outputs) output?.on('data', log);
}

/** Returns a function that finds the last line that names an error in an output, such as `TypeError: no`. */
function watchErrors(output: Readable | null | undefined): () => string | undefined {
  let tail = '';
  output?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk).slice(-tailCharacters);
  });
  return () => tail.match(/^[A-Za-z]*Error\b.*$/gm)?.at(-1);
}

/** The end of an output that is searched for an error, in characters. The stack follows the message. */
const tailCharacters = 8_192;

/** The exit status in the words of Lambda, with the error that the environment wrote before it exited. */
function exitStatus(code: number | null, signal: NodeJS.Signals | null, error?: string): string {
  if (signal) return `Runtime exited with error: signal: ${signal}`;
  if (code === 0 && error === undefined) return 'Runtime exited without providing a reason';
  return `Runtime exited with error: exit status ${code}${error === undefined ? '' : `: ${error}`}`;
}
