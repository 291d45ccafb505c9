import { Readable } from 'node:stream';
import databases, { type Database, type Done, type Range, type Store } from 'dynalite/db/index.js';
import { storageRefusal } from '../data-folder/disk-errors.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { batchedWrites, type Write } from './batched-writes.ts';

/**
 * Returns the error of the first failed write, after which no more writes are accepted. Undefined before
 * that.
 */
export type Fault = () => unknown;

/**
 * Opens a database on disk. It returns errors that would otherwise be thrown where no caller can catch them.
 */
export async function openDatabase(
  path: string,
  failed?: (error: unknown) => void,
): Promise<{ readonly store: Store; readonly fault: Fault }> {
  const store = databases.create({ path, createTableMs: 0, deleteTableMs: 0 });
  const fault = guard(store.db, failed);
  const { db } = store;
  db.createValueStream = (range) => valueStream(db, range);
  store.tableDb.createKeyStream = () => Readable.from(namesOfTables(db));
  await store.db.open();
  return { store, fault };
}

/** Closes the database after the running writes have ended. */
export function closeDatabase({ db }: Store): Promise<void> {
  return new Promise((resolve, reject) => {
    db.close((error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Turns errors of the database into answers. After a failed write, for example on a full disk, no other write
 * is accepted and no running one is acknowledged. The next start could not find them after the damaged
 * record.
 */
function guard(database: Database, failed?: (error: unknown) => void): Fault {
  let fault: unknown;
  const { batch } = database;
  const write = batchedWrites((operations, done) => {
    if (fault !== undefined) return setImmediate(done, answerOf(fault));
    return batch.call(database, operations, (error) => {
      if (fault === undefined && error) failed?.(error);
      fault ??= error ?? undefined;
      done(fault === undefined ? null : answerOf(fault));
    });
  });
  const definitions = new Map<string, unknown>();
  const keep: Write = (operations, done) =>
    write(operations, (error) => {
      if (operations.some(({ key }) => isDefinition(key))) definitions.clear();
      done(error);
    });
  database.put = (key, value, done) => keep([{ type: 'put', key, value }], done);
  database.del = (key, done) => keep([{ type: 'del', key }], done);
  database.batch = keep;
  database.get = (key, done) => {
    const known = definitions.get(key);
    if (known === undefined) readNow(database, key, isDefinition(key) ? noted(definitions, key, done) : done);
    else setImmediate(done, null, known);
  };
  return () => fault;
}

/**
 * Whether a key is that of a table's definition, which is cached. Every operation reads it, and it never
 * changes while the table exists.
 */
const isDefinition = (key: string): boolean => key.startsWith(definitionsBegin);
const definitionsBegin = 'table~';

/** The names of all tables. Dynalite would read the keys of all items to find them. */
async function* namesOfTables(database: Database): AsyncGenerator<string> {
  for (const key of await database.keys({ gte: definitionsBegin, lt: `${definitionsBegin}\uffff` }).all())
    yield key.slice(definitionsBegin.length);
}

const noted =
  (definitions: Map<string, unknown>, key: string, done: Done): Done =>
  (error, value) => {
    if (!error && value !== undefined) definitions.set(key, value);
    done(error, value);
  };

/**
 * Reads a value synchronously. It is in memory or in the page cache, and a wait for another thread would cost
 * more than the read.
 */
function readNow(database: Database, key: string, done: Done): void {
  try {
    setImmediate(done, null, database.getSync(key));
  } catch (error) {
    setImmediate(done, answerOf(error));
  }
}

/** The number of items that are read together. The database returns fewer when they are large. */
const chunkItems = 1000;

/**
 * Streams the items of a range, many at a time. Dynalite's own stream reads them one by one and never closes
 * its iterator. An open iterator keeps the items that it has read, and all overwritten versions, in memory.
 */
function valueStream(database: Database, range: Range): Readable {
  const iterator = database.values(range);
  let left = range.limit !== undefined && range.limit >= 0 ? range.limit : Number.POSITIVE_INFINITY;
  const stream = new Readable({
    objectMode: true,
    read() {
      iterator.nextv(Math.min(left, chunkItems)).then(take, (error) => stream.destroy(answerOf(error)));
    },
    destroy: (error, done) => void iterator.close().then(() => done(error), done),
  });
  const take = (items: readonly unknown[]): void => {
    left -= items.length;
    for (const item of items) stream.push(item);
    if (items.length === 0 || left <= 0) stream.push(null);
  };
  return stream;
}

/** Converts an error to the form of dynalite's errors. */
function answerOf(error: unknown): Error {
  const { status, code, message } = storageRefusal(error) ?? new ProtocolError(500, 'InternalServerError');
  const body = { __type: `com.amazon.coral.service#${code}`, message };
  return Object.assign(new Error(message, { cause: error }), { statusCode: status, body });
}
