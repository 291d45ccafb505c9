import { NameHashes } from './name-hashes.ts';
import { decodeName, isWritten } from './text.ts';
import { byte } from './tokens.ts';

/** Names of an object that trails follow; one with more is hashed from there on. */
const trailLengthMax = 64;
/** Different names that may follow the same ones. */
const branchesMax = 32;
/** All that is remembered of trails. */
const trailsMax = 4096;
/** Objects at a depth that left their trail before no other there follows one: they have nothing in common. */
const leavesMax = 256;

/** The names that an object has had so far, the last one and those before it: no two of them are the same. */
class Trail {
  /** The last name as it is written, and what it says. */
  readonly written: Uint8Array;
  readonly name: string;
  readonly before: Trail | undefined;
  readonly length: number;
  /** What has followed, and what did so last. */
  readonly next: Trail[] = [];
  likely: Trail | undefined;

  constructor(written: Uint8Array, name: string, before?: Trail) {
    this.written = written;
    this.name = name;
    this.before = before;
    this.length = before === undefined ? 0 : before.length + 1;
  }
}

/**
 * Tells whether an object repeats a name. Most objects have the names of another one in the same order, which were found
 * to be different then; so a name is first held against the one that followed last time. When it is not known that way,
 * the names of the object are hashed: an answer "yes" may then be wrong, "no" never is. That is the side to err on: where
 * names are repeated, only a parser knows which values count, and the index is not asked.
 */
export class RepeatedNames {
  readonly #hashes: NameHashes;
  /** Where objects at a depth begin. */
  readonly #roots: Trail[] = [];
  /** How far the object open at a depth has come; undefined when its names are hashed. */
  readonly #trails: (Trail | undefined)[] = [];
  readonly #leaves: number[] = [];
  #count = 0;

  constructor(depthMax: number, namesMax: number) {
    this.#hashes = new NameHashes(depthMax, namesMax);
  }

  open(depth: number): void {
    this.#hashes.open(depth);
    this.#roots[depth] ??= new Trail(new Uint8Array(), '');
    this.#leaves[depth] ??= 0;
    this.#trails[depth] = this.#leaves[depth] < leavesMax ? this.#roots[depth] : undefined;
  }

  close(depth: number): void {
    this.#hashes.close(depth);
  }

  /** @returns the place of the quote that closes the name which begins here, if it is the likely one; else -1. */
  likelyEnd(depth: number, bytes: Uint8Array, start: number): number {
    const next = this.#trails[depth]?.likely;
    if (next === undefined) return -1;
    const { written } = next;
    const { length } = written;
    for (let at = 0; at < length; at += 1) if (bytes[start + at] !== written[at]) return -1;
    if (bytes[start + length] !== byte.quote) return -1;
    this.#trails[depth] = next;
    return start + length;
  }

  /** @returns whether the object open at this depth has had the name that stands here, without its quotes, before. */
  repeats(depth: number, bytes: Uint8Array, start: number, end: number): boolean {
    const trail = this.#trails[depth];
    if (trail === undefined) return this.#hashes.repeats(depth, bytes, start, end);
    const next = this.#following(trail, bytes, start, end);
    if (next === 'repeated') return true;
    trail.likely = next ?? trail.likely;
    this.#trails[depth] = next;
    return next === undefined && this.#leave(depth, trail, bytes.subarray(start, end));
  }

  /** The trail with one more name; undefined when there are too many. */
  #following(trail: Trail, bytes: Uint8Array, start: number, end: number): Trail | 'repeated' | undefined {
    for (const next of trail.next) if (isWritten(next.written, bytes, start, end)) return next;
    const isFull =
      trail.length === trailLengthMax || trail.next.length === branchesMax || this.#count === trailsMax;
    if (isFull) return undefined;
    const name = decodeName(bytes.subarray(start, end));
    for (let one = trail; one.before !== undefined; one = one.before)
      if (one.name === name) return 'repeated';
    this.#count += 1;
    const next = new Trail(bytes.slice(start, end), name, trail);
    trail.next.push(next);
    return next;
  }

  /** Goes on with hashes. */
  #leave(depth: number, trail: Trail, name: Uint8Array): boolean {
    this.#leaves[depth] += 1;
    for (let one = trail; one.before !== undefined; one = one.before)
      this.#hashes.repeats(depth, one.written, 0, one.written.length);
    return this.#hashes.repeats(depth, name, 0, name.length);
  }
}
