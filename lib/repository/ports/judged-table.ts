import { DownpourError } from '../../errors.ts';
import { repositoryKey } from '../../names/repository.ts';
import type { Table } from './table.ts';

/**
 * A table that is used only after its format was read, once. A function that an older deployment left behind, or that was put
 * back, so writes nothing beside data that it does not know.
 *
 * @param format the newest one that this program reads.
 * @throws DownpourError `DATA_FORMAT` (409), from every call, for a newer one.
 */
export function judgedTable(table: Table, format: number): Table {
  let judged: Promise<void> | undefined;
  const judge = (): Promise<void> => {
    judged ??= refuseNewer(table, format).catch((error: unknown) => {
      // The next call may find the table.
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
    `this deployment has data of format ${found}, and its functions read format ${format}: deploy it with the Downpour that wrote them, or a newer one`,
  );
}
