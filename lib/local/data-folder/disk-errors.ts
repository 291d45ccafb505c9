import { DownpourError } from '../../errors.ts';
import { fewDescriptors } from '../../open-files-error.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';

const fileLimit =
  'A file has reached the largest size that the shell which started Downpour allows (see `ulimit -f`)';

/**
 * The errors of the system for a full disk. The database of the tables reports only the message, without the
 * code.
 */
const full: readonly (readonly [code: string, words: RegExp, means: string])[] = [
  ['ENOSPC', /No space left on device/i, 'The disk is full'],
  ['EDQUOT', /Disk quota exceeded/i, 'The disk quota is used up'],
  ['EFBIG', /File too large/i, fileLimit],
];

/** The reason why a store cannot grow, such as `The disk is full`. Undefined for other errors. */
export function fullDisk(error: unknown): string | undefined {
  const { code, message = '' } = error as Partial<NodeJS.ErrnoException>;
  const found = full.find(([name, words]) => code === name || words.test(message));
  if (found !== undefined) return found[2];
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? undefined : fullDisk(cause);
}

/**
 * The other errors of the system for a folder that cannot be used. The database of the tables reports only
 * the message.
 */
const unusable: readonly (readonly [code: string, words: RegExp, means: string])[] = [
  ['EACCES', /Permission denied/i, 'no permission'],
  ['EPERM', /Operation not permitted/i, 'no permission'],
  ['EROFS', /Read-only file system/i, 'the file system is read-only'],
  ['EIO', /Input\/output error/i, 'the disk reports an error of input or output (EIO)'],
  ['EXDEV', /Invalid cross-device link/i, 'a part of it is on another file system'],
  ['ENOTDIR', /Not a directory/i, 'a file has the name of the folder'],
  ['EEXIST', /File exists/i, 'a file has the name of the folder'],
  ['ELOOP', /Too many levels of symbolic links/i, 'a link leads to itself'],
  ['ENAMETOOLONG', /File name too long/i, 'the name is too long'],
];

function whyUnusable(error: unknown): string | undefined {
  const { code, message = '' } = error as Partial<NodeJS.ErrnoException>;
  return unusable.find(
    ([name, words]) => code === name || (code === 'LEVEL_IO_ERROR' && words.test(message)),
  )?.[2];
}

/**
 * Converts an error of the disk to the error response of a store. 507: the disk is full. 500: the data folder
 * cannot be used now. Undefined for other errors.
 */
export function storageRefusal(error: unknown): ProtocolError | undefined {
  const full = fullDisk(error);
  if (full !== undefined) return new ProtocolError(507, 'InsufficientStorage', full);
  const { code } = error as Partial<NodeJS.ErrnoException>;
  const isMissing = code === 'ENOENT' ? 'a file or a folder in it is missing' : undefined;
  const why = fewDescriptors(error) ?? whyUnusable(error) ?? isMissing;
  return why === undefined ? undefined : new ProtocolError(500, 'StorageUnusable', why);
}

/**
 * Converts an error of the system to an error for the user who chose the data folder. 507: the disk is full.
 * 400: the folder cannot be used, or too few files may be open. Undefined for other errors.
 */
export function dataRefusal(error: unknown, dataDir: string): DownpourError | undefined {
  if (error instanceof DownpourError) return undefined;
  const means = fullDisk(error);
  if (means !== undefined) {
    const space = means === fileLimit ? 'Raise this limit' : 'Delete files to make space';
    const message = `${means}: Downpour can store nothing more in ${dataDir}. All data that Downpour confirmed before is safe. ${space}, then start Downpour again`;
    return new DownpourError('DISK_FULL', 507, message, { cause: error });
  }
  const short = fewDescriptors(error);
  if (short !== undefined) return new DownpourError('DESCRIPTORS_SHORT', 400, short, { cause: error });
  const { path = dataDir } = error as NodeJS.ErrnoException;
  const why = whyUnusable(error);
  if (why === undefined) return damagedTables(error, dataDir);
  const message = `Cannot store data in ${dataDir}: ${path === dataDir ? why : `${why}, ${path}`}; name another folder with --data`;
  return new DownpourError('DATA_UNUSABLE', 400, message, { cause: error });
}

/** The error for a data folder whose tables the database cannot read. Undefined for other errors. */
function damagedTables(error: unknown, dataDir: string): DownpourError | undefined {
  const { code = '', message = '', cause } = error as Partial<NodeJS.ErrnoException>;
  const isOfDatabase = code.startsWith('LEVEL_') || /^(Corruption|IO error): /.test(message);
  const inner = cause instanceof Error ? damagedTables(cause, dataDir) : undefined;
  if (inner !== undefined || !isOfDatabase) return inner;
  return damaged(`The tables in ${dataDir} cannot be read: ${message}`, error);
}

/** The error for a file of the data folder that Downpour cannot read. */
export const damaged = (what: string, cause?: unknown): DownpourError =>
  new DownpourError(
    'DATA_UNUSABLE',
    400,
    `${what}: restore the data folder from a backup, or name another folder with --data`,
    { cause },
  );

/** Parses JSON that Downpour has stored in a file. */
export function parseStored<Value>(text: string, place: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (cause) {
    throw damaged(`${place} is damaged: ${(cause as Error).message}`, cause);
  }
}
