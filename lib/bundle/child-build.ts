import { fork } from 'node:child_process';
import { join } from 'node:path';
import { DownpourError } from '../errors.ts';
import { project } from '../project.ts';
import type { FunctionsOrder } from './functions.ts';
import type { ProgramNote } from './program.ts';

/** The request to a builder: what it must build. */
export type Order =
  | { readonly kind: 'program' }
  | { readonly kind: 'functions'; readonly orders: readonly FunctionsOrder[] };

/**
 * The result of a builder: the note of a program, or the reason why the build failed. `isOfFiles`: a file
 * could not be read or written.
 */
export type Done =
  | { readonly note?: ProgramNote | undefined }
  | { readonly problem: string; readonly isOfFiles?: boolean };

/**
 * Runs a build in its own process. The bundler takes 700 MB, and a server that builds in its own process
 * would keep that memory.
 *
 * @param signal ends the process, because its caller no longer needs the build.
 * @returns the note of a program.
 * @throws Error with the bundler's message, or DownpourError INTERRUPTED or FILE_UNUSABLE (400).
 */
export async function buildApart(order: Order, signal?: AbortSignal): Promise<ProgramNote | undefined> {
  const builder = fork(join(project, 'lib/bundle/builder.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...collectsLate },
    ...(signal && { signal }),
  });
  const done = await new Promise<Done>((resolve, reject) => {
    builder.once('message', (message) => resolve(message as Done));
    builder.once('error', reject);
    builder.once('exit', (code, ending) => {
      // A Ctrl-C in a terminal, and the end of a service, reach the builder too.
      if (ending === 'SIGINT' || ending === 'SIGTERM') reject(interrupted());
      else resolve({ problem: `the process that runs esbuild ended with ${ending ?? code}` });
    });
    // An error of the send is ignored, because the exit of the builder reports it.
    builder.send(order, () => undefined);
  });
  if (!('problem' in done)) return done.note;
  throw done.isOfFiles ? unwritable(done.problem) : new Error(done.problem);
}

const interrupted = (): DownpourError =>
  new DownpourError('INTERRUPTED', 400, 'interrupted during the build, which the next start does again');

/** The usual cause is a clone that belongs to another user. */
const unwritable = (problem: string): DownpourError =>
  new DownpourError(
    'FILE_UNUSABLE',
    400,
    `Downpour cannot build its functions and its command line: ${problem}; check the permissions and the free space of this place, or start this command once as the user who owns the folder ${project}`,
  );

/**
 * The bundler is a program in Go, which would collect garbage while it builds. That takes a quarter of its
 * CPU. Here it collects when its heap reaches this size.
 */
const collectsLate = { GOGC: 'off', GOMEMLIMIT: '600MiB' };
