import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';

/** Logs of the cloud itself, beside those of its functions. */
export type Logs = {
  readonly dir: string;
  /** Faults of this program, in `cloud.log`. */
  readonly error: (error: unknown) => void;
  /** Steps of executions as JSON lines, in `state-machine.log`. */
  readonly record: (execution: string, event: object) => void;
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

const logBytesMax = 10 * 1024 ** 2;

export type LogFile = {
  readonly write: (chunk: Buffer | string) => void;
  readonly close: () => Promise<void>;
};

/**
 * A file to append to, opened at the first write. At 10 MB it is put aside as `<path>.1`, which replaces the
 * last.
 */
export function openLogFile(path: string): LogFile {
  let stream: WriteStream | undefined;
  let size = 0;
  let isClosed = false;
  const open = (): WriteStream => {
    mkdirSync(dirname(path), { recursive: true });
    size = existsSync(path) ? statSync(path).size : 0;
    const opened = createWriteStream(path, { flags: 'a' });
    // Without its log a cloud still works, and whoever looks for the reason looks at the terminal.
    opened.on('error', (error) => console.error(`${path} cannot be written: ${error.message}`));
    return opened;
  };
  const write = (chunk: Buffer | string): void => {
    // The last words of a killed process may come after its end.
    if (isClosed) return;
    if (stream && size > logBytesMax) {
      stream.end();
      renameSync(path, `${path}.1`);
      stream = undefined;
    }
    stream ??= open();
    stream.write(chunk);
    size += chunk.length;
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      isClosed = true;
      // A stream that has failed is closed already.
      if (stream && !stream.closed) stream.once('close', resolve).end();
      else resolve();
    });
  return { write, close };
}
