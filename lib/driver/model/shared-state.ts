import type { SetValue } from './session.ts';

/**
 * Data that the users of one drive share, in addition to their variables. Each step looks up its part once,
 * when it is compiled.
 */
export type SharedState = {
  pool(key: string): SharedPool;
  counter(key: string): SharedCounter;
  data(name: string): SharedData;
  /** Adds to a sum over all shards of the phase. Throws when the sum exceeds 64 bits. */
  addToGlobal(key: string, name: string, amount: bigint): void;
};

/** Maps of values that one user stores and another user takes, first in, first out. */
export type SharedPool = {
  push(entries: SharedEntries): void;
  /**
   * Takes a map out of the pool. With `match`, the map must have an entry with this name and value. Undefined
   * when there is no such map.
   */
  pull(match?: { readonly name: string; readonly value: SetValue }): SharedEntries | undefined;
};
export type SharedEntries = ReadonlyMap<string, SetValue>;

/** A whole number that begins at 0. A change beyond 2^53 throws, because it would not be exact. */
export type SharedCounter = {
  readonly value: number;
  add(amount: number): void;
  set(value: number): void;
};

/** A value that can be published once. */
export type SharedData = {
  /** Publishes the value. Throws when the name was published before. */
  publish(value: SetValue): void;
  /** The published value. Undefined before the publication. */
  read(): SetValue | undefined;
};

/**
 * The shared data that a drive stores for later drives. A drive that reads it twice, or in another order,
 * gets the same result.
 */
export type SharedSnapshot = ThreadSnapshot & {
  /**
   * Data of the other threads of the drive. The first thread has the `data` of all threads. Absent: the drive
   * has one thread.
   */
  readonly threads?: readonly ThreadSnapshot[];
};

export type ThreadSnapshot = {
  readonly version: 1;
  /** True when all users have left. If false, only `data` and `counters` may be used; more may follow. */
  readonly final: boolean;
  readonly maps: readonly SharedMapLeft[];
  /** Ids of maps that other drives stored and that users took. */
  readonly taken: readonly string[];
  readonly counters: readonly CounterShare[];
  readonly data: readonly PublishedData[];
};

export type SharedMapLeft = {
  /** An id that is unique in a burst. */
  readonly id: string;
  readonly key: string;
  readonly entries: Readonly<Record<string, StoredValue>>;
};

/**
 * The change of one drive to a counter: it may set the counter, and then adds to it. `order` is higher than
 * the order of every share that the drive knew.
 */
export type CounterShare = {
  readonly key: string;
  readonly origin: string;
  readonly order: number;
  readonly set?: number;
  readonly add: number;
};

export type PublishedData = {
  readonly name: string;
  /** The index of the phase whose user published the value. */
  readonly phase: number;
  readonly shard: number;
  /** The number of the event loop in its shard. Absent: the first. */
  readonly thread?: number;
  readonly value: StoredValue;
};

/** A value in JSON. Null is an unset item of a list. */
export type StoredValue =
  | number
  | string
  | { readonly bytes: string }
  | { readonly list: readonly (StoredValue | null)[] };

/** Sums by key and name, in decimal, because a JSON number may be too small for them. */
export type GlobalSums = Readonly<Record<string, Readonly<Record<string, string>>>>;
