import { DownpourError } from '../../lib/errors.ts';

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
