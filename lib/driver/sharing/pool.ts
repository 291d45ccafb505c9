import type { SetValue } from '../model/session.ts';
import type { SharedEntries, SharedPool } from '../model/shared-state.ts';
import { copyOf } from './values.ts';

/** A map (names and values) in a pool. `inherited`: the map comes from another drive. */
export type PooledMap = { readonly id: string; readonly entries: SharedEntries; readonly inherited: boolean };

/**
 * The shared maps under one key, in the order in which they arrived. When a user first searches for a map
 * with a certain entry, the pool makes an index for entries of this name.
 */
export class Pool implements SharedPool {
  readonly #maps = new Set<PooledMap>();
  readonly #indexes = new Map<string, Map<string, Set<PooledMap>>>();
  readonly #add: (entries: SharedEntries) => PooledMap;
  readonly #removed: (map: PooledMap) => void;

  /**
   * `add` makes the stored form of a map that a user adds. `removed` is called with a map that a user has
   * taken out.
   */
  constructor(add: (entries: SharedEntries) => PooledMap, removed: (map: PooledMap) => void) {
    this.#add = add;
    this.#removed = removed;
  }

  get maps(): Iterable<PooledMap> {
    return this.#maps;
  }

  push(entries: SharedEntries): void {
    const copied = new Map([...entries].map(([name, value]) => [name, copyOf(value)]));
    this.put(this.#add(copied));
  }

  put(map: PooledMap): void {
    this.#maps.add(map);
    for (const [name, index] of this.#indexes) addTo(index, map, name);
  }

  pull(match?: { readonly name: string; readonly value: SetValue }): SharedEntries | undefined {
    const candidates = match === undefined ? this.#maps : this.#indexOf(match.name).get(keyOf(match.value));
    const [map] = candidates ?? [];
    if (map === undefined) return undefined;
    this.remove(map);
    this.#removed(map);
    return map.entries;
  }

  remove(map: PooledMap): void {
    this.#maps.delete(map);
    for (const [name, index] of this.#indexes) {
      const value = map.entries.get(name);
      if (value === undefined) continue;
      const key = keyOf(value);
      const same = index.get(key);
      same?.delete(map);
      if (same?.size === 0) index.delete(key);
    }
  }

  #indexOf(name: string): Map<string, Set<PooledMap>> {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = new Map<string, Set<PooledMap>>();
    for (const map of this.#maps) addTo(index, map, name);
    this.#indexes.set(name, index);
    return index;
  }
}

function addTo(index: Map<string, Set<PooledMap>>, map: PooledMap, name: string): void {
  const value = map.entries.get(name);
  if (value === undefined) return;
  const key = keyOf(value);
  const same = index.get(key) ?? new Set();
  same.add(map);
  index.set(key, same);
}

/**
 * A text for a value, as the key of an index. Equal values have equal texts, and a number has the same text
 * as its decimal digits.
 */
function keyOf(value: SetValue): string {
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return `bytes ${Buffer.from(value).toString('base64')}`;
  return `list ${JSON.stringify(value.map((item) => (item === undefined ? null : keyOf(item))))}`;
}
