import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { burstId } from '../../lib/driver/conducting/burst-id.ts';
import type { Hook } from '../../lib/driver/model/benchmark.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { DownpourError } from '../../lib/errors.ts';
import { exit } from '../cli/exit-code.ts';
import { refusing } from '../files/file-error.ts';
import { writeText } from '../files/write-file.ts';
import { interrupts } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hookLines } from './hook-preview.ts';
import { type HookEnvironment, type HookFailure, runHooks } from './run-hooks.ts';

/** The result of a run, for the hooks that follow it. */
export type Ran = {
  readonly code: number;
  /** The text of the run document. Absent when no run was stored. */
  readonly text?: string | undefined;
  /** True when the user left the command before the burst had ended. */
  readonly left?: true | undefined;
};

type Around = {
  readonly file: string;
  readonly plan: Plan;
  /** True when the user allowed the hooks of the document to run. */
  readonly allowed: boolean;
  readonly terminal: Terminal;
};

/**
 * Runs the pre hooks, the benchmark and the post hooks. Hooks run on this machine only. `run` receives an id
 * for the burst, so that hooks know it before the burst exists. Without hooks there is no such id.
 * @returns the exit code of the run, unless a hook failed or was stopped.
 * @throws DownpourError `HOOKS_NOT_ALLOWED`, or `HOOK_FAILED` for a pre hook. No burst was started then.
 */
export async function aroundRun(
  { file, plan, allowed, terminal }: Around,
  run: (burst: string | undefined) => Promise<Ran>,
): Promise<number> {
  const { hooks, name } = plan.benchmark;
  if (hooks === undefined) return (await run(undefined)).code;
  const lines = hookLines(hooks, terminal);
  terminal.say(`${file} has commands to run on this machine:`, ...lines);
  if (!allowed) {
    // When not all lines fit on the screen, the message mentions their number, because the first lines have
    // scrolled away.
    const all = lines.length < (terminal.height ?? shortMax) - 2 ? '' : ` all ${lines.length} lines of`;
    const message = `Nothing was started, because the document has commands for this machine: read${all} the commands above, then allow them with --allow-hooks`;
    throw new DownpourError('HOOKS_NOT_ALLOWED', 400, message);
  }
  const burst = burstId(Date.now(), (below) => randomInt(below));
  await using folder = await ownFolder(burst);
  const environment: HookEnvironment = {
    RUN_ID: burst,
    RUN_DIR: folder.path,
    RUN_DESCRIPTION: '',
    BENCHMARK: name,
    BENCHMARK_PATH: resolve(file),
  };
  const before = await guarded(hooks.pre, environment, terminal);
  if (before.stopped) return exit.stopped;
  if (before.failure !== undefined) throw failed(before.failure);
  const ran = await run(burst);
  if (ran.left) return ran.code;
  if (ran.text !== undefined) await writeText(join(folder.path, 'run.json'), ran.text);
  const after = await guarded(hooks.post, environment, terminal);
  if (after.failure === undefined) return ran.code;
  const { name: hook, why } = after.failure;
  terminal.say(
    `${terminal.paint.red('error')} post hook '${hook}' ${why}; Downpour did not run the hooks after this one`,
  );
  if (ran.code !== exit.passed) return ran.code;
  return after.stopped ? exit.stopped : exit.refused;
}

/** The number of lines that is assumed when the size of the screen is unknown. */
const shortMax = 24;

type Guarded = { readonly failure?: HookFailure | undefined; readonly stopped: boolean };

/** Runs the hooks. Ctrl-C ends the current hook. */
async function guarded(
  hooks: readonly Hook[],
  environment: HookEnvironment,
  terminal: Terminal,
): Promise<Guarded> {
  using stopping = interrupts();
  const failure = await runHooks(hooks, environment, terminal, stopping.stopRequested);
  return { failure, stopped: stopping.stopRequested.aborted };
}

const failed = ({ name, why }: HookFailure): DownpourError =>
  new DownpourError('HOOK_FAILED', 400, `the command of pre hook '${name}' ${why}; nothing was started`);

async function ownFolder(burst: string): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await refusing(`Cannot make a folder in ${tmpdir()}`, () =>
    mkdtemp(join(tmpdir(), `downpour-${burst}-`)),
  );
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
