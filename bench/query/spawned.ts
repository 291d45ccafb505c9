import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

/**
 * Runs a program to its end and returns its output. An interrupted benchmark ends it. @throws with the error
 * output of the program.
 */
export async function output(
  command: string,
  args: readonly string[],
  options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
  } = {},
): Promise<string> {
  const bounds = { encoding: 'utf8', maxBuffer: 2 ** 29, signal: interruption.signal } as const;
  const { stdout } = await promisify(execFile)(command, args, { ...options, ...bounds });
  return stdout;
}
