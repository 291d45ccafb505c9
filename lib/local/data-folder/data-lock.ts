import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DownpourError } from '../../errors.ts';

type Owner = {
  readonly pid: number;
  /** When that process started, in the kernel's ticks; tells it from a later one with the same number. */
  readonly startedAt?: string;
};

/**
 * Takes a data directory for this process and answers how to give it back. The lock of a process that is
 * gone, killed for example, is taken over.
 *
 * @throws DownpourError `DATA_IN_USE` (409) naming the process that has it; `DATA_UNUSABLE` (400) where no
 *   folder can be.
 */
export function lockData(dir: string): () => void {
  makeFolder(resolve(dir));
  const path = join(dir, 'lock');
  const own: Owner = { pid: process.pid, ...startOf(process.pid) };
  // Linked into place, so that a lock that can be seen is complete.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(own));
  try {
    while (!linkOnce(draft, path)) {
      const owner = readOwner(path);
      if (owner && isAlive(owner)) {
        throw new DownpourError(
          'DATA_IN_USE',
          409,
          `${dir} is in use by process ${owner.pid}; wait for it, name another folder with --data, ` +
            'or keep `downpour serve` up, which commands share',
        );
      }
      removeStale(path, draft);
    }
  } finally {
    rmSync(draft);
  }
  return () => rmSync(path, { force: true });
}

/**
 * One after another: `recursive` of Node goes round for ever, deaf to signals, where a folder that is there
 * lets none be made in it (proc(5), some mounts), and names no place where a link leads nowhere.
 */
function makeFolder(dir: string): void {
  if (isFolder(dir)) return;
  if (dirname(dir) !== dir) makeFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process may have made it meanwhile.
    if (code === 'EEXIST' && isFolder(dir)) return;
    if (code !== 'ENOENT') throw error;
    const message = `Cannot make the folder ${dir}: there can be none; name another one with --data`;
    throw new DownpourError('DATA_UNUSABLE', 400, message, { cause: error });
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function linkOnce(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Of several that find the same stale lock only one moves it; what another has put there meanwhile goes back.
 */
function removeStale(path: string, draft: string): void {
  const aside = `${draft}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readOwner(aside);
  if (moved && isAlive(moved)) linkOnce(aside, path);
  rmSync(aside);
}

function readOwner(path: string): Owner | undefined {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')) as Owner;
}

function isAlive({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return startedAt === undefined || startOf(pid).startedAt === startedAt;
}

/**
 * Field 22 of /proc/<pid>/stat (proc(5)), where there is such a file. A process that has ended has none,
 * although its number stays taken until somebody waits for it, which the first process of a container may
 * never do.
 */
function startOf(pid: number): Pick<Owner, 'startedAt'> {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return {};
  const stat = readFileSync(path, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ['Z', 'X'].includes(fields[0] ?? '') ? {} : { startedAt: fields[19] };
}
