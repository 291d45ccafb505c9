import * as layout from './layout.ts';

/**
 * Finds repeated names in open objects that have many names. It stores a hash of 53 bits for each name, by
 * depth.
 */
export class ManyNames {
  readonly #namesMax: number;
  readonly #names: Set<number>[] = [];

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
    if (words[frame + (layout.frameNameCount >> 2)] === layout.namesInFrame + 1) {
      const first = (words[layout.orderNames >> 2]! >> 2) + 2 * words[frame + (layout.frameNames >> 2)]!;
      const known = Array.from({ length: layout.namesInFrame }, (_, at) =>
        keyOf(words[first + 2 * at]!, words[first + 2 * at + 1]!),
      );
      this.#names[depth] = new Set(known);
    }
    const names = this.#names[depth]!;
    const key = keyOf(low, high);
    if (names.has(key) || names.size >= this.#namesMax) return 1;
    names.add(key);
    return 0;
  }
}

const keyOf = (low: number, high: number): number => (low >>> 0) + (high & 0x1fffff) * 2 ** 32;
