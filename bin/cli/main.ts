import { type Command, CommanderError } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { dataRefusal, fullDisk } from '../../lib/local/data-folder/disk-errors.ts';
import { problemLine, problemsOf } from '../terminal/problems.ts';
import { Terminal } from '../terminal/terminal.ts';
import type { Context } from './context.ts';
import { exit, exitCodeOfError } from './exit-code.ts';
import { quoted, typedCommand } from './shell-command.ts';

/** Runs a program with this process's streams, errors and exit code. */
export async function main(build: (context: Context) => Command): Promise<void> {
  const { argv, env: environment, stdout, stderr } = process;
  let outlives = false;
  for (const stream of [stdout, stderr])
    closeQuietly(stream, (error) => {
      if (!outlives || fullDisk(error) === undefined) throw unwritable(error);
    });
  const context: Context = {
    out: new Terminal(stdout, environment),
    err: new Terminal(stderr, environment),
    environment,
    finish: (code) => {
      process.exitCode = code;
    },
    outlive: () => {
      outlives = true;
    },
  };
  // An unhandled error would end the process with Node's exit code 1. That code means a failed run here, so
  // another code is used.
  const end = (error: unknown): never => process.exit(refuse(error, context));
  process.once('uncaughtException', end);
  try {
    await build(context).parseAsync(argv);
  } catch (error) {
    process.exitCode = refuse(error, context);
    const hint = error instanceof CommanderError ? addressHint(error, argv, environment) : undefined;
    if (hint !== undefined) context.err.say(hint);
  }
}

/**
 * Names the command for a person who types the options of another load tool with an address, as in
 * `downpour -c 10 -d 30s http://localhost:8080`.
 */
function addressHint(
  { code }: CommanderError,
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const address = argv.find((word) => /^https?:\/\//.test(word));
  if (address === undefined || argv[2]?.startsWith('wrk')) return undefined;
  if (!/\.(unknownOption|unknownCommand|excessArguments)$/.test(code)) return undefined;
  return `To send load to an address without a benchmark document: ${typedCommand(environment)} wrk -c 10 -d 30s ${quoted(address)}`;
}

/** Prints an expected error as its message, and an unexpected error with its stack. Returns the exit code. */
function refuse(thrown: unknown, { out, err }: Context): number {
  out.clear();
  const error = withoutFolder(thrown) ?? dataRefusal(thrown, 'the data folder') ?? thrown;
  if (error instanceof DownpourError) {
    err.say(...problemsOf(error).map(({ file, problem }) => problemLine(file, problem, err.paint)));
    const [first = '', ...more] = linesOf(error);
    err.say(`${err.paint.red('error')} ${first}`, ...more);
  } else if (!(error instanceof CommanderError)) {
    err.say(
      err.paint.red('This error is a bug in Downpour:'),
      ...String(error instanceof Error ? error.stack : error).split('\n'),
      'Please report the bug with these lines, and with the files of log/ in the data folder.',
    );
  }
  return exitCodeOfError(error);
}

/** The error for a shell whose current folder was removed. Undefined for other errors. */
function withoutFolder(cause: unknown): DownpourError | undefined {
  if ((cause as NodeJS.ErrnoException).syscall !== 'uv_cwd') return undefined;
  const message = 'The current folder no longer exists: change to another folder';
  return new DownpourError('FILE_UNUSABLE', 400, message, { cause });
}

/**
 * The error of a failed write to standard output. Other write errors are about the data folder or its disk,
 * and their message would be wrong here.
 */
function unwritable(cause: NodeJS.ErrnoException): DownpourError {
  const why = fullDisk(cause)?.replace(/^T/, 't') ?? cause.message;
  const message = `Cannot write to standard output or standard error: ${why}; redirect the output to another place`;
  return new DownpourError('OUTPUT_UNUSABLE', 507, message, { cause });
}

/** The lines of an error for the terminal: those in its details, or else its message as one line. */
function linesOf({ message, details }: DownpourError): readonly string[] {
  const { lines } = (details ?? {}) as { readonly lines?: unknown };
  return Array.isArray(lines) ? lines.map(String) : [message];
}

/**
 * Ends the process when the reader of its output has closed the pipe, as in `downpour plan FILE | head`. A
 * command that runs a burst handles this event itself, because it must first stop the burst. A command with a
 * verdict sets its exit code before it prints.
 * @param failed receives all other errors of the output.
 */
function closeQuietly(stream: NodeJS.WriteStream, failed: (error: NodeJS.ErrnoException) => void): void {
  let isClosed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') return failed(error);
    if (isClosed) return;
    isClosed = true;
    if (!process.emit('SIGHUP')) process.exit(process.exitCode ?? exit.passed);
  });
}
