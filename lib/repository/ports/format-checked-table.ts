import { DownpourError } from '../../errors.ts';
import { repositoryKey } from '../../names/repository-keys.ts';
import type { Table } from './table.ts';

/**
 * Wraps a table and checks the format of its data once, before the first use. A function of an older
 * deployment therefore never writes data of an old format next to newer data.
 *
 * @param format the newest format that this program reads.
 * @throws DownpourError `DATA_FORMAT` (409), from every call, for a newer format.
 */
export function formatCheckedTable(table: Table, format: number): Table {
  let judged: Promise<void> | undefined;
  const judge = (): Promise<void> => {
    judged ??= refuseNewer(table, format).catch((error: unknown) => {
      // After a failed read, the next call reads the format again.
      judged = undefined;
      throw error;
    });
    return judged;
  };
  return {
    get: (key) => judge().then(() => table.get(key)),
    getMany: (keys) => judge().then(() => table.getMany(keys)),
    page: (pk, range) => judge().then(() => table.page(pk, range)),
    write: (writes) => judge().then(() => table.write(writes)),
    newIds: (kind, count) => judge().then(() => table.newIds(kind, count)),
  };
}

async function refuseNewer(table: Table, format: number): Promise<void> {
  const found = Number((await table.get(repositoryKey.format()))?.format ?? 1);
  if (found <= format) return;
  throw new DownpourError(
    'DATA_FORMAT',
    409,
    `the stored data has format ${found}, and this version of Downpour reads only formats up to ${format}; deploy the version of Downpour that wrote the data, or a newer version`,
  );
}
