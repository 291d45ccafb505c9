import { createWriteStream, fstatSync, mkdirSync, openSync, renameSync, type WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { printableJson } from '../words.ts';

/** The logs of the cloud itself. The functions have other logs. */
export type Logs = {
  readonly dir: string;
  /** Writes errors of this program to `cloud.log`. */
  readonly error: (error: unknown) => void;
  /** Writes steps of executions as JSON lines to `state-machine.log`. */
  readonly record: (execution: string, event: object) => void;
  readonly close: () => Promise<void>;
};

export function openLogs(dir: string): Logs {
  const cloud = openLogFile(join(dir, 'cloud.log'));
  const machine = openLogFile(join(dir, 'state-machine.log'));
  return {
    dir,
    error: (error) => {
      const text = error instanceof Error ? inspect(error) : String(error);
      cloud.write(`${new Date().toISOString()} ${logEntry(text)}\n`);
    },
    record: (execution, event) =>
      machine.write(
        `${printableJson(JSON.stringify({ at: new Date().toISOString(), execution, ...event }))}\n`,
      ),
    close: async () => {
      await Promise.all([cloud.close(), machine.close()]);
    },
  };
}

/**
 * The text of an entry. A message may contain text of a request. So further lines are indented, and
 * characters that a terminal would execute are escaped.
 */
export const logEntry = (text: string): string =>
  text
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
    .replaceAll('\n', '\n  ');

const logBytesMax = 10 * 1024 ** 2;

/** The milliseconds after a failure in which nothing is written to a log file. */
const pauseMs = 60_000;

export type LogFile = {
  readonly write: (chunk: Buffer | string) => void;
  readonly close: () => Promise<void>;
};

/**
 * Opens a log file, to which lines are appended. The file itself is opened at the first write. At 10 MB it is
 * renamed to `<path>.1`, which replaces the previous file.
 *
 * When the file cannot be opened, renamed or written, the cloud continues without it for a minute. A message
 * on the terminal reports this.
 *
 * @param now returns the present time in epoch milliseconds.
 */
export function openLogFile(path: string, now = Date.now): LogFile {
  let stream: WriteStream | undefined;
  let size = 0;
  let isClosed = false;
  let pausedUntil = 0;
  const pause = (error: unknown): void => {
    console.error(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
    stream = undefined;
    pausedUntil = now() + pauseMs;
  };
  const open = (): WriteStream => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fd = openSync(path, 'a', 0o600);
    size = fstatSync(fd).size;
    return createWriteStream(path, { fd }).on('error', pause);
  };
  const write = (chunk: Buffer | string): void => {
    // The last output of a killed process may arrive after the log is closed, and is dropped.
    if (isClosed || now() < pausedUntil) return;
    try {
      if (stream && size > logBytesMax) {
        stream.end();
        renameSync(path, `${path}.1`);
        stream = undefined;
      }
      stream ??= open();
    } catch (error) {
      pause(error);
      return;
    }
    stream.write(chunk);
    size += chunk.length;
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      isClosed = true;
      // A stream that failed is closed already.
      if (stream && !stream.closed) stream.once('close', resolve).end();
      else resolve();
    });
  return { write, close };
}
