import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DownpourError } from '../../errors.ts';

/**
 * Creates a folder and its parents one after another. Node's `recursive` option has two faults here. It loops
 * forever in folders that allow no new folder (proc(5), some mounts). It names no path when a link has no
 * target.
 * @throws DownpourError `DATA_UNUSABLE` (400) when the file system allows no new folder there.
 */
export function makeDataFolder(dir: string): void {
  if (isFolder(dir)) return;
  if (dirname(dir) !== dir) makeDataFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process may have created the folder in the meantime.
    if (code === 'EEXIST' && isFolder(dir)) return;
    if (code !== 'ENOENT') throw error;
    const message = `Cannot make the folder ${dir}: this file system does not allow a new folder there; name another folder with --data`;
    throw new DownpourError('DATA_UNUSABLE', 400, message, { cause: error });
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
