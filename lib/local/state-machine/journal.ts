import { openJsonLines, readJsonLines } from '../data-folder/json-lines.ts';

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
  /** Stores the start of an execution. A start that the disk refuses has no effect. */
  readonly begin: (execution: Execution) => void;
  /**
   * Stores the end of an execution. An end that the disk refuses is stored with the next line that the disk
   * takes.
   */
  readonly end: (execution: Execution) => void;
};

/**
 * Opens the journal of executions. Each start and each end is one JSON line, which is appended before the
 * answer. Executions that ran when the last process ended become aborted, because no process runs them any
 * more.
 */
export function openJournal(path: string, now: number): Journal {
  const stored = new Map(readJsonLines<Execution>(path).map((each) => [each.name, each]));
  for (const name of [...stored.keys()].slice(0, -executionsMax)) stored.delete(name);
  const append = openJsonLines(path, () => stored.values());
  const executions = new Map(stored);
  const interrupted = [...executions.values()]
    .filter(({ status }) => status === 'RUNNING')
    .map((execution) => aborted(execution, now));
  for (const execution of interrupted) executions.set(execution.name, execution);
  const keep = (execution: Execution): void => {
    stored.set(execution.name, execution);
    executions.set(execution.name, execution);
  };
  const begin = (execution: Execution): void => {
    append([execution]);
    keep(execution);
  };
  const end = (execution: Execution): void => {
    keep(execution);
    append([execution]);
  };
  return { executions, interrupted, begin, end };
}

const aborted = (execution: Execution, now: number): Execution => ({
  ...execution,
  status: 'ABORTED',
  endedAt: now,
  error: 'Downpour.Interrupted',
  cause: 'The process of the local cloud ended while this execution was running',
});
