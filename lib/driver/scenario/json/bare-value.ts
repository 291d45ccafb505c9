const parts = ['', 'minus', 'zero', 'digits', 'point', 'fraction', 'e', 'sign', 'exponent'] as const;
const part = (name: (typeof parts)[number]): number => parts.indexOf(name);

/**
 * A table for reading a number: the state after a byte. The index is the state before the byte, times 256,
 * plus the byte. 0: the byte does not belong to the number.
 */
const nextPart = new Uint8Array(parts.length * 256);
for (const [before, bytes, after] of [
  ['', '-', 'minus'],
  ['', '0', 'zero'],
  ['', '123456789', 'digits'],
  ['minus', '0', 'zero'],
  ['minus', '123456789', 'digits'],
  ['zero', '.', 'point'],
  ['zero', 'eE', 'e'],
  ['digits', '0123456789', 'digits'],
  ['digits', '.', 'point'],
  ['digits', 'eE', 'e'],
  ['point', '0123456789', 'fraction'],
  ['fraction', '0123456789', 'fraction'],
  ['fraction', 'eE', 'e'],
  ['e', '+-', 'sign'],
  ['e', '0123456789', 'exponent'],
  ['sign', '0123456789', 'exponent'],
  ['exponent', '0123456789', 'exponent'],
] as const)
  for (const each of Buffer.from(bytes)) nextPart[part(before) * 256 + each] = part(after);

const complete = new Set(
  ['zero', 'digits', 'fraction', 'exponent'].map((name) => parts.indexOf(name as 'zero')),
);

const words: ReadonlyMap<number, Buffer> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);

/** A JSON number, true, false or null that arrives in fragments. */
export class Bare {
  /** True when the value has ended. A number ends before the first byte that does not belong to it. */
  ended = false;
  /**
   * The state within a JSON number, as an index of `parts`. 0 while the value is `true`, `false` or `null`.
   */
  #part = 0;
  #word: Buffer = Buffer.alloc(0);
  #length = 0;

  /** Starts to read a value by its first byte. False when no such value begins with this byte. */
  begin(first: number): boolean {
    this.#part = nextPart[first]!;
    this.ended = false;
    if (this.#part !== 0) return true;
    const word = words.get(first);
    if (word === undefined) return false;
    this.#word = word;
    this.#length = 1;
    return true;
  }

  /**
   * Reads a fragment from an offset, and returns the offset of the first byte that does not belong to the
   * value. If the value has not ended then, that byte is wrong, or the fragment has ended.
   */
  take(bytes: Buffer, from: number): number {
    return this.#part === 0 ? this.#takeWord(bytes, from) : this.#takeNumber(bytes, from);
  }

  /**
   * True when a number is complete, so that the document may end here. Always false for a word, which ends
   * with its last letter.
   */
  get isComplete(): boolean {
    return complete.has(this.#part);
  }

  /** The bytes that would be valid next, in words for a message. */
  get expected(): string {
    return this.#part === 0 ? this.#word.toString() : 'a digit';
  }

  #takeNumber(bytes: Buffer, from: number): number {
    const end = bytes.length;
    let current = this.#part;
    for (let at = from; at < end; at += 1) {
      const next = nextPart[current * 256 + bytes[at]!]!;
      if (next === 0) {
        this.#part = current;
        this.ended = complete.has(current);
        return at;
      }
      current = next;
    }
    this.#part = current;
    return end;
  }

  #takeWord(bytes: Buffer, from: number): number {
    const word = this.#word;
    const end = Math.min(bytes.length, from + word.length - this.#length);
    let at = from;
    for (; at < end; at += 1) {
      if (bytes[at] !== word[this.#length]) return at;
      this.#length += 1;
    }
    this.ended = this.#length === word.length;
    return at;
  }
}
