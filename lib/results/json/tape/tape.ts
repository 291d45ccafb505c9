import { byte } from '../tokens.ts';

/**
 * The highest bit of an entry of `starts` or `links`. In `starts` it means that the string at this offset may
 * have an escape. In `links` it means that an array or object begins at this entry. An entry with this bit is
 * a negative number.
 */
export const flag = 0x80000000 | 0;
const offsetMask = 0x7fffffff;

/**
 * The fewest elements of an array for which the entries of all elements are stored after the first access to
 * an element.
 */
const placedMin = 64;

/** The entries of a tape while it is recorded: see `Tape`. */
export type Entries = { readonly starts: Int32Array; readonly links: Int32Array };

/**
 * A JSON document as offsets into its bytes. Each scalar and each name has an entry with its start and its
 * end. An array or object has two entries: the first has its start and the number of the second entry, the
 * second has the number of its values. The name of a member is the entry before its value. No object repeats
 * a name.
 *
 * A tape takes 8 bytes for an entry, some 0.8 bytes for each byte of a document. Values are decoded on
 * access.
 */
export class Tape {
  readonly bytes: Buffer;
  /** True when there are blanks between tokens. */
  readonly hasBlanks: boolean;
  /** True when a string may have an escape. */
  readonly hasEscapes: boolean;
  /** The most levels of nested arrays and objects in this document. */
  readonly depth: number;
  readonly #starts: Int32Array;
  readonly #links: Int32Array;
  readonly #places = new Map<number, Uint32Array>();
  /** For each entry, the array or object that contains it. */
  #parents: Int32Array | undefined;

