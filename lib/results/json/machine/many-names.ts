import * as layout from './layout.ts';

/**
 * Finds repeated names in open objects that have many names. It stores a hash of 64 bits for each name, by
 * depth.
 */
export class ManyNames {
  readonly #namesMax: number;
  readonly #names: Hashes[] = [];

  constructor(namesMax: number) {
    this.#namesMax = namesMax;
  }

  /**
   * Adds a name.
   * @returns 1 when the object has this name already. Also 1 when the object has more names than are stored,
   *   because the name might be repeated.
   */
  add(words: Int32Array, depth: number, low: number, high: number): number {
    const frame = (words[layout.orderFrames >> 2]! + depth * layout.frameBytes) >> 2;
    this.#names[depth] ??= new Hashes();
    const names = this.#names[depth];
    if (words[frame + (layout.frameNameCount >> 2)] === layout.namesInFrame + 1) {
      const first = (words[layout.orderNames >> 2]! >> 2) + 2 * words[frame + (layout.frameNames >> 2)]!;
      names.clear();
      for (let at = first; at < first + 2 * layout.namesInFrame; at += 2)
        names.add(words[at]!, words[at + 1]!);
    }
    return names.size < this.#namesMax && names.add(low, high) ? 0 : 1;
  }
}

const slotsMin = 4 * layout.namesInFrame;

/**
 * A set of hashes of 64 bits, each as two numbers of 32 bits. A `Set` of large numbers needs some 40 bytes
 * for each of them, and takes several times as long.
 */
class Hashes {
  size = 0;
  /** Two numbers for each slot. A hash is in its own slot or behind it. An empty slot has two zeros. */
  #slots = new Int32Array(2 * slotsMin);

  clear(): void {
    this.size = 0;
    if (this.#slots.length === 2 * slotsMin) this.#slots.fill(0);
    else this.#slots = new Int32Array(2 * slotsMin);
  }

  /** @returns false when the set has the hash already. */
  add(low: number, other: number): boolean {
    // The hash of two zeros would look like an empty slot.
    const high = low === 0 && other === 0 ? 1 : other;
    if (4 * this.size >= this.#slots.length) this.#grow();
    const slots = this.#slots;
    let at = 2 * slotOf(low, high, slots.length / 2);
    while (slots[at] !== 0 || slots[at + 1] !== 0) {
      if (slots[at] === low && slots[at + 1] === high) return false;
      at = (at + 2) & (slots.length - 1);
    }
    slots[at] = low;
    slots[at + 1] = high;
    this.size += 1;
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    this.size = 0;
    for (let at = 0; at < before.length; at += 2)
      if (before[at] !== 0 || before[at + 1] !== 0) this.add(before[at]!, before[at + 1]!);
  }
}

/** Odd numbers that are secret, so that no document can have many names with the same slot. */
const factors = crypto.getRandomValues(new Int32Array(2)).map((number) => number | 1);
const [factor, otherFactor] = [factors[0]!, factors[1]!];

/** The slot of a hash, which is the highest bits of a product: 6 bits for 64 slots. */
const slotOf = (low: number, high: number, slots: number): number =>
  (Math.imul(low, factor) + Math.imul(high, otherFactor)) >>> Math.clz32(slots - 1);
