import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { burstId } from '../../lib/driver/conducting/burst-id.ts';
import type { Hook } from '../../lib/driver/model/benchmark.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { DownpourError } from '../../lib/errors.ts';
import { exit } from '../cli/exit-code.ts';
import { refusing, writeText } from '../document/file.ts';
import { interrupts } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hookLines } from './hook-lines.ts';
import { type HookEnvironment, type HookFailure, runHooks } from './run-hooks.ts';

/** How a run ended, for the hooks behind it. */
export type Ran = {
  readonly code: number;
  /** The run document; absent when there is none. */
  readonly text?: string | undefined;
  /** The user left before the end. */
  readonly left?: true | undefined;
};

type Around = {
  readonly file: string;
  readonly plan: Plan;
  /** The user allowed them. */
  readonly allowed: boolean;
  readonly terminal: Terminal;
};

/**
 * Runs a benchmark between its pre and post hooks, which run on this machine and nowhere else. `run` gets the
 * id that the burst has to bear, so that hooks know it before there is a burst; without hooks there is none
 * to know.
 *
 * @returns the exit code: that of the run, unless a hook failed or was stopped.
 * @throws DownpourError `HOOKS_NOT_ALLOWED`, or `HOOK_FAILED` for a pre hook: then nothing was started.
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
    // The first of many are no longer on the screen.
    const all = lines.length < (terminal.height ?? shortMax) - 2 ? '' : ` all ${lines.length} lines of`;
    const message = `Nothing was started: read${all} the commands above, then allow them with --allow-hooks`;
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
  terminal.say(`${terminal.paint.red('error')} post hook '${hook}' ${why}; those after it were not run`);
  if (ran.code !== exit.passed) return ran.code;
  return after.stopped ? exit.stopped : exit.refused;
}

/** Lines that any screen has. */
const shortMax = 24;

type Guarded = { readonly failure?: HookFailure | undefined; readonly stopped: boolean };

/** Ctrl-C ends the hook that runs. */
async function guarded(
  hooks: readonly Hook[],
  environment: HookEnvironment,
  terminal: Terminal,
): Promise<Guarded> {
  using stopping = interrupts();
  const failure = await runHooks(hooks, environment, terminal, stopping.asked);
  return { failure, stopped: stopping.asked.aborted };
}

const failed = ({ name, why }: HookFailure): DownpourError =>
  new DownpourError('HOOK_FAILED', 400, `pre hook '${name}' ${why}; nothing was started`);

async function ownFolder(burst: string): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await refusing(`Cannot make a folder in ${tmpdir()}`, () =>
    mkdtemp(join(tmpdir(), `downpour-${burst}-`)),
  );
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
