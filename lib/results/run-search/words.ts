/**
 * The words of a document: the names of its members and what stands at each of them, as a Bloom filter. It may say that a
 * word is there which is not, but never the other way, so a search need not read a document that lacks a word.
 */
export type Words = {
  readonly has: (name: string) => boolean;
  readonly hasValue: (name: string, value: Scalar) => boolean;
};

export type Scalar = string | number | boolean | null;

/** Written in front; words of another format are no use. */
const format = 1;
const head = 1;
/** With seven bits for each of ten, one of a hundred words that are not there seems to be. */
const bitsPerWord = 10;
const probes = 7;
/** A document with more is read whenever it is asked. */
const wordsMax = 2000;
/** Different values at one name; of more, as of a long text, only the name is known. */
const valuesMax = 32;
const textLengthMax = 64;

/** The words of a parsed document; undefined for one with too many. */
export function wordsOf(document: unknown): Uint8Array | undefined {
  const words = collected(document);
  if (words === undefined) return undefined;
  const bytes = new Uint8Array(head + Math.ceil((words.size * bitsPerWord) / 8));
  bytes[0] = format;
  for (const word of words)
    for (const bit of bitsOf(word, bytes.length)) bytes[head + (bit >> 3)]! |= 1 << (bit & 7);
  return bytes;
}

/** Undefined for what another release wrote. */
export function openWords(bytes: Uint8Array): Words | undefined {
  if (bytes[0] !== format) return undefined;
  const has = (word: string): boolean =>
    bytes.length > head &&
    bitsOf(word, bytes.length).every((bit) => (bytes[head + (bit >> 3)]! & (1 << (bit & 7))) !== 0);
  return {
    has: (name) => has(nameWord(name)),
    hasValue: (name, value) => has(valueWord(name, value)) || has(manyWord(name)),
  };
}

const nameWord = (name: string): string => `n${name}`;
const valueWord = (name: string, value: Scalar): string => `v${name}\0${typeof value}${value}`;
/** Not all values at this name are known. */
const manyWord = (name: string): string => `m${name}`;

function collected(document: unknown): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  const values = new Map<string, Set<Scalar>>();
  const rest: { readonly name: string | undefined; readonly value: unknown }[] = [
    { name: undefined, value: document },
  ];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { name, value } = next;
    // What lies in arrays stands at the name of the outermost.
    if (Array.isArray(value)) for (const element of value) rest.push({ name, value: element });
    else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) {
        words.add(nameWord(inner));
        rest.push({ name: inner, value: one });
      }
    else if (name !== undefined) addValue(words, values, name, value as Scalar);
    if (words.size > wordsMax) return undefined;
  }
  return words;
}

function addValue(words: Set<string>, values: Map<string, Set<Scalar>>, name: string, value: Scalar): void {
  const known = values.get(name) ?? new Set<Scalar>();
  values.set(name, known);
  if (known.has(value)) return;
  const isLong = typeof value === 'string' && value.length > textLengthMax;
  if (isLong || known.size >= valuesMax) words.add(manyWord(name));
  else {
    known.add(value);
    words.add(valueWord(name, value));
  }
}

/** Places of the bits of a word, from two hashes of it (Kirsch and Mitzenmacher 2006). */
function bitsOf(word: string, bytes: number): readonly number[] {
  const bits = (bytes - head) * 8;
  const [one, two] = [hash(word, 0x811c9dc5), hash(word, 0x9747b28c) | 1];
  return Array.from({ length: probes }, (_, n) => ((one + Math.imul(n, two)) >>> 0) % bits);
}

/** FNV-1a over UTF-16 units, mixed at the end as murmur3 does. */
function hash(text: string, seed: number): number {
  let sum = seed;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
