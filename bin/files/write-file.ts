import { randomUUID } from 'node:crypto';
import { constants, existsSync, lstatSync, type Stats, statSync } from 'node:fs';
import { access, chmod, link, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DownpourError } from '../../lib/errors.ts';
import { refusing } from './file-error.ts';

/**
 * Checks before a long run that its result can be written afterwards, and changes nothing.
 * @throws DownpourError (400)
 */
export async function checkWritable(file: string): Promise<void> {
  requireFolder(file);
  await refusing(`Cannot write ${file}`, async () => {
    const info = infoOf(file);
    // A named pipe is not opened here, because its reader would see the end of the text when this code closes
    // it.
    if (info?.isFIFO()) return access(file, constants.W_OK);
    if (info !== undefined) return (await open(file, 'a')).close();
    // The file may be a link to a missing file, which is then the file to create.
    await (await open(file, lstatSync(file, { throwIfNoEntry: false }) ? 'a' : 'wx')).close();
    await rm(await realpath(file));
  });
}

function requireFolder(file: string): void {
  const folder = dirname(file);
  if (existsSync(folder)) return;
  const message = `Cannot write ${file}: there is no folder ${folder}; make the folder, or name another file`;
  throw new DownpourError('FILE_UNUSABLE', 400, message);
}

/**
 * Writes a file. An existing file keeps its text until the new text is complete.
 * @throws DownpourError (400) for a file that cannot be written, and with `wx` also for an existing file.
 */
export async function writeText(
  file: string,
  text: string | Uint8Array,
  flag: 'w' | 'wx' = 'w',
): Promise<void> {
  requireFolder(file);
  await refusing(`Cannot write ${file}`, () => {
    const info = infoOf(file);
    if (info?.isFIFO()) return intoPipe(file, text);
    if (flag === 'wx') return create(file, text);
    return isReplaceable(file, info) ? replace(file, text, info) : writeFile(file, text);
  });
}

/**
 * Writes a new file. The file gets its name when its text is complete, so that a kill leaves no part of a
 * document, which could be a valid document.
 */
async function create(file: string, text: string | Uint8Array): Promise<void> {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST' });
  const draft = draftOf(file);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      // Some file systems have no links, such as FAT.
      if (error.code === 'EEXIST') throw error;
      return rename(draft, file);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Whether a new file can take the place of a file. A device has no text. A new file would get another owner
 * than the file of another user, and would not be the file of the other hard links.
 */
function isReplaceable(file: string, info: Stats | undefined): boolean {
  if (info === undefined) return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  return info.isFile() && info.nlink === 1 && info.uid === process.getuid?.();
}

/** Writes the text into a new file of the same folder, which then takes the place of `file`. */
async function replace(file: string, text: string | Uint8Array, info: Stats | undefined): Promise<void> {
  const place = info === undefined ? file : await realpath(file);
  const draft = draftOf(place);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    if (info !== undefined) await chmod(draft, info.mode);
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    if (!allowsNoReplacement.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await writeFile(file, text);
  }
}

/**
 * The errors of replacing a file: the folder allows no new file, or a container has mounted only this file.
 */
const allowsNoReplacement: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'EBUSY'];

/**
 * Writes to a named pipe. The pipe is first opened without blocking, which fails without a reader. A blocking
 * open without a reader would never end, and no signal could stop this process.
 */
async function intoPipe(file: string, text: string | Uint8Array): Promise<void> {
  const first = await open(file, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    await writeFile(file, text);
  } finally {
    await first.close();
  }
}

/** A new name in the folder of a file, under which its text is written first. */
const draftOf = (file: string): string => join(dirname(file), `.${randomUUID()}.new`);

const infoOf = (file: string): Stats | undefined => statSync(file, { throwIfNoEntry: false });
