import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const msForTheEnd = 5_000;

type Until = {
  /** When this signal aborts, the program is ended. */
  readonly signal: AbortSignal;
  /** The time limit of the program in milliseconds. Absent: no limit. */
  readonly msMax?: number;
};

/**
 * Starts a program in its own process group. When the signal aborts or the time is over, the program and all
 * programs that it has started end, such as servers and browsers: first with SIGTERM, and after 5 s with
 * SIGKILL.
 */
export function startStoppable(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  { signal, msMax }: Until,
): ChildProcess {
  const child = spawn(program, args, { ...options, detached: true });
  const all = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    all('SIGTERM');
    timers.push(setTimeout(() => all('SIGKILL'), msForTheEnd));
  };
  if (msMax !== undefined) timers.push(setTimeout(stop, msMax));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  child.once('close', () => {
    signal.removeEventListener('abort', stop);
    // Ends programs that the process has started and that still run.
    if (timers.length > (msMax === undefined ? 0 : 1)) all('SIGKILL');
    for (const timer of timers) clearTimeout(timer);
  });
  return child;
}
