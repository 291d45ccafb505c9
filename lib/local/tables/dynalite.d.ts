/** Types of the parts of dynalite 4 that are used. The package has no types. */

/** The stores of dynalite: a database with callbacks. */
declare module 'dynalite/db/index.js' {
  import type { Readable } from 'node:stream';

  export type Range = { readonly limit?: number };

  export type Values = {
    /** Reads at most this many entries. The list is empty at the end. */
    readonly nextv: (count: number) => Promise<readonly unknown[]>;
    readonly close: () => Promise<void>;
  };

  export type Done = (error: unknown, value?: unknown) => void;

  export type Keys = { readonly all: () => Promise<readonly string[]> };

  /** An operation on a key of the whole database. */
  export type Operation =
    | { readonly type: 'put'; readonly key: string; readonly value: unknown }
    | { readonly type: 'del'; readonly key: string };

  export type Database = {
    put: (key: string, value: unknown, done: Done) => void;
    del: (key: string, done: Done) => void;
    batch: (operations: readonly Operation[], done: Done) => void;
    open: () => Promise<void>;
    close: (done: Done) => void;
    get: (key: string, done: Done) => void;
    /** Reads a value synchronously. Undefined for a missing key. */
    getSync: (key: string) => unknown;
    values: (range: Range) => Values;
    keys: (range: { readonly gte: string; readonly lt: string }) => Keys;
    createValueStream: (range: Range) => Readable;
  };

  /** An attribute in the form of the protocol: `{ S: 'text' }`. */
  export type Item = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

  /** Allows one writer at a time for a key, or for several keys at once. */
  export type Lock = (
    keys: string | string[],
    run: (release: (done: () => void) => () => void) => void,
  ) => void;

  /** The items of one table or index, under keys in the order of the database. */
  export type Items = {
    lock: Lock;
    get: (key: string, done: Done) => void;
    put: (key: string, item: Item, done: Done) => void;
    del: (key: string, done: Done) => void;
  };

  export type Table = {
    readonly TableName: string;
    readonly TableStatus: string;
    readonly LocalSecondaryIndexes?: readonly object[];
    readonly GlobalSecondaryIndexes?: readonly object[];
  };

  export type Store = {
    readonly options: { readonly maxItemSize: number };
    readonly db: Database;
    /** The definitions of the tables, by their names. */
    readonly tableDb: { createKeyStream: () => Readable };
    getTable: (
      name: string,
      checkStatus: boolean | ((error: unknown, table: Table) => void),
      done?: (error: unknown, table: Table) => void,
    ) => void;
    getItemDb: (table: string) => Items;
    getIndexDb: (kind: string, table: string, index: string) => Items;
  };

  const databases: {
    create: (options: {
      readonly path?: string;
      readonly createTableMs?: number;
      readonly deleteTableMs?: number;
    }) => Store;
    createKey: (item: Item, table: Table) => string;
    /** Each of these functions returns the error of the request. Undefined: there is no error. */
    validateKey: (key: Item, table: Table) => Error | undefined;
    validateItem: (item: Item, table: Table) => Error | undefined;
    checkConditional: (data: object, existing: Item | undefined) => Error | null | undefined;
    validationError: (message: string) => Error;
    itemSize: (item: Item) => number;
  };
  export default databases;
}

declare module 'dynalite/validations/index.js' {
  import type { Store } from 'dynalite/db/index.js';

  export type Types = Readonly<Record<string, unknown>>;
  export type Custom = (data: never, store: Store) => string | null | undefined;

  const validations: {
    /**
     * Returns the members of a request in the form of their types.
     * @throws the error of dynalite.
     */
    checkTypes: (data: object, types: Types) => object;
    checkValidations: (data: object, types: Types, custom: Custom | undefined, store: Store) => void;
  };
  export default validations;
}

declare module 'dynalite/validations/*' {
  import type { Custom, Types } from 'dynalite/validations/index.js';

  const validation: { readonly types: Types; readonly custom?: Custom };
  export default validation;
}

declare module 'dynalite/actions/*' {
  import type { Done, Store } from 'dynalite/db/index.js';

  const action: (store: Store, data: object, done: Done) => void;
  export default action;
}
