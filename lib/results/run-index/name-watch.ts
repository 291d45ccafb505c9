import { NameHashes } from './name-hashes.ts';
import { byte } from './tokens.ts';

/** Names of an object that trails follow; one with more is hashed from there on. */
const trailLengthMax = 64;
/** Different names that may follow the same ones. */
const branchesMax = 32;
/** All that is remembered of trails. */
const trailsMax = 4096;

/** The names that an object has had so far, the last one and those before it: no two of them are the same. */
class Trail {
  readonly written: Uint8Array;
  readonly before: Trail | undefined;
  readonly length: number;
  /** What has followed, and what did so last. */
  readonly next: Trail[] = [];
  likely: Trail | undefined;

  constructor(written: Uint8Array, before?: Trail) {
    this.written = written;
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
export class NameWatch {
  readonly #hashes: NameHashes;
  /** Where objects at a depth begin. */
  readonly #roots: Trail[] = [];
  /** How far the object open at a depth has come; undefined when its names are hashed. */
  readonly #trails: (Trail | undefined)[] = [];
  #count = 0;

  constructor(depthMax: number, namesMax: number) {
    this.#hashes = new NameHashes(depthMax, namesMax);
  }

  open(depth: number): void {
    this.#hashes.open(depth);
    this.#roots[depth] ??= new Trail(new Uint8Array());
    this.#trails[depth] = this.#roots[depth];
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
    const name = bytes.subarray(start, end);
    const known = trail.next.find(({ written }) => isSame(written, name));
    if (known === undefined && has(trail, name)) return true;
    const next = known ?? this.#branch(trail, name);
    trail.likely = next ?? trail.likely;
    this.#trails[depth] = next;
    return next === undefined && this.#leave(depth, trail, name);
  }

  /** A new trail; undefined when there are too many, or when an escape hides which name it is. */
  #branch(trail: Trail, name: Uint8Array): Trail | undefined {
    const isFull =
      trail.length === trailLengthMax || trail.next.length === branchesMax || this.#count === trailsMax;
    if (isFull || name.includes(byte.backslash)) return undefined;
    this.#count += 1;
    const next = new Trail(name.slice(), trail);
    trail.next.push(next);
    return next;
  }

  /** Goes on with hashes. */
  #leave(depth: number, trail: Trail, name: Uint8Array): boolean {
    const names: Uint8Array[] = [];
    for (let one = trail; one.before !== undefined; one = one.before) names.push(one.written);
    for (const written of names) this.#hashes.repeats(depth, written, 0, written.length);
    return this.#hashes.repeats(depth, name, 0, name.length);
  }
}

function has(trail: Trail, name: Uint8Array): boolean {
  for (let one = trail; one.before !== undefined; one = one.before)
    if (isSame(one.written, name)) return true;
  return false;
}

function isSame(written: Uint8Array, name: Uint8Array): boolean {
  if (written.length !== name.length) return false;
  for (let at = 0; at < written.length; at += 1) if (written[at] !== name[at]) return false;
  return true;
}
