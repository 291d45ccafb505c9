import { stat } from 'node:fs/promises';
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

/** Whether a folder is the data folder of a local cloud, under whatever name: its key lies there, or its tables and objects. */
export async function isDataFolder(folder: string): Promise<boolean> {
  const isThere = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  if (await isThere(join(folder, 'admin.key'))) return true;
  return (await isThere(tablesIn(folder))) && (await isThere(objectsIn(folder)));
}
