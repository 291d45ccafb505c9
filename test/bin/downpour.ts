import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { standIns } from '../docs/stand-ins/stand-ins.ts';

// `npx node --test FILE` sets this variable, and the command line would then name itself `npx downpour`.
delete process.env.npm_command;

const checkout = fileURLToPath(new URL('../../', import.meta.url));

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
type Environment = Readonly<Record<string, string>>;

/**
 * The path of the command line. `npm test` has built it, and the built program starts in a third of the time.
 * A test that runs alone uses the sources.
 */
export const commandLine = process.env.DOWNPOUR_TEST_RUN === undefined ? 'bin/downpour.ts' : 'bin/downpour';

/** Runs the command line to its end. */
export function downpour(parameters: readonly string[], environment: Environment = {}): Promise<Ended> {
  return program(commandLine, parameters, environment);
}

/** Runs a program of `bin/` to its end. */
export async function program(
  file: string,
  parameters: readonly string[],
  environment: Environment = {},
): Promise<Ended> {
  return ending(start(file, parameters, environment));
}

/** How a process is started: as another user, or with a line of shell before it. */
export type Within = { readonly uid?: number; readonly gid?: number; readonly before?: string };

/**
 * Runs the command line in another way to its end. Rejects when the process cannot be started in this way.
 */
export async function downpourIn(
  parameters: readonly string[],
  { before, ...owner }: Within,
): Promise<Ended> {
  const line = ['-c', `${before ?? ':'}; exec "$0" "$@"`, process.execPath, commandLine, ...parameters];
  const child = spawn('sh', line, { cwd: checkout, ...owner, stdio: ['ignore', 'pipe', 'pipe'] });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  return Promise.race([ending(child), failed]);
}

async function ending(child: ReturnType<typeof start>): Promise<Ended> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Runs a line as a person would type it in the folder of the clone. */
export function shell(line: string): Promise<Ended> {
  return ending(
    spawn('sh', ['-c', `${standIns()}\n${line}`], { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

export function startProgram(file: string, parameters: readonly string[]) {
  return start(file, parameters, {});
}

export function startDownpour(parameters: readonly string[], environment: Environment = {}) {
  return start(commandLine, parameters, environment);
}

/** Variables that the person or the CI that runs the tests may have set. */
const callers = /^(DOWNPOUR_(URL|API_KEY)|FORCE_COLOR|LANG|LC_ALL|LC_CTYPE|GITHUB_(ACTIONS|STEP_SUMMARY))$/;

/**
 * Starts the command in a separate process, without a terminal and without the variables that `callers`
 * matches.
 */
function start(file: string, parameters: readonly string[], environment: Environment) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !callers.test(name)));
  return spawn(process.execPath, [file, ...parameters], {
    cwd: checkout,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
