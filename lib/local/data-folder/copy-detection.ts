import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The inode and the folder of a file, which are also stored in the file. A copy of the file contains those of
 * its original.
 */
export type FilePlace = { readonly inode: number; readonly folder: string };

export const placeOf = (path: string): FilePlace => ({
  inode: statSync(path).ino,
  folder: realpathSync(dirname(path)),
});

/**
 * True for a file that was copied together with its folder. A folder that was moved keeps its inodes. Some
 * file systems change inodes, but the path of the folder then remains.
 */
export function isCopy(path: string, place: FilePlace | undefined): boolean {
  if (place === undefined) return false;
  const { inode, folder } = placeOf(path);
  return inode !== place.inode && folder !== place.folder;
}
