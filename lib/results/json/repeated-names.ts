import { NameHashes } from './name-hashes.ts';
import { decodeName, isWritten } from './text.ts';
import { byte } from './tokens.ts';

/** Names of an object that are compared with known sequences. Further names are hashed. */
const sequenceLengthMax = 64;
/** Different names that may follow the same sequence. */
const followersMax = 32;
/** Sequences that are kept in all. */
const sequencesMax = 4096;
/**
 * Objects at a depth that may differ from known sequences. After that, names at this depth are hashed
 * immediately.
 */
const departuresMax = 256;

/**
 * A sequence of different names at the beginning of an object, as its last name and the sequence before it.
 */
class NameSequence {
  /** The last name as bytes of the document, and decoded. */
  readonly written: Uint8Array;
  readonly name: string;
  readonly before: NameSequence | undefined;
  readonly length: number;
  /** The sequences with one more name, and the latest of them. */
  readonly next: NameSequence[] = [];
  likely: NameSequence | undefined;

  constructor(written: Uint8Array, name: string, before?: NameSequence) {
    this.written = written;
    this.name = name;
    this.before = before;
    this.length = before === undefined ? 0 : before.length + 1;
  }
}

/**
 * Detects names that an object repeats. Most objects have the names of an earlier object in the same order,
 * and those were found to be different. So each name is first compared with the name that followed last time.
 * If no known sequence matches, the names of the object are hashed: then "repeated" may be wrong, "not
 * repeated" never is. This error is harmless: for an object with repeated names, Downpour parses the document
 * instead of using the index.
 */
export class RepeatedNames {
  readonly #hashes: NameHashes;
  /** The empty sequence at which objects of a depth start. */
  readonly #roots: NameSequence[] = [];
  /** The sequence of the object open at a depth; undefined when its names are hashed. */
  readonly #sequences: (NameSequence | undefined)[] = [];
  readonly #departures: number[] = [];
  #count = 0;

  constructor(depthMax: number, namesMax: number) {
    this.#hashes = new NameHashes(depthMax, namesMax);
  }

  open(depth: number): void {
    this.#hashes.open(depth);
    this.#roots[depth] ??= new NameSequence(new Uint8Array(), '');
    this.#departures[depth] ??= 0;
    this.#sequences[depth] = this.#departures[depth] < departuresMax ? this.#roots[depth] : undefined;
  }

  close(depth: number): void {
    this.#hashes.close(depth);
  }

  /**
   * @returns the offset of the quote that closes the name which begins here, if it is the likely name;
   *   otherwise -1.
   */
  likelyEnd(depth: number, bytes: Uint8Array, start: number): number {
    const next = this.#sequences[depth]?.likely;
    if (next === undefined) return -1;
    const { written } = next;
    const { length } = written;
    for (let at = 0; at < length; at += 1) if (bytes[start + at] !== written[at]) return -1;
    if (bytes[start + length] !== byte.quote) return -1;
    this.#sequences[depth] = next;
    return start + length;
  }

  /** @returns true when the object open at this depth repeats this name. Start and end exclude the quotes. */
  repeats(depth: number, bytes: Uint8Array, start: number, end: number): boolean {
    const sequence = this.#sequences[depth];
    if (sequence === undefined) return this.#hashes.repeats(depth, bytes, start, end);
    const next = this.#following(sequence, bytes, start, end);
    if (next === 'repeated') return true;
    sequence.likely = next ?? sequence.likely;
    this.#sequences[depth] = next;
    return next === undefined && this.#leave(depth, sequence, bytes.subarray(start, end));
  }

  /** The sequence with one more name; undefined when there are too many sequences. */
  #following(
    sequence: NameSequence,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): NameSequence | 'repeated' | undefined {
    for (const next of sequence.next) if (isWritten(next.written, bytes, start, end)) return next;
    const isFull =
      sequence.length === sequenceLengthMax ||
      sequence.next.length === followersMax ||
      this.#count === sequencesMax;
    if (isFull) return undefined;
    const name = decodeName(bytes.subarray(start, end));
    for (let one = sequence; one.before !== undefined; one = one.before)
      if (one.name === name) return 'repeated';
    this.#count += 1;
    const next = new NameSequence(bytes.slice(start, end), name, sequence);
    sequence.next.push(next);
    return next;
  }

  /** Continues with hashes. */
  #leave(depth: number, sequence: NameSequence, name: Uint8Array): boolean {
    this.#departures[depth] = (this.#departures[depth] ?? 0) + 1;
    for (let one = sequence; one.before !== undefined; one = one.before)
      this.#hashes.repeats(depth, one.written, 0, one.written.length);
    return this.#hashes.repeats(depth, name, 0, name.length);
  }
}
