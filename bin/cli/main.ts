import { type Command, CommanderError } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { dataRefusal, fullDisk } from '../../lib/local/data-folder/disk.ts';
import { problemLine, problemsOf } from '../terminal/problems.ts';
import { Terminal } from '../terminal/terminal.ts';
import type { Context } from './context.ts';
import { exit, exitCodeOfError } from './exit-code.ts';

/** Wires a program to this process: its streams, its refusals and its exit code. */
export async function main(build: (context: Context) => Command): Promise<void> {
  const { argv, env: environment, stdout, stderr } = process;
  closeQuietly(stdout);
  closeQuietly(stderr);
  const context: Context = {
    out: new Terminal(stdout, environment),
    err: new Terminal(stderr, environment),
    environment,
    finish: (code) => {
      process.exitCode = code;
    },
  };
  // An error nobody awaits must not end with Node's own exit code 1, which says that a limit was broken.
  const end = (error: unknown): never => process.exit(refuse(error, context));
  process.once('uncaughtException', end);
  try {
    await build(context).parseAsync(argv);
  } catch (error) {
    process.exitCode = refuse(error, context);
  }
}

/** Prints a refusal as one plain line and a bug with its stack; returns the exit code. */
function refuse(thrown: unknown, { out, err }: Context): number {
  out.clear();
  const error = dataRefusal(thrown, 'the data folder') ?? thrown;
  if (error instanceof DownpourError) {
    err.say(...problemsOf(error).map(({ file, problem }) => problemLine(file, problem, err.paint)));
    const [first = '', ...more] = linesOf(error);
    err.say(`${err.paint.red('error')} ${first}`, ...more);
  } else if (!(error instanceof CommanderError)) {
    err.say(
      err.paint.red('This is a bug in downpour:'),
      ...String(error instanceof Error ? error.stack : error).split('\n'),
      'Please report it with these lines and those of log/ in the data folder.',
    );
  }
  return exitCodeOfError(error);
}

/** Standard output is the user's, so the data folder has nothing to do with its disk. */
function unwritable(cause: NodeJS.ErrnoException): DownpourError {
  const why = fullDisk(cause)?.replace(/^T/, 't') ?? cause.message;
  const message = `Cannot write to standard output or standard error: ${why}; send it to another place`;
  return new DownpourError('OUTPUT_UNUSABLE', 507, message, { cause });
}

/** A message is one line, whatever it quotes, unless its own lines come with it. */
function linesOf({ message, details }: DownpourError): readonly string[] {
  const { lines } = (details ?? {}) as { readonly lines?: unknown };
  return Array.isArray(lines) ? lines.map(String) : [message];
}

/**
 * `downpour plan FILE | head` ends when head has seen enough. A command that is under way and listens for the
 * end of its terminal hears of it instead: it must not leave a burst behind that nobody watches.
 */
function closeQuietly(stream: NodeJS.WriteStream): void {
  let isClosed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw unwritable(error);
    if (isClosed) return;
    isClosed = true;
    if (!process.emit('SIGHUP')) process.exit(exit.passed);
  });
}
