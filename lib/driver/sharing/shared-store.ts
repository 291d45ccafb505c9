import type { SetValue } from '../model/session.ts';
import type {
  GlobalSums,
  PublishedData,
  SharedData,
  SharedEntries,
  SharedMapLeft,
  SharedSnapshot,
  SharedState,
} from '../model/shared-state.ts';
import { Counter } from './counter.ts';
import { GlobalCounters } from './global-counters.ts';
import { sharing } from './limits.ts';
import { Pool, type PooledMap } from './pool.ts';
import { bytesOf, copyOf, restored, storedOf } from './values.ts';

/** Identifies a thread of a drive: by the index of its phase, its shard, its segment and its own number. */
export type Origin = {
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
  /** The number of the event loop in its drive. Absent: the first one. */
  readonly thread?: number;
};

/** The part of a shard's maps that one later shard gets. Several later shards may divide the maps. */
export type MapShare = { readonly position: number; readonly count: number };

/** The data that the users of one drive share. At first it contains the data of earlier drives. */
export class SharedStore implements SharedState {
  readonly #origin: Origin;
  readonly #name: string;
  readonly #bytesMax: number;
  readonly #published: (data: PublishedData) => void;
  readonly #pools = new Map<string, Pool>();
  readonly #counters = new Map<string, Counter>();
  readonly #data = new Map<string, Published>();
  readonly #globals = new GlobalCounters();
  /**
   * The ids of maps from other drives: those that this store has ever contained (`#seen`), and those that any
   * drive has taken out (`#taken`).
   */
  readonly #seen = new Set<string>();
  readonly #taken = new Set<string>();
  #pushed = 0;
  #bytes = 0;
  #publications = 0;

  /** `published` is called when a user of this drive publishes data. */
  constructor(
    origin: Origin,
    published: (data: PublishedData) => void = () => {},
    bytesMax: number = sharing.bytesMax,
  ) {
    const { phase, shard, segment, thread = 0 } = origin;
    this.#origin = origin;
    this.#published = published;
    this.#bytesMax = bytesMax;
    this.#name = `${phase}/${shard}/${segment}${thread === 0 ? '' : `/${thread}`}`;
  }

  /** The number of times that a user of this drive published data. */
  get publications(): number {
    return this.#publications;
  }

  pool(key: string): Pool {
    const known = this.#pools.get(key);
    if (known !== undefined) return known;
    const pool = new Pool(
      (entries) => this.#admit(entries),
      (map) => this.#takeOut(map),
    );
    this.#pools.set(key, pool);
    return pool;
  }

  counter(key: string): Counter {
    const known = this.#counters.get(key) ?? new Counter(key, this.#name);
    this.#counters.set(key, known);
    return known;
  }

  data(name: string): SharedData {
    return {
      publish: (value) => {
        if (this.#data.has(name))
          throw new Error(`agent data '${name}' was published before; a name can be published only once`);
        this.#grow(bytesOf(value));
        const { phase, shard, thread = 0 } = this.#origin;
        const data = { phase, shard, thread, value: copyOf(value) };
        this.#data.set(name, data);
        this.#publications += 1;
        this.#published(publishedOf(name, data));
      },
      read: () => {
        const published = this.#data.get(name);
        return published && copyOf(published.value);
      },
    };
  }

  addToGlobal(key: string, name: string, amount: bigint): void {
    this.#globals.add(key, name, amount);
  }

  /** The global sums of this drive. Undefined when no user has added to one. */
  globalSums(): GlobalSums | undefined {
    return this.#globals.encode();
  }

  /**
   * Adds the data of another drive. `maps` selects the part of that drive's maps that this drive gets;
   * undefined means none.
   *
   * @throws Error when two phases published the same name, or when the shared data exceed their bound.
   */
  absorb(snapshot: SharedSnapshot, maps: MapShare | undefined): void {
    for (const share of snapshot.counters) this.counter(share.key).absorb(share);
    for (const each of snapshot.data) this.#absorbData(each);
    if (maps === undefined) return;
    for (const id of snapshot.taken) this.#forget(id);
    snapshot.maps.forEach((map, at) => {
      if (at % maps.count === maps.position) this.#absorbMap(map);
    });
  }

  /**
   * The data that this drive stores for later drives. It contains maps only when it is final, because until
   * then users of this drive may take them.
   */
  snapshot(final: boolean): SharedSnapshot {
    return {
      version: 1,
      final,
      maps: final
        ? [...this.#pools].flatMap(([key, pool]) => [...pool.maps].map((map) => left(key, map)))
        : [],
      taken: final ? [...this.#taken] : [],
      counters: [...this.#counters.values()].flatMap((counter) => counter.shares()),
      data: [...this.#data].map(([name, data]) => publishedOf(name, data)),
    };
  }

  #admit(entries: SharedEntries): PooledMap {
    this.#grow(sizeOf(entries));
    this.#pushed += 1;
    return { id: `${this.#name}/${this.#pushed}`, entries, inherited: false };
  }

  #takeOut({ id, entries, inherited }: PooledMap): void {
    this.#bytes -= sizeOf(entries);
    if (inherited) this.#taken.add(id);
  }

  #absorbMap({ id, key, entries }: SharedMapLeft): void {
    if (this.#seen.has(id) || this.#taken.has(id)) return;
    this.#seen.add(id);
    const values = new Map(Object.entries(entries).map(([name, value]) => [name, restored(value)]));
    this.#grow(sizeOf(values));
    this.pool(key).put({ id, entries: values, inherited: true });
  }

  /** Removes a map because another drive has taken it out. */
  #forget(id: string): void {
    if (this.#taken.has(id)) return;
    this.#taken.add(id);
    if (!this.#seen.has(id)) return;
    for (const pool of this.#pools.values())
      for (const map of pool.maps) {
        if (map.id !== id) continue;
        pool.remove(map);
        this.#bytes -= sizeOf(map.entries);
      }
  }

  #absorbData({ name, phase, shard, thread = 0, value }: PublishedData): void {
    const known = this.#data.get(name);
    if (known !== undefined && known.phase !== phase)
      throw new Error(`agent data '${name}' was published by two phases; a name can be published only once`);
    // If several shards and threads of a phase have published a name, the value of the first shard and its
    // first thread counts. So the order in which their data is read does not matter.
    if (known !== undefined && (known.shard - shard || known.thread - thread) <= 0) return;
    const own = restored(value);
    this.#grow(bytesOf(own) - (known === undefined ? 0 : bytesOf(known.value)));
    this.#data.set(name, { phase, shard, thread, value: own });
  }

  #grow(bytes: number): void {
    if (this.#bytes + bytes > this.#bytesMax)
      throw new Error(
        `the shared maps (pushSharedMap) and the published data of one load generator's thread exceed ${Number((this.#bytesMax / 2 ** 20).toPrecision(3))} MiB; keep less in them`,
      );
    this.#bytes += bytes;
  }
}

type Published = {
  readonly phase: number;
  readonly shard: number;
  readonly thread: number;
  readonly value: SetValue;
};

const publishedOf = (name: string, { phase, shard, thread, value }: Published): PublishedData => ({
  name,
  phase,
  shard,
  ...(thread === 0 ? {} : { thread }),
  value: storedOf(value),
});

const sizeOf = (entries: SharedEntries): number =>
  [...entries].reduce((sum, [name, value]) => sum + sharing.entryBytes + 2 * name.length + bytesOf(value), 0);

const left = (key: string, { id, entries }: PooledMap): SharedMapLeft => ({
  id,
  key,
  entries: Object.fromEntries([...entries].map(([name, value]) => [name, storedOf(value)])),
});
