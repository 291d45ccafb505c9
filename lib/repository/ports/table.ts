/**
 * The table of the repository's records. `lib/store/dynamo-table.ts` implements it with DynamoDB, and tests
 * use a table in memory. The table returns every stored value unchanged: text, numbers of any size, booleans,
 * null, bytes, lists and maps.
 */
export type Table = {
  readonly get: (key: Key) => Promise<Item | undefined>;
  /** Reads several items, in the order of the keys. A missing item is undefined. */
  readonly getMany: (keys: readonly Key[]) => Promise<readonly (Item | undefined)[]>;
  /** Reads a page of a partition in the order of the sort keys. The items are in their present state. */
  readonly page: (pk: string, range?: Range) => Promise<Page>;
  /**
   * Writes all items or none: at most 100 items, each once.
   * @throws DownpourError RECORD_TOO_LARGE (400) for an item that would have more than 400 kB.
   * @returns the indexes of the writes whose condition did not hold. Empty when all are written.
   */
  readonly write: (writes: readonly Write[]) => Promise<readonly number[]>;
  /**
   * Reserves new ids of a kind, from 1, and returns the first one. An id is never reserved twice, even after
   * a failure.
   */
  readonly newIds: (kind: string, count?: number) => Promise<number>;
};

/** The key of an item: partition key and sort key. */
export type Key = { readonly pk: string; readonly sk: string };

export type Item = Key & Fields;
export type Fields = { readonly [name: string]: unknown };

export type Range = {
  /** A text with which the selected sort keys begin. */
  readonly prefix?: string;
  readonly from?: string;
  readonly to?: string;
  /** True: items come from the last sort key to the first. */
  readonly backward?: boolean;
  /** The most items of the page. Absent: all items. */
  readonly limit?: number;
  /** The attributes to read in addition to the keys. Absent: all. */
  readonly only?: readonly string[];
  /** The sort key of the last item of the previous page. */
  readonly after?: string;
};

export type Page = {
  readonly items: readonly Item[];
  /** The sort key after which the next page begins. Absent: this is the last page. */
  readonly next?: string;
};

export type Write =
  | { readonly put: Item; readonly when?: Condition }
  | {
      readonly update: Key;
      readonly set?: Fields;
      /** Numbers to add to attributes. An absent attribute counts as 0. */
      readonly add?: Readonly<Record<string, number>>;
      readonly remove?: readonly string[];
      readonly when?: Condition;
    }
  | { readonly delete: Key; readonly when?: Condition }
  | { readonly check: Key; readonly when: Condition };

/**
 * A condition that an item must meet for a write: it is absent, or present, or has these attributes.
 * Undefined: the attribute is absent.
 */
export type Condition = 'absent' | 'present' | Readonly<Record<string, Scalar | undefined>>;
export type Scalar = string | number | boolean;

/** The record in an item of the table: its members without the keys and the version. */
export function recordOf<T>({ pk: _, sk: __, version: ___, ...record }: Item): T {
  return record as unknown as T;
}

/** Reads a record. Undefined for a missing record. */
export async function recordAt<T>(table: Table, key: Key): Promise<T | undefined> {
  const item = await table.get(key);
  return item && recordOf<T>(item);
}

/** Reads the existing records with these keys, in the order of the keys. */
export async function recordsAt<T>(table: Table, keys: readonly Key[]): Promise<readonly T[]> {
  return (await table.getMany(keys)).flatMap((item) => (item ? [recordOf<T>(item)] : []));
}

/** Reads all records of a range, page by page. */
export async function recordsIn<T>(table: Table, pk: string, range?: Range): Promise<readonly T[]> {
  return (await all(itemsOf(table, pk, range))).map(recordOf<T>);
}

/** A key as one text, for maps and sets. */
export const nameOf = ({ pk, sk }: Key): string => `${pk}\0${sk}`;

export function keyOf(write: Write): Key {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
}

/** Reads all items of a range, page by page. */
export async function* itemsOf(table: Table, pk: string, range: Range = {}): AsyncGenerator<Item> {
  let after = range.after;
  do {
    const { items, next } = await table.page(pk, { ...range, ...(after === undefined ? {} : { after }) });
    yield* items;
    after = next;
  } while (after !== undefined);
}

export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
