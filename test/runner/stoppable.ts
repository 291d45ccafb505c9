import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const msForTheEnd = 5_000;

type Until = {
  /** Stops the program. */
  readonly signal: AbortSignal;
  /** Absent: the program may take any time. */
  readonly msMax?: number;
};

/**
 * Starts a program in a group of processes of its own. Its end by the signal or after its time is the end of
 * all programs that it has started, such as servers and browsers: SIGTERM first, and SIGKILL 5 s later.
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
    // Programs that the process has started may not have ended.
    if (timers.length > (msMax === undefined ? 0 : 1)) all('SIGKILL');
    for (const timer of timers) clearTimeout(timer);
  });
  return child;
}
