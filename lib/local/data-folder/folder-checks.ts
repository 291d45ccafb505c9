import { existsSync, readdirSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { damaged } from './disk-errors.ts';

/** The folder of the tables in a data folder. */
export const tablesIn = (dataDir: string): string => join(dataDir, 'tables');
export const objectsIn = (dataDir: string): string => join(dataDir, 'objects');

/**
 * True when a data folder has no data yet. False for a folder that cannot be used, because the code that
 * opens it reports the problem.
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
 * The file that marks a complete folder of tables. Downpour writes it when all tables exist. LevelDB has a
 * file CURRENT in the same folder. Without CURRENT, LevelDB would create an empty database and lose the data.
 */
export const tablesCreatedIn = (tables: string): string => join(tables, 'tables-created');
const currentIn = (tables: string): string => join(tables, 'CURRENT');

/**
 * Rejects a data folder that lacks `tables-created` or CURRENT, or has objects but no tables. Without this
 * check, Downpour would create new tables in the folder. Objects and the key of the administrator are only
 * written when the tables exist.
 * @throws DownpourError `DATA_UNUSABLE` (400).
 */
export async function refuseIncomplete(dataDir: string): Promise<void> {
  const tables = tablesIn(dataDir);
  const needed = [tablesCreatedIn(tables), currentIn(tables)];
  if (await isNew(dataDir)) {
    if (hasFiles(objectsIn(dataDir))) throw damaged(`The folder ${tables} is missing`);
    return;
  }
  if (![join(dataDir, 'admin.key'), tablesCreatedIn(tables)].some(existsSync)) return;
  const missing = needed.find((path) => !existsSync(path));
  if (missing !== undefined) throw damaged(`The file ${missing} is missing`);
}

const hasFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

/**
 * True when a folder is the data folder of a local cloud under any name. It has the cloud's key, or its
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

/** The folders that a local cloud creates in its data folder. */
const ownFolders = ['tables', 'objects', 'queues', 'log'] as const;

/**
 * Denies other users of the machine access to the data of a local cloud, which has passwords and secrets in
 * plain text. If the cloud created the data folder, the whole folder is closed. A folder that existed before
 * may have other files, so only the cloud's own folders are closed.
 */
export async function closeFolders(dataDir: string): Promise<void> {
  for (const name of ownFolders) {
    const folder = join(dataDir, name);
    const { mode } = await stat(folder).catch(() => ({ mode: 0 }));
    if ((mode & 0o077) !== 0) await chmod(folder, mode & 0o700);
  }
}
