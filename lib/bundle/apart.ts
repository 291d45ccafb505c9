import { fork } from 'node:child_process';
import { join } from 'node:path';
import { project } from '../project.ts';
import type { FunctionsOrder } from './functions.ts';
import type { ProgramNote } from './program.ts';

/** What a builder makes. */
export type Order =
  | { readonly kind: 'program' }
  | { readonly kind: 'functions'; readonly orders: readonly FunctionsOrder[] };

/** A builder's answer: what it has made, or why it could not. */
export type Done = { readonly note?: ProgramNote | undefined } | { readonly problem: string };

/**
 * Has a process of its own build. The bundler takes 700 MB, in a process and in a child of it, and a server
 * that had built in its own process would keep them for as long as it serves.
 *
 * @param signal ends the process: its caller no longer needs the build.
 * @returns the note of a program.
 * @throws Error in the bundler's words.
 */
export async function buildApart(order: Order, signal?: AbortSignal): Promise<ProgramNote | undefined> {
  const builder = fork(join(project, 'lib/bundle/builder.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...(signal && { signal }),
  });
  const done = await new Promise<Done>((resolve, reject) => {
    builder.once('message', (message) => resolve(message as Done));
    builder.once('error', reject);
    builder.once('exit', (code, signal) => resolve({ problem: `the builder ended with ${signal ?? code}` }));
    // What cannot be sent is told by its exit.
    builder.send(order, () => undefined);
  });
  if ('problem' in done) throw new Error(done.problem);
  return done.note;
}
