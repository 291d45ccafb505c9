import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DownpourError } from '../../errors.ts';
import { type FilePlace, isCopy, placeOf } from './copy-detection.ts';
import { makeDataFolder } from './make-data-folder.ts';

type Owner = {
  readonly pid: number;
  /**
   * The start time of the process in the kernel's ticks. A later process with the same number has another
   * start time.
   */
  readonly startedAt?: string;
  readonly place?: FilePlace;
};

/**
 * Locks a data directory for this process, and returns the function that unlocks it. A lock of a process that
 * has ended, for example by a kill, is replaced. So is a lock in a copy of a directory that is in use.
 *
 * @throws DownpourError `DATA_IN_USE` (409) with the process that has the lock; `DATA_UNUSABLE` (400) when no
 *   folder can be created.
 */
export function lockData(dir: string): () => void {
  makeDataFolder(resolve(dir));
  const path = join(dir, 'lock');
  // The lock is written under another name and then linked to its place, so a visible lock is always
  // complete.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, '');
    const own: Owner = { pid: process.pid, ...startOf(process.pid), place: placeOf(draft) };
    writeFileSync(draft, JSON.stringify(own));
    while (!linkOnce(draft, path)) {
      const owner = readOwner(path);
      if (owner && isAlive(owner)) {
        throw new DownpourError(
          'DATA_IN_USE',
          409,
          `${dir} is in use by process ${owner.pid}; wait until that process ends, or name another folder with --data, ` +
            'or start `downpour serve` once, which many commands can use at the same time',
        );
      }
      removeStale(path, draft);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(path, { force: true });
}

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
 * Removes the lock of an ended process. When several processes find the same lock, only one of them moves it.
 * A lock that another process has created in the meantime is restored.
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

/**
 * The owner of a lock. Undefined when no lock exists, when a power failure has emptied it, or when it was
 * copied from the folder of its owner.
 */
function readOwner(path: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8')) as Owner;
    return isCopy(path, owner.place) ? undefined : owner;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
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
 * The start time of a process: field 22 of /proc/<pid>/stat (proc(5)), on systems with this file. An ended
 * process has no such file, although its number remains in use until its parent waits for it. The first
 * process of a container may never wait.
 */
function startOf(pid: number): Pick<Owner, 'startedAt'> {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return {};
  const stat = readFileSync(path, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ['Z', 'X'].includes(fields[0] ?? '') ? {} : { startedAt: fields[19] };
}
