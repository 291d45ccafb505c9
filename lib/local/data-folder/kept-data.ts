import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of the tables and of the objects in a data folder. */
export const tablesIn = (dataDir: string): string => join(dataDir, 'tables');
export const objectsIn = (dataDir: string): string => join(dataDir, 'objects');

/**
 * True when a data folder has no data yet, and false for a folder that cannot be used. The code that opens
 * such a folder reports the problem.
 */
export async function isNew(dataDir: string): Promise<boolean> {
  try {
    await stat(tablesIn(dataDir));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/**
 * True when a folder is the data folder of a local cloud, under any name: it has its key, or its tables and
 * objects.
 */
export async function isDataFolder(folder: string): Promise<boolean> {
  const isThere = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  if (await isThere(join(folder, 'admin.key'))) return true;
  return (await isThere(tablesIn(folder))) && (await isThere(objectsIn(folder)));
}

/** The folders that a local cloud creates in its data folder. */
const ownFolders = ['tables', 'objects', 'queues', 'log', 'compile-cache'] as const;

/**
 * Removes the access of other users of the machine to the data of a local cloud, because it has keys of
 * datastores and secrets of webhooks in plain text. A data folder that the cloud created is closed itself. An
 * existing folder may be open on purpose, because it also has other files.
 */
export async function closeFolders(dataDir: string): Promise<void> {
  for (const name of ownFolders) {
    const folder = join(dataDir, name);
    const { mode } = await stat(folder).catch(() => ({ mode: 0 }));
    if ((mode & 0o077) !== 0) await chmod(folder, mode & 0o700);
  }
}
