/**
 * A Bloom filter of a document: a set of words, which are the names of its members and the values at each
 * name. It may report a word that the document lacks, but never misses a word of the document. So a search
 * skips documents whose filter lacks a word.
 */
export type BloomFilter = {
  readonly has: (name: string) => boolean;
  readonly hasValue: (name: string, value: Scalar) => boolean;
};

export type Scalar = string | number | boolean | null;

/** The first byte of a filter, its format. A filter of another format is ignored. */
const format = 1;
const head = 1;
/**
 * Bits of the filter for each word. With ten bits, and seven bits tested for each question, one of a hundred
 * missing words is reported by mistake.
 */
const bitsPerWord = 10;
const probes = 7;
/** The most words of a document that gets a filter. Every search reads a document with more words. */
const wordsMax = 2000;
/**
 * The most different values at one name that the filter has. If there are more values, or a long text, the
 * filter has only the name.
 */
const valuesMax = 32;
const textLengthMax = 64;

/**
 * The filter of a parsed document. Undefined for a document with too many words.
 * @param document nested at most as deep as a stored document.
 */
export function bloomFilterOf(document: unknown): Uint8Array | undefined {
  const collection = new Collection();
  collection.add(document, undefined);
  if (collection.isFull) return undefined;
  const words = collection.words();
  const bytes = new Uint8Array(head + Math.ceil((words.length * bitsPerWord) / 8));
  bytes[0] = format;
  for (const word of words) bitsOf(word, bytes.length, (bit) => setBit(bytes, bit));
  return bytes;
}

/** Reads a stored filter. Undefined for a filter of another release. */
export function openBloomFilter(bytes: Uint8Array): BloomFilter | undefined {
  if (bytes[0] !== format) return undefined;
  const has = (word: string): boolean =>
    bytes.length > head && bitsOf(word, bytes.length, (bit) => hasBit(bytes, bit));
  return {
    has: (name) => has(nameWord(name)),
    hasValue: (name, value) => has(valueWord(name, value)) || has(manyWord(name)),
  };
}

const nameWord = (name: string): string => `n${name}`;
const valueWord = (name: string, value: Scalar): string => `v${name}\0${typeof value}${value}`;
/** The word for a name whose values are not all in the filter. */
const manyWord = (name: string): string => `m${name}`;

/** The values that were found at one name. */
type AtName = { readonly values: Set<Scalar>; hasMore: boolean };

/** Collects the words of a document, until there are too many. */
class Collection {
  readonly #names = new Map<string, AtName>();
  #size = 0;

  get isFull(): boolean {
    return this.#size > wordsMax;
  }

  /**
   * Adds the words of a value.
   * @param at the name of the value. Elements of arrays count for the name of the outermost array.
   */
  add(value: unknown, at: AtName | undefined): void {
    if (this.isFull) return;
    if (Array.isArray(value)) for (const element of value) this.add(element, at);
    else if (typeof value === 'object' && value !== null) this.#addMembers(value as Record<string, unknown>);
    else if (at !== undefined) this.#addScalar(value as Scalar, at);
  }

  #addMembers(object: Readonly<Record<string, unknown>>): void {
    for (const name in object) {
      let at = this.#names.get(name);
      if (at === undefined) {
        at = { values: new Set(), hasMore: false };
        this.#names.set(name, at);
        this.#size += 1;
      }
      this.add(object[name], at);
    }
  }

  #addScalar(value: Scalar, at: AtName): void {
    const { values, hasMore } = at;
    if (hasMore || values.has(value)) return;
    const isLong = typeof value === 'string' && value.length > textLengthMax;
    this.#size += 1;
    if (!isLong && values.size < valuesMax) values.add(value);
    else {
      at.hasMore = true;
      this.#size -= values.size;
      values.clear();
    }
  }

  words(): readonly string[] {
    return [...this.#names].flatMap(([name, { values, hasMore }]) => [
      nameWord(name),
      ...[...values].map((value) => valueWord(name, value)),
      ...(hasMore ? [manyWord(name)] : []),
    ]);
  }
}

/**
 * Calls `wants` with the number of each bit of a word until `wants` returns false. The numbers come from two
 * hashes (Kirsch and Mitzenmacher 2006).
 */
function bitsOf(word: string, bytes: number, wants: (bit: number) => boolean): boolean {
  const bits = (bytes - head) * 8;
  const [one, two] = [hash(word, 0x811c9dc5), hash(word, 0x9747b28c) | 1];
  for (let n = 0; n < probes; n += 1) if (!wants(((one + Math.imul(n, two)) >>> 0) % bits)) return false;
  return true;
}

const hasBit = (bytes: Uint8Array, bit: number): boolean =>
  (bytes[head + (bit >> 3)]! & (1 << (bit & 7))) !== 0;

function setBit(bytes: Uint8Array, bit: number): boolean {
  bytes[head + (bit >> 3)]! |= 1 << (bit & 7);
  return true;
}

/** FNV-1a over UTF-16 units, mixed at the end as murmur3 does. */
function hash(text: string, seed: number): number {
  let sum = seed;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
