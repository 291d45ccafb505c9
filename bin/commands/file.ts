import { open, readFile, writeFile } from 'node:fs/promises';
import { DownpourError } from '../../lib/errors.ts';

export async function readText(file: string): Promise<string> {
  return (await readBytes(file)).toString('utf8');
}

/** Throws DownpourError 400 for a file that cannot be read. */
export async function readBytes(file: string): Promise<Buffer> {
  return await refusing(`Cannot read ${file}`, () => readFile(file));
}

/** Finds out before a long run that its result could not be kept after it. Throws DownpourError 400. */
export async function checkWritable(file: string): Promise<void> {
  await refusing(`Cannot write ${file}`, async () => (await open(file, 'a')).close());
}

/** Throws DownpourError 400 for a file that cannot be written; with `wx` also for one that exists. */
export async function writeText(file: string, text: string, flag: 'w' | 'wx' = 'w'): Promise<void> {
  await refusing(`Cannot write ${file}`, () => writeFile(file, text, { flag }));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission',
  EEXIST: 'there is such a file already; --force overwrites it, -o FILE takes another one',
};

async function refusing<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new DownpourError('FILE_UNUSABLE', 400, `${what}: ${reasons[code] ?? code}`, { cause });
  }
}