  constructor(
    bytes: Uint8Array,
    { starts, links }: Entries,
    about: Pick<Tape, 'hasBlanks' | 'hasEscapes' | 'depth'>,
  ) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#starts = starts;
    this.#links = links;
    this.hasBlanks = about.hasBlanks;
    this.hasEscapes = about.hasEscapes;
    this.depth = about.depth;
  }

  get root(): Node {
    return new Node(this, 0);
  }

  start(at: number): number {
    return this.#starts[at]! & offsetMask;
  }

  end(at: number): number {
    return this.isOpen(at) ? this.start(this.close(at)) + 1 : this.#links[at]!;
  }

  /** The end offset of the bracket, scalar or name of an entry. */
  tokenEnd(at: number): number {
    return this.isOpen(at) || isClosing(this.first(at)) ? this.start(at) + 1 : this.#links[at]!;
  }

  /** The first byte of a value. It shows the kind of the value. */
  first(at: number): number {
    return this.bytes[this.start(at)]!;
  }

  isEscaped(at: number): boolean {
    return this.#starts[at]! < 0;
  }

  isOpen(at: number): boolean {
    return this.#links[at]! < 0;
  }

  /** The entry that ends an array or object. */
  close(at: number): number {
    return this.#links[at]! & offsetMask;
  }

  /** The entry that follows a value. */
  after(at: number): number {
    const link = this.#links[at]!;
    return link < 0 ? (link & offsetMask) + 1 : at + 1;
  }

  /**
   * The number of entries between two values: 1 in an object, for the name, and 0 in an array. The first
   * value is at `at + 1 + gap`, and the next one at `after(value) + gap`, until `close`.
   */
  gap(at: number): 0 | 1 {
    return this.first(at) === byte.openBrace ? 1 : 0;
  }

  /** The number of values in an array or object. */
  count(at: number): number {
    return this.#links[this.close(at)]!;
  }

  /** The entries of the values in an array or object, in the order of the document. */
  values(at: number): number[] {
    const gap = this.gap(at);
    const entries: number[] = new Array(this.count(at));
    for (let index = 0, entry = at + 1 + gap; index < entries.length; index += 1) {
      entries[index] = entry;
      entry = this.after(entry) + gap;
    }
    return entries;
  }

  /** The entries of the arrays and objects in an array or object, in the order of the document. */
  containers(at: number): number[] {
    const entries: number[] = [];
    if (this.#hasScalarsOnly(at)) return entries;
    const [gap, close] = [this.gap(at), this.close(at)];
    for (let entry = at + 1 + gap; entry < close; entry = this.after(entry) + gap)
      if (this.isOpen(entry)) entries.push(entry);
    return entries;
  }

  /** True when each value in an array or object is a scalar, which has one entry. */
  #hasScalarsOnly(at: number): boolean {
    return this.close(at) - at - 1 === this.count(at) * (1 + this.gap(at));
  }

  /** The entry of an element; the index must be in the array. */
  element(at: number, index: number): number {
    if (this.#hasScalarsOnly(at)) return at + 1 + index;
    const count = this.count(at);
    if (count < placedMin) {
      let place = at + 1;
      for (let skipped = 0; skipped < index; skipped += 1) place = this.after(place);
      return place;
    }
    let places = this.#places.get(at);
    if (places === undefined) {
      places = Uint32Array.from(this.values(at));
      this.#places.set(at, places);
    }
    return places[index]!;
  }

  /** The index of an element; the inverse of `element`. */
  index(at: number, element: number): number {
    let [low, high] = [0, this.count(at) - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.element(at, middle) < element) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The entry of the array or object that contains a value; -1 for the root. */
  parent(at: number): number {
    this.#parents ??= this.#parentsOfAll();
    return this.#parents[at]!;
  }

  #parentsOfAll(): Int32Array {
    const parents = new Int32Array(this.after(0));
    let open = -1;
    for (let at = 0; at < parents.length; at += 1) {
      parents[at] = open;
      if (this.isOpen(at)) open = at;
      else if (open >= 0 && at === this.close(open)) open = parents[open]!;
    }
    return parents;
  }

  /** The entry of the value of a member; -1 without such a member. */
  member(at: number, { bytes }: Pick<Name, 'bytes'>): number {
    const close = this.close(at);
    for (let value = at + 2; value < close; value = this.after(value) + 1)
      if (this.#isNamed(value - 1, bytes)) return value;
    return -1;
  }

  #isNamed(at: number, name: Uint8Array): boolean {
    if (this.isEscaped(at)) return Buffer.compare(wtf8(this.text(at)), name) === 0;
    const start = this.start(at) + 1;
    const { length } = name;
    if (this.#links[at]! - 1 - start !== length) return false;
    for (let place = 0; place < length; place += 1)
      if (this.bytes[start + place] !== name[place]) return false;
    return true;
  }

  /**
   * Compares two names in the order of `jsonb`: shorter names first, names of equal length by their bytes.
   */
  compareNames(one: number, other: number): number {
    if (this.isEscaped(one) || this.isEscaped(other)) {
      const [left, right] = [this.nameBytes(one), this.nameBytes(other)];
      return left.length - right.length || Buffer.compare(left, right);
    }
    const [from, to] = [this.start(one), this.#links[one]!];
    const [start, end] = [this.start(other), this.#links[other]!];
    if (to - from !== end - start) return to - from - end + start;
    for (let at = 0; at < to - from; at += 1) {
      const difference = this.bytes[from + at]! - this.bytes[start + at]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** The decoded characters of a string or name. */
  text(at: number): string {
    const [start, end] = [this.start(at), this.#links[at]!];
    return this.isEscaped(at)
      ? (JSON.parse(this.bytes.toString('utf8', start, end)) as string)
      : this.bytes.toString('utf8', start + 1, end - 1);
  }

  /** The characters of a scalar or name as they are written. */
  token(at: number): string {
    return this.bytes.toString('utf8', this.start(at), this.#links[at]);
  }

  /** The bytes of a string or name, as `Name` has them. */
  nameBytes(at: number): Uint8Array {
    return this.isEscaped(at)
      ? wtf8(this.text(at))
      : this.bytes.subarray(this.start(at) + 1, this.#links[at]! - 1);
  }
}

const isClosing = (code: number): boolean => code === byte.closeBracket || code === byte.closeBrace;

/** A value of a document. */
export class Node {
  readonly tape: Tape;
  /** The entry of the value on the tape. */
  readonly at: number;

  constructor(tape: Tape, at: number) {
    this.tape = tape;
    this.at = at;
  }

  get isArray(): boolean {
    return this.tape.isOpen(this.at) && this.tape.first(this.at) === byte.openBracket;
  }

  get isObject(): boolean {
    return this.tape.isOpen(this.at) && this.tape.first(this.at) === byte.openBrace;
  }

  get isContainer(): boolean {
    return this.tape.isOpen(this.at);
  }

  /** The number of elements or members of an array or object. */
  get count(): number {
    return this.tape.count(this.at);
  }

  /** The values in an array or object, in the order of the document. */
  get values(): readonly Node[] {
    return this.tape.values(this.at).map((value) => new Node(this.tape, value));
  }

  /** The members of an object, in the order of the document. */
  get members(): readonly (readonly [name: string, value: Node])[] {
    return this.values.map((value) => [this.tape.text(value.at - 1), value]);
  }

  /** The value of a scalar; an array or object is itself. @param numberOf reads the digits of a number. */
  plain<Value>(numberOf: (token: string) => Value): Value | string | boolean | null | Node {
    const { tape, at } = this;
    if (tape.isOpen(at)) return this;
    const first = tape.first(at);
    if (first === byte.quote) return tape.text(at);
    if (first === byte.n) return null;
    return first === byte.t || first === byte.f ? first === byte.t : numberOf(tape.token(at));
  }

  /** The JSON text as the document has it. */
  get json(): string {
    const { tape, at } = this;
    return tape.bytes.toString('utf8', tape.start(at), tape.end(at));
  }
}

/** The name of a member to look for in a document. */
export class Name {
  readonly text: string;
  /** The name in UTF-8, in which half of a surrogate pair is a character of its own. */
  readonly bytes: Uint8Array;

  constructor(text: string) {
    this.text = text;
    this.bytes = wtf8(text);
  }
}

/** Encodes a text in UTF-8, in which half of a surrogate pair is a character of its own. */
function wtf8(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat(
    Array.from(text, (character) => {
      const unit = character.charCodeAt(0);
      const isHalf = character.length === 1 && unit >= 0xd800 && unit <= 0xdfff;
      if (!isHalf) return Buffer.from(character);
      return Buffer.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
    }),
  );
}
