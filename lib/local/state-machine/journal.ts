import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** An execution of the journal. Times are in epoch milliseconds; `input` and `output` are JSON text. */
export type Execution = {
  readonly name: string;
  readonly startedAt: number;
  readonly input: string;
  readonly status: ExecutionStatus;
  readonly endedAt?: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
};

/** The limit of stored executions. The oldest ones are deleted at the start. */
const executionsMax = 1000;

export type Journal = {
  readonly executions: ReadonlyMap<string, Execution>;
  /**
   * The executions that were interrupted by the end of the last process. On disk they are running until their
   * end is written.
   */
  readonly interrupted: readonly Execution[];
  /** Stores the current state of an execution. */
  readonly write: (execution: Execution) => void;
};

/**
 * Opens the journal of executions. Each start and each end is one JSON line, which is appended before the
 * answer. Executions that ran when the last process ended become aborted, because no process runs them any
 * more.
 */
export function openJournal(path: string, now: number): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const executions = new Map<string, Execution>();
  for (const execution of readLines(path)) executions.set(execution.name, execution);
  for (const name of [...executions.keys()].slice(0, -executionsMax)) executions.delete(name);
  // The last process may have ended within a line. The rewrite removes this line before another line is
  // appended.
  writeFileSync(`${path}.new`, [...executions.values()].map(line).join(''), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  const interrupted = [...executions.values()]
    .filter(({ status }) => status === 'RUNNING')
    .map((execution) => aborted(execution, now));
  for (const execution of interrupted) executions.set(execution.name, execution);
  const write = (execution: Execution): void => {
    appendFileSync(path, line(execution));
    executions.set(execution.name, execution);
  };
  return { executions, interrupted, write };
}

function readLines(path: string): readonly Execution[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // The text after the last line break is empty or an incomplete line, which was never acknowledged.
  return lines.slice(0, -1).map((text) => JSON.parse(text) as Execution);
}

const aborted = (execution: Execution, now: number): Execution => ({
  ...execution,
  status: 'ABORTED',
  endedAt: now,
  error: 'Downpour.Interrupted',
  cause: 'The local cloud ended while this execution was running',
});

const line = (execution: Execution): string => `${JSON.stringify(execution)}\n`;
