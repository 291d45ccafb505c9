import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The place of a file, which the file itself contains. A copy of the file shows the place of its original.
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
