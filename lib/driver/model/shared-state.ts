import type { SetValue } from './session.ts';

/**
 * Data that the users of one drive share beyond their variables. Each step looks up its part once, when it is
 * compiled.
 */
export type SharedState = {
  pool(key: string): SharedPool;
  counter(key: string): SharedCounter;
  data(name: string): SharedData;
  /** Adds to a sum over all shards of the phase. Throws when it leaves 64 bits. */
  addToGlobal(key: string, name: string, amount: bigint): void;
};

/** Maps of values that one user leaves and another takes, first in, first out. */
export type SharedPool = {
  push(entries: SharedEntries): void;
  /**
   * Takes a map out of the pool. With `match`, its entry of that name equals the value. Undefined when there
   * is no such map.
   */
  pull(match?: { readonly name: string; readonly value: SetValue }): SharedEntries | undefined;
};
export type SharedEntries = ReadonlyMap<string, SetValue>;

/** A whole number that stays exact: what would leave 2^53 throws. It begins at 0. */
export type SharedCounter = {
  readonly value: number;
  add(amount: number): void;
  set(value: number): void;
};

/** A value that is published once. */
export type SharedData = {
  /** Throws when the name was published before. */
  publish(value: SetValue): void;
  /** Undefined before a user has published a value. */
  read(): SetValue | undefined;
};

/**
 * The shared data that a drive leaves behind, as the store keeps it. A drive that reads it twice, or in
 * another order, gets the same result.
 */
export type SharedSnapshot = ThreadSnapshot & {
  /**
   * Data of the further threads of the drive. The first thread has the `data` of all threads. Absent: the
   * drive has one thread.
   */
  readonly threads?: readonly ThreadSnapshot[];
};

export type ThreadSnapshot = {
  readonly version: 1;
  /** All users are gone. Otherwise only `data` and `counters` are of use, and more may follow. */
  readonly final: boolean;
  readonly maps: readonly SharedMapLeft[];
  /** Ids of maps that others left and that were taken out. */
  readonly taken: readonly string[];
  readonly counters: readonly CounterShare[];
  readonly data: readonly PublishedData[];
};

export type SharedMapLeft = {
  /** Unique in a burst. */
  readonly id: string;
  readonly key: string;
  readonly entries: Readonly<Record<string, StoredValue>>;
};

/**
 * The change of one drive to a counter: it may set the counter, and then adds to it. `order` is higher than
 * that of every share that the drive knew.
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
  /** Index of the phase whose user published it. */
  readonly phase: number;
  readonly shard: number;
  /** Number of the event loop in its shard. Absent: the first. */
  readonly thread?: number;
  readonly value: StoredValue;
};

/** A value in JSON; null is an unset slot of a list. */
export type StoredValue =
  | number
  | string
  | { readonly bytes: string }
  | { readonly list: readonly (StoredValue | null)[] };

/** Sums by key and name, in decimal: they may be beyond what a JSON number holds. */
export type GlobalSums = Readonly<Record<string, Readonly<Record<string, string>>>>;
