import { join } from 'node:path';
import { openLogFile } from './function-host/log-file.ts';
import type { StateEvent } from './state-machine/scope.ts';

/** Logs of the cloud itself, beside those of its functions. */
export type Logs = {
  readonly dir: string;
  /** Faults of this program, in `cloud.log`. */
  readonly error: (error: unknown) => void;
  /** Steps of executions as JSON lines, in `state-machine.log`. */
  readonly record: (execution: string, event: StateEvent) => void;
  readonly close: () => Promise<void>;
};

export function openLogs(dir: string): Logs {
  const cloud = openLogFile(join(dir, 'cloud.log'));
  const machine = openLogFile(join(dir, 'state-machine.log'));
  return {
    dir,
    error: (error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      cloud.write(`${new Date().toISOString()} ${text}\n`);
    },
    record: (execution, event) =>
      machine.write(`${JSON.stringify({ at: new Date().toISOString(), execution, ...event })}\n`),
    close: async () => {
      await Promise.all([cloud.close(), machine.close()]);
    },
  };
}
