import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DownpourError } from '../../lib/errors.ts';
import { refusing } from './file-error.ts';

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
  const isFolder = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory();
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
