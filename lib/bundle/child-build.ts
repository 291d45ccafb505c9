import { fork } from 'node:child_process';
import { join } from 'node:path';
import { DownpourError } from '../errors.ts';
import { fewDescriptors } from '../open-files-error.ts';
import { project } from '../project.ts';
import type { FunctionsOrder } from './build-functions.ts';
import type { ProgramNote } from './program.ts';

/** The request to a builder: what it must build. */
export type Order =
  | { readonly kind: 'program' }
  | { readonly kind: 'functions'; readonly orders: readonly FunctionsOrder[] };

/**
 * The result of a builder: the note about a built program, or the problem of a failed build. `of` is the
 * cause of the problem, absent for an error in a source.
 */
export type Done =
  | { readonly note?: ProgramNote | undefined }
  | { readonly problem: string; readonly of?: Cause | undefined };

/** The cause of a failed build: a file cannot be read or written, or esbuild did not start or has ended. */
export type Cause = 'files' | 'bundler';

/**
 * Runs a build in its own process. The bundler takes 700 MB, and a server that builds in its own process
 * would keep that memory.
 *
 * @param signal ends the process, because its caller no longer needs the build.
 * @returns the note of a program.
 * @throws Error with the bundler's message, or DownpourError INTERRUPTED (400), FILE_UNUSABLE (400),
 * BUNDLER_UNUSABLE (503), or DESCRIPTORS_SHORT (400).
 */
export async function buildApart(order: Order, signal?: AbortSignal): Promise<ProgramNote | undefined> {
  const builder = fork(join(project, 'lib/bundle/build-worker.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...collectsLate },
    ...(signal && { signal }),
  });
  const done = await new Promise<Done>((resolve, reject) => {
    builder.once('message', (message) => resolve(message as Done));
    builder.once('error', (error) =>
      signal?.aborted ? reject(error) : resolve({ problem: error.message, of: 'bundler' }),
    );
    builder.once('exit', (code, ending) => {
      // A Ctrl-C in a terminal, and the end of a service, reach the builder too.
      if (ending === 'SIGINT' || ending === 'SIGTERM') reject(interrupted());
      else resolve({ problem: `its process ended with ${ending ?? code}`, of: 'bundler' });
    });
    // An error of the send is ignored, because the exit of the builder reports it.
    builder.send(order, () => undefined);
  });
  if (!('problem' in done)) return done.note;
  const short = fewDescriptors(new Error(done.problem));
  if (short !== undefined) throw new DownpourError('DESCRIPTORS_SHORT', 400, `${cannotBuild}. ${short}`);
  throw done.of === undefined ? new Error(done.problem) : errorsOf[done.of](done.problem);
}

const interrupted = (): DownpourError =>
  new DownpourError('INTERRUPTED', 400, 'the build of Downpour was interrupted; the next start repeats it');

const cannotBuild = 'Downpour cannot build its functions and its command line';

/** The usual cause is a clone that belongs to another user. */
const unwritable = (problem: string): DownpourError =>
  new DownpourError(
    'FILE_UNUSABLE',
    400,
    `${cannotBuild}: ${problem}; check the permissions and the free space of this place, or start this command once as the user who owns the folder ${project}`,
  );

/** Usual causes are a folder whose programs may not run, a copy from another machine, and full memory. */
const unstartable = (problem: string): DownpourError =>
  new DownpourError(
    'BUNDLER_UNUSABLE',
    503,
    `${cannotBuild}, because the bundler esbuild does not run: ${problem}; check that programs in ${join(project, 'node_modules')} may run and that memory is free, or install them again with npm ci`,
  );

const errorsOf: Readonly<Record<Cause, (problem: string) => DownpourError>> = {
  files: unwritable,
  bundler: unstartable,
};

/**
 * The bundler is a program in Go, which would collect garbage while it builds. That takes a quarter of its
 * CPU. Here it collects when its heap reaches this size.
 */
const collectsLate = { GOGC: 'off', GOMEMLIMIT: '600MiB' };
