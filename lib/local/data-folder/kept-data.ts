import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Of a data folder: what its tables and objects lie in. */
export const tablesIn = (dataDir: string): string => join(dataDir, 'tables');
export const objectsIn = (dataDir: string): string => join(dataDir, 'objects');

/** Whether nothing was ever kept in a data folder. One that cannot be used is refused by whoever opens it. */
export async function isNew(dataDir: string): Promise<boolean> {
  try {
    await stat(tablesIn(dataDir));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/**
 * Whether a folder is the data folder of a local cloud, under whatever name: its key lies there, or its
 * tables and objects.
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

/** All folders that a local cloud makes in its data folder. */
const ownFolders = ['tables', 'objects', 'queues', 'log', 'compile-cache'] as const;

/**
 * Closes what a local cloud keeps to other users of the machine: keys of datastores and secrets of webhooks
 * lie in it as they are. A data folder that the cloud made is closed itself. One that was there may be open
 * because it holds other things too.
 */
export async function closeFolders(dataDir: string): Promise<void> {
  for (const name of ownFolders) {
    const folder = join(dataDir, name);
    const { mode } = await stat(folder).catch(() => ({ mode: 0 }));
    if ((mode & 0o077) !== 0) await chmod(folder, mode & 0o700);
  }
}
