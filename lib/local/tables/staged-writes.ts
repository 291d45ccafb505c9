import type { Done, Item, Items, Operation, Store } from 'dynalite/db/index.js';

/** A recorded write: a key of the whole database with its new item. Without an item the key is deleted. */
export type Written = { readonly key: string; readonly item?: Item };

/**
 * A store for one operation on a locked item. It reads the current items, and records the writes instead of
 * storing them.
 *
 * @param seen receives the item before the operation.
 */
export function recording(
  store: Store,
  written: Written[],
  seen: (existing: Item | undefined) => void,
): Store {
  return {
    ...store,
    getItemDb: (table) => recordingItems(store.getItemDb(table), itemsPrefix(table), written, seen),
    getIndexDb: (kind, table, index) => {
      const prefix = `index-${kind.toLowerCase()}~${table}~${index}~`;
      return recordingItems(store.getIndexDb(kind, table, index), prefix, written, () => undefined);
    },
  };
}

/** The beginning of the key of every item of a table in the database. */
export const itemsPrefix = (table: string): string => `item-${table}~`;

/**
 * The items of a table whose writes are recorded.
 * @param prefix begins every key of these items in the database.
 */
function recordingItems(
  items: Items,
  prefix: string,
  written: Written[],
  seen: (existing: Item | undefined) => void,
): Items {
  return {
    lock: (_, run) => run((done) => done),
    get: (key, done) =>
      items.get(key, (error, item) => {
        seen(item as Item | undefined);
        done(error, item);
      }),
    put(key, item, done: Done) {
      written.push({ key: prefix + key, item });
      done(null);
    },
    del(key, done: Done) {
      written.push({ key: prefix + key });
      done(null);
    },
  };
}

/** Stores all recorded writes or none, even when the process ends in the middle. */
export function writeAll({ db }: Store, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return Promise.resolve();
  const operations = written.map(
    ({ key, item }): Operation =>
      item === undefined ? { type: 'del', key } : { type: 'put', key, value: item },
  );
  return new Promise((resolve, reject) => {
    db.batch(operations, (error: unknown) => (error ? reject(error) : resolve()));
  });
}
