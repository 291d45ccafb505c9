import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { constants, createReadStream, existsSync, lstatSync, type Stats, statSync } from 'node:fs';
import {
  access,
  chmod,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DownpourError } from '../../lib/errors.ts';
import { nameInMessages } from '../terminal/file-name.ts';

/** The most bytes that Node reads at once, and the most bytes of a text, which must fit into a string. */
const [fileBytesMax, textBytesMax] = [2 ** 31 - 1, 500_000_000] as const;

/**
 * Reads a text file.
 * @throws DownpourError (400) for a file that cannot be read, is too long or is not UTF-8.
 */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file, textBytesMax);
  checkUtf8(file, bytes);
  return bytes.toString('utf8');
}

/**
 * Checks that a file is UTF-8 text. A file with a zero byte in its first two bytes is probably UTF-16, which
 * some editors write.
 * @throws DownpourError (400)
 */
export function checkUtf8(file: string, bytes: Uint8Array): void {
  if (isUtf8(bytes) && !bytes.subarray(0, 1000).includes(0)) return;
  const name = nameInMessages(file);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new DownpourError(
      'FILE_UNUSABLE',
      400,
      `${name} is compressed with gzip: unpack the file with gunzip`,
    );
  const zero = bytes.indexOf(0);
  // In UTF-16, one of the first two bytes of a text with an ASCII character is zero.
  if (zero > 1 && isUtf8(bytes)) {
    const line = bytes.subarray(0, zero).filter((byte) => byte === 0x0a).length + 1;
    const message = `${name} has a zero byte in line ${line}, so it is no text: name another file, or remove this byte`;
    throw new DownpourError('FILE_UNUSABLE', 400, message);
  }
  throw new DownpourError('FILE_UNUSABLE', 400, `${name} is not UTF-8 text: save the file as UTF-8`);
}

/**
 * Reads a file, or standard input for the name `-`.
 * @throws DownpourError (400) for a file that cannot be read or has more than `bytesMax` bytes.
 */
export async function readBytes(file: string, bytesMax: number = fileBytesMax): Promise<Buffer> {
  const what = `Cannot read ${nameInMessages(file)}`;
  return await refusing(what, async () => {
    const checkLength = (bytes: number): void => {
      if (bytes <= bytesMax) return;
      const message = `${what}: the file is larger than the limit of ${bytesMax} bytes`;
      throw new DownpourError('FILE_UNUSABLE', 400, message);
    };
    const info = file === '-' ? undefined : await stat(file);
    if (info?.isFile()) {
      checkLength(info.size);
      return readFile(file);
    }
    // A device may never end, so the bytes are counted while they arrive.
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      bytes += chunk.length;
      checkLength(bytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  });
}

/**
 * Checks before a long run that its result can be written afterwards, and changes nothing.
 * @throws DownpourError (400)
 */
export async function checkWritable(file: string): Promise<void> {
  requireFolder(file);
  const info = infoOf(file);
  await refusing(`Cannot write ${file}`, async () => {
    // A named pipe is not opened here. Its reader would take an open and a close as the end of the text.
    if (info?.isFIFO()) return access(file, constants.W_OK);
    if (info !== undefined) return (await open(file, 'a')).close();
    await (await open(file, 'wx')).close();
    await rm(file);
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
  const info = infoOf(file);
  await refusing(`Cannot write ${file}`, () => {
    if (info?.isFIFO()) return intoPipe(file, text);
    if (flag === 'wx') return create(file, text);
    return isReplaceable(file, info) ? replace(file, text, info) : writeFile(file, text);
  });
}

/** Writes a new file. When its text does not fit, no part of the file remains. */
async function create(file: string, text: string | Uint8Array): Promise<void> {
  const created = await open(file, 'wx');
  try {
    await created.writeFile(text);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await created.close();
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
  const draft = join(dirname(place), `.${randomUUID()}.new`);
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

/** The errors of a folder that allows no new file, and of a file that a container mounts alone. */
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

const infoOf = (file: string): Stats | undefined => statSync(file, { throwIfNoEntry: false });

/**
 * Creates a folder and the folders above it. An existing folder remains unchanged. Node's `recursive` option
 * is not used, because it loops forever in folders that allow no new folder (proc(5), some mounts).
 * @throws DownpourError (400) when it cannot be created.
 */
export async function makeFolder(folder: string): Promise<void> {
  const what = `Cannot make the folder ${folder}`;
  const refused = (why: string) => new DownpourError('FILE_UNUSABLE', 400, `${what}: ${why}`);
  if (folder === '')
    throw new DownpourError('FILE_UNUSABLE', 400, 'The name of the folder is empty: name a folder');
  const isFolder = () => infoOf(folder)?.isDirectory();
  if (isFolder()) return;
  if (isFolder() === false) throw refused('a file has this name; name another folder');
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await refusing(what, () => mkdir(folder)).catch((error: Error) => {
    const { code } = error.cause as NodeJS.ErrnoException;
    // Another process may have created the folder in the meantime.
    if (code === 'EEXIST' && isFolder()) return;
    if (code === 'EEXIST') throw refused('a file has this name; name another folder');
    throw code === 'ENOENT'
      ? refused('this file system does not allow a new folder there; name another folder')
      : error;
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder; name a file',
  ENXIO: 'no program reads this named pipe; start the reader first',
  EACCES: 'no permission',
  EPERM: 'no permission',
  ELOOP: 'it is a link that leads to itself',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'the file exists already; --force overwrites it, -o FILE names another file',
  EMFILE: 'this shell lets a process open too few files; allow more files, for example with `ulimit -n 4096`',
  EROFS: 'the file system is read-only',
  EFBIG: 'the file would be larger than this shell allows (ulimit -f)',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/**
 * Runs `act` and converts errors of the file system. An error that `act` has converted remains.
 * @throws DownpourError (400), or (507) for a full disk.
 */
export async function refusing<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof DownpourError) throw cause;
    throw fileUnusable(what, cause);
  }
}

/** The error for a file, with the status 507 for a full disk, or 400 for a name that the user can correct. */
export function fileUnusable(what: string, cause: unknown): DownpourError {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const status = code === 'ENOSPC' || code === 'EDQUOT' ? 507 : 400;
  return new DownpourError('FILE_UNUSABLE', status, `${what}: ${whyUnusable(cause)}`, { cause });
}

/** The reason why a file or a folder cannot be used, in words. */
export function whyUnusable(error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
}
