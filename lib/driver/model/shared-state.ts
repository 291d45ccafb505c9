import type { SetValue } from './session.ts';

/**
 * Data that the users of one drive share, in addition to the variables of each. A step looks up its part
 * once, when it is compiled.
 */
export type SharedState = {
  pool(key: string): SharedPool;
  counter(key: string): SharedCounter;
  data(name: string): SharedData;
  /** Adds to a global sum over all shards of the phase. The sum is exact and may be of any size. */
  addToGlobal(key: string, name: string, amount: bigint): void;
};

/**
 * A pool of maps (names and values). One user stores a map and another user takes it, first in, first out.
 */
export type SharedPool = {
  push(entries: SharedEntries): void;
  /**
   * Takes a map out of the pool. With `match`, only a map with this name and value. Undefined when there is
   * no such map.
   */
  pull(match?: { readonly name: string; readonly value: SetValue }): SharedEntries | undefined;
};
export type SharedEntries = ReadonlyMap<string, SetValue>;

/**
 * A counter that users share: a whole number that begins at 0. An addition beyond 2^53 throws, because it
 * would not be exact.
 */
export type SharedCounter = {
  readonly value: number;
  add(amount: number): void;
  set(value: number): void;
};

/** A value that users share. It can be published only once. */
export type SharedData = {
  /** Publishes the value. Throws when the name was published before. */
  publish(value: SetValue): void;
  /** The published value. Undefined before it is published. */
  read(): SetValue | undefined;
};

/**
 * The shared data that a drive stores for later drives. If a drive reads it twice, or reads several in
 * another order, the result is the same.
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
  /** True when all users have left. If false, only `data` and `counters` may be used, and more may follow. */
  readonly final: boolean;
  readonly maps: readonly SharedMapLeft[];
  /** Ids of maps that came from other drives and that users took out, in this drive or in an earlier one. */
  readonly taken: readonly string[];
  readonly counters: readonly CounterShare[];
  readonly data: readonly PublishedData[];
};

export type SharedMapLeft = {
  /** The id of the map, which is unique in a burst. */
  readonly id: string;
  readonly key: string;
  readonly entries: Readonly<Record<string, StoredValue>>;
};

/**
 * The changes of one drive to a counter. If it has `set`, the counter is set first, and then increased.
 * `order` is higher than that of every share that the drive knew.
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

/** A value of a variable in JSON. Null is an unset item of a list. */
export type StoredValue =
  | number
  | string
  | { readonly bytes: string }
  | { readonly list: readonly (StoredValue | null)[] };

/**
 * Global sums by key and name. They are texts with decimal digits, because a sum may be too large for a JSON
 * number.
 */
export type GlobalSums = Readonly<Record<string, Readonly<Record<string, string>>>>;
