import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type FromEnvironment, runtimeVariables, type ToEnvironment } from './messages.ts';

/**
 * Drives begin with 16 MB for young objects instead of 1 MB. The load of the functions fills this memory a
 * dozen times, and each collection costs more than the memory. Threads that start later begin with 8 MB, and
 * have 32 MB when they are busy.
 */
const youngGeneration = '--min-semi-space-size=16';
setFlagsFromString('--min-semi-space-size=8');
setFlagsFromString('--max-semi-space-size=32');

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

/** A started thread or process of an environment, and the messages to it and from it. */
export type Channel = {
  readonly send: (message: ToEnvironment, moved?: readonly ArrayBuffer[]) => void;
  readonly onMessage: (listener: (message: FromEnvironment) => void) => void;
  readonly activeMs: () => number;
  readonly ended: Promise<string>;
  readonly kill: () => void;
};

export function openThread({ runtime, variables, memoryMb, log }: EnvironmentOptions): Channel {
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

export function openProcess({ runtime, variables, memoryMb, log }: EnvironmentOptions): Channel {
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
