import { isUtf8 } from 'node:buffer';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DownpourError } from '../../lib/errors.ts';

/** Throws DownpourError 400 for a file that cannot be read or holds no UTF-8. */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  checkUtf8(file, bytes);
  return bytes.toString('utf8');
}

/** UTF-16, which some editors write, is full of zero bytes. Throws DownpourError 400. */
export function checkUtf8(file: string, bytes: Uint8Array): void {
  if (isUtf8(bytes) && !bytes.subarray(0, 1000).includes(0)) return;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new DownpourError('FILE_UNUSABLE', 400, `${file} is compressed with gzip: unpack it (gunzip)`);
  throw new DownpourError('FILE_UNUSABLE', 400, `${file} is not UTF-8 text: save it as UTF-8`);
}

/** Throws DownpourError 400 for a file that cannot be read. */
export async function readBytes(file: string): Promise<Buffer> {
  return await refusing(`Cannot read ${file}`, () => readFile(file));
}

/** Finds out before a long run that its result could not be kept after it, and leaves all as it is. Throws DownpourError 400. */
export async function checkWritable(file: string): Promise<void> {
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new DownpourError('FILE_UNUSABLE', 400, `Cannot write ${file}: there is no folder ${folder}`);
  await refusing(`Cannot write ${file}`, async () => {
    if (existsSync(file)) return (await open(file, 'a')).close();
    await (await open(file, 'wx')).close();
    await rm(file);
  });
}

/** Throws DownpourError 400 for a file that cannot be written; with `wx` also for one that exists. */
export async function writeText(
  file: string,
  text: string | Uint8Array,
  flag: 'w' | 'wx' = 'w',
): Promise<void> {
  await refusing(`Cannot write ${file}`, () => writeFile(file, text, { flag }));
}

/** With the folders above it; one that is there is left as it is. Throws DownpourError 400 when it cannot be made. */
export async function makeFolder(folder: string): Promise<void> {
  const inTheWay = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
  if (inTheWay)
    throw new DownpourError('FILE_UNUSABLE', 400, `Cannot make the folder ${folder}: there is a file`);
  await refusing(`Cannot make the folder ${folder}`, () => mkdir(folder, { recursive: true }));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission',
  EEXIST: 'there is such a file already; --force overwrites it, -o FILE takes another one',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/** Throws DownpourError 400, or 507 for a machine that is full, in place of an error of the file system. */
export async function refusing<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    // A name that its user can mend, or a machine that is full.
    const status = code === 'ENOSPC' || code === 'EDQUOT' ? 507 : 400;
    throw new DownpourError('FILE_UNUSABLE', status, `${what}: ${reasons[code] ?? code}`, { cause });
  }
}
