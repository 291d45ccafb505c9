import { decodeName } from './text.ts';
import { byte } from './tokens.ts';

/** An object with fewer names is searched one by one. */
const fewNames = 16;
/** Initial capacity for names. */
const namesFirst = 1024;

/**
 * The names of all open objects, as two hashes of 32 bits each. In one of very many pairs it reports a
 * repeated name by mistake. It never misses one.
 */
export class NameHashes {
  readonly #namesMax: number;
  /** The hashes of the names of all open objects, outer ones first. */
  #first = new Int32Array(namesFirst);
  #second = new Int32Array(namesFirst);
  #top = 0;
  /** The index of an object's first name, by depth. */
  readonly #bases: Int32Array;
  /**
   * For an object with many names, by depth: a hash table with the numbers of names, from 1. `#masks` has
   * its size less 1, or 0 without a table.
   */
  readonly #slots: Int32Array[] = [];
  readonly #masks: Int32Array;

  constructor(depthMax: number, namesMax: number) {
    this.#bases = new Int32Array(depthMax + 2);
    this.#masks = new Int32Array(depthMax + 2);
    this.#namesMax = namesMax;
  }

  open(depth: number): void {
    this.#bases[depth] = this.#top;
    this.#masks[depth] = 0;
  }

  close(depth: number): void {
    this.#top = this.#bases[depth]!;
  }

  /** @returns true when the object open at this depth repeats this name. Start and end exclude the quotes. */
  repeats(depth: number, bytes: Uint8Array, start: number, end: number): boolean {
    let [hash, other] = [0x811c9dc5 | 0, end - start];
    for (let at = start; at < end; at += 1) {
      if (bytes[at] === byte.backslash) return this.#repeatsDecoded(depth, bytes.subarray(start, end));
      hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
      other = (Math.imul(other, 0x2c1b3c6d) + bytes[at]!) | 0;
    }
    const known = this.#first;
    const base = this.#bases[depth]!;
    const top = this.#top;
    if (top - base >= fewNames) return this.#repeatsMany(depth, hash, other);
    for (let at = base; at < top; at += 1) if (known[at] === hash && this.#second[at] === other) return true;
    this.#put(hash, other);
    return false;
  }

  /** Names are equal when their characters are equal, with or without escapes. */
  #repeatsDecoded(depth: number, name: Uint8Array): boolean {
    const decoded = new TextEncoder().encode(decodeName(name));
    return decoded.includes(byte.backslash) || this.repeats(depth, decoded, 0, decoded.length);
  }

  #repeatsMany(depth: number, hash: number, other: number): boolean {
    const base = this.#bases[depth]!;
    const count = this.#top - base;
    if (count >= this.#namesMax) return true;
    if (count * 2 > this.#masks[depth]!) this.#spread(depth, count);
    const slots = this.#slots[depth]!;
    const mask = this.#masks[depth]!;
    let slot = spot(hash) & mask;
    for (let name = slots[slot]!; name !== 0; name = slots[slot]!) {
      if (this.#first[base + name - 1] === hash && this.#second[base + name - 1] === other) return true;
      slot = (slot + 1) & mask;
    }
    slots[slot] = count + 1;
    this.#put(hash, other);
    return false;
  }

  /** Makes a hash table for the names of an object, with four times as many slots as names. */
  #spread(depth: number, count: number): void {
    const size = 4 << (32 - Math.clz32(count));
    const kept = this.#slots[depth];
    const slots = kept !== undefined && kept.length >= size ? kept.fill(0, 0, size) : new Int32Array(size);
    const base = this.#bases[depth]!;
    for (let name = 1; name <= count; name += 1) {
      let slot = spot(this.#first[base + name - 1]!) & (size - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      slots[slot] = name;
    }
    this.#slots[depth] = slots;
    this.#masks[depth] = size - 1;
  }

  #put(hash: number, other: number): void {
    if (this.#top === this.#first.length) {
      this.#first = doubled(this.#first);
      this.#second = doubled(this.#second);
    }
    this.#first[this.#top] = hash;
    this.#second[this.#top] = other;
    this.#top += 1;
  }
}

/**
 * Mixes the high bits into the low bits, because the low bits of a product do not depend on the high bits of
 * its factors.
 */
const spot = (hash: number): number => hash ^ (hash >>> 15);

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}
