import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hook } from '../../lib/driver/model/benchmark.ts';
import { bytes, span } from '../../lib/report/units.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { endWithCommand } from './end-with-command.ts';
import { hooking } from './limits.ts';

/** The environment variables of a hook. */
export type HookEnvironment = {
  readonly RUN_ID: string;
  /** A folder that only this run uses. It has `run.json` when the post hooks begin, if a run was stored. */
  readonly RUN_DIR: string;
  readonly RUN_DESCRIPTION: string;
  readonly BENCHMARK: string;
  readonly BENCHMARK_PATH: string;
};

export type HookBounds = { readonly hookMsMax: number; readonly hookOutputBytesMax: number };

/** The name of a failed hook, and the reason why it failed. */
export type HookFailure = { readonly name: string; readonly why: string };

/**
 * Runs hooks one after the other and shows their output. It ends at the first failure or when `stop` aborts.
 */
export async function runHooks(
  hooks: readonly Hook[],
  environment: HookEnvironment,
  terminal: Terminal,
  stop: AbortSignal,
  bounds: HookBounds = hooking,
): Promise<HookFailure | undefined> {
  for (const hook of hooks) {
    if (stop.aborted) return { name: hook.name, why: 'was not run, because you stopped the command' };
    const why = await run(hook, environment, terminal, stop, bounds);
    if (why !== undefined) return { name: hook.name, why };
  }
  return undefined;
}

/** The milliseconds that a command has to end by itself after a request. */
const politeMs = 2_000;
/** The milliseconds to wait for an ended command's output, which its child processes may keep open. */
const drainMs = 250;

/**
 * A shell script that waits for a line from file descriptor 3 before it runs the command. The line is sent
 * when the watching process exists.
 */
const onceGuarded = 'read -r _ <&3 || exit; exec 3<&-; exec sh -c "$1"';

async function run(
  { name, command }: Hook,
  environment: HookEnvironment,
  terminal: Terminal,
  stop: AbortSignal,
  { hookMsMax, hookOutputBytesMax }: HookBounds,
): Promise<string | undefined> {
  terminal.say(terminal.paint.dim(`hook ${name}`));
  const child = start(command, environment);
  if (child instanceof Error) return notStarted(child);
  using _ = child.pid === undefined ? undefined : endWithCommand(child.pid);
  // The command begins only now, when the process that watches it exists. Before that, it would survive if
  // this program were killed.
  const go = child.stdio[3] as Writable;
  go.on('error', () => undefined);
  go.end('go\n');
  const output = new Output(terminal, hookOutputBytesMax);
  child.stdout.on('data', (chunk: Buffer) => output.take(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.take(chunk));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(notStarted(error)));
    child.once('exit', (code, signal) => resolve(endingOf(code, signal)));
  });
  const late = AbortSignal.timeout(hookMsMax);
  const over = new AbortController();
  const cut = AbortSignal.any([stop, late]);
  const ending = endOnAbort(child.pid, cut, over.signal);
  const why = await ended;
  over.abort();
  await ending;
  await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
  // This process does not wait for further output. A process that the command left behind may continue to
  // write.
  for (const stream of [child.stdout, child.stderr]) (stream as { unref?(): void }).unref?.();
  output.end();
  if (stop.aborted) return 'was stopped by you';
  return late.aborted ? `took longer than ${span(hookMsMax)} and was ended` : why;
}

/** Starts a command in a process group, or returns the reason why the system does not accept it. */
function start(
  command: string,
  environment: HookEnvironment,
): ChildProcessByStdio<null, Readable, Readable> | Error {
  try {
    // With its own process group, the whole hook can be ended, and Ctrl-C reaches only this process.
    return spawn('sh', ['-c', onceGuarded, 'sh', command], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    }) as ChildProcessByStdio<null, Readable, Readable>;
  } catch (error) {
    return error as Error;
  }
}

const notStarted = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'E2BIG'
    ? 'could not be started, because the command is too long: write the command into a file, and run this file'
    : `could not be started: ${message}`;

function endingOf(code: number | null, signal: NodeJS.Signals | null): string | undefined {
  if (code === 0) return undefined;
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}

/** Asks a process group to end when `cut` aborts, and kills the group later if it has not ended. */
async function endOnAbort(group: number | undefined, cut: AbortSignal, over: AbortSignal): Promise<void> {
  const either = AbortSignal.any([cut, over]);
  if (!either.aborted)
    await new Promise((resolve) => either.addEventListener('abort', resolve, { once: true }));
  if (!cut.aborted || group === undefined) return;
  signal(group, 'SIGTERM');
  await sleep(politeMs, undefined, { signal: over }).catch(() => undefined);
  signal(group, 'SIGKILL');
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Shows an output line by line up to a limit of bytes, and reports the number of hidden bytes. */
class Output {
  readonly #terminal: Terminal;
  #left: number;
  #line = '';
  #dropped = 0;
  #ended = false;
  readonly #decoder = new TextDecoder();

  constructor(terminal: Terminal, bytesMax: number) {
    this.#terminal = terminal;
    this.#left = bytesMax;
  }

  take(chunk: Buffer): void {
    if (this.#ended) return;
    const part = chunk.subarray(0, this.#left);
    this.#left -= part.length;
    this.#dropped += chunk.length - part.length;
    const lines = (this.#line + this.#decoder.decode(part, { stream: true })).split(/\r?\n/);
    this.#line = lines.pop() ?? '';
    this.#terminal.say(...lines.map((line) => `  ${line}`));
  }

  end(): void {
    this.#ended = true;
    if (this.#line !== '') this.#terminal.say(`  ${this.#line}`);
    if (this.#dropped > 0) this.#terminal.say(`  ... and ${bytes(this.#dropped)} more`);
  }
}
