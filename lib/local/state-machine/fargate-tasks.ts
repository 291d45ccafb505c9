import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { taskMemoryMbCore } from '../../facts/fargate.ts';
import { openLogFile } from '../log-files.ts';
import { StatesError } from './interpreter/errors.ts';
import type { Json } from './interpreter/json.ts';

export type TaskHostOptions = {
  /** Returns the path of the bundle that a container runs. */
  readonly entry: () => Promise<string>;
  /** The environment variables of every task, in addition to the variables in the arguments of RunTask. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** The directory of `tasks.log`. */
  readonly logDir: string;
};

/** Runs the tasks of ECS Fargate as processes. */
export type TaskHost = {
  /**
   * Runs a task with the arguments of RunTask, and resolves at its end. Throws StatesError
   * `Runtime.ExitError` when the process fails, because on one machine a lost task is noticed at once.
   */
  readonly run: (parameters: Json) => Promise<Json>;
  /** Kills all tasks at once, and with them their load. */
  readonly close: () => Promise<void>;
};

export function localTasks({ entry, environment, logDir }: TaskHostOptions): TaskHost {
  const log = openLogFile(join(logDir, 'tasks.log'));
  const running = new Set<ChildProcess>();
  let isClosed = false;
  const write = (chunk: Buffer): void => log.write(chunk);
  return {
    async run(parameters) {
      const path = await entry();
      if (isClosed)
        throw new StatesError('Runtime.ExitError', 'the local cloud is shutting down and starts no task');
      const env = { ...environment(), ...variablesOf(parameters) };
      const flags = [`--max-old-space-size=${taskMemoryMbCore}`, '--min-semi-space-size=16'];
      const child = spawn(process.execPath, [...flags, path], {
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      for (const output of [child.stdout, child.stderr]) output?.on('data', write);
      running.add(child);
      const ending = await endOf(child);
      running.delete(child);
      if (ending === undefined) return {};
      throw new StatesError('Runtime.ExitError', `the task ended: ${ending}`);
    },
    async close() {
      isClosed = true;
      const ends = [...running].map(endOf);
      for (const child of running) child.kill('SIGKILL');
      await Promise.all(ends);
      await log.close();
    },
  };
}

/** Resolves to the reason why a process ended or could not start. Undefined when it succeeded. */
async function endOf(child: ChildProcess): Promise<string | undefined> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code === 0 ? undefined : (signal ?? `exit status ${code}`);
  } catch (error) {
    return (error as Error).message;
  }
}

/** The environment variables of a task's only container, from the arguments of RunTask. */
export function variablesOf(parameters: Json): Readonly<Record<string, string>> {
  const { Overrides } = parameters as { readonly Overrides: TaskOverrides };
  const [container] = Overrides.ContainerOverrides;
  return Object.fromEntries((container?.Environment ?? []).map(({ Name, Value }) => [Name, Value]));
}

type TaskOverrides = {
  readonly ContainerOverrides: readonly {
    readonly Environment: readonly { readonly Name: string; readonly Value: string }[];
  }[];
};
