import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';

const logBytesMax = 10 * 1024 ** 2;

export type LogFile = {
  readonly write: (chunk: Buffer | string) => void;
  readonly close: () => Promise<void>;
};

/** A file to append to, opened at the first write. At 10 MB it is put aside as `<path>.1`, which replaces the last. */
export function openLogFile(path: string): LogFile {
  let stream: WriteStream | undefined;
  let size = 0;
  const open = (): WriteStream => {
    mkdirSync(dirname(path), { recursive: true });
    size = existsSync(path) ? statSync(path).size : 0;
    return createWriteStream(path, { flags: 'a' });
  };
  const write = (chunk: Buffer | string): void => {
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
      if (stream) stream.end(resolve);
      else resolve();
    });
  return { write, close };
}
