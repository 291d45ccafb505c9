import { Node, type Tape } from '../../../json/tape/tape.ts';
import { byte } from '../../../json/tokens.ts';
import { type JsonNumber, numberOfToken, readingSteps, scientificOf, weightOf } from './decimal.ts';
import type { MadeObject, MadeValue } from './json-value.ts';
import { type Steps, storedOrder } from './stored-order.ts';

/**
 * The base object for the ids of `.keyvalue()`. PostgreSQL computes the id of an object from the id of its
 * base and from the object's offset in the binary `jsonb` of the base, in bytes: `10 ** 10 * id + offset`.
 * The whole document is base 0.
 */
export type ObjectBase = {
  readonly id: number;
  /** The object that `.keyvalue()` made, if this object is the base. Its offset is 0. */
  readonly made?: MadeObject;
  /**
   * The number to subtract from an offset in the document's `jsonb`, to get the offset in the `jsonb` of the
   * base.
   */
  readonly shift: number;
};

export const documentBase: ObjectBase = { id: 0, shift: 0 };

/** The offset of each array and object in the binary `jsonb` of the document, by its entry on the tape. */
export type Offsets = Uint32Array;

export const offsetOf = (value: MadeValue | MadeObject, offsets: Offsets): number =>
  value instanceof Node ? offsets[value.at]! : 0;

export function objectId(object: Node | MadeObject, base: ObjectBase, offsets: Offsets): number {
  const offset = object === base.made ? 0 : offsetOf(object, offsets) - base.shift;
  return base.id * 10_000_000_000 + offset;
}

/** Computes the offsets of arrays and objects in one walk through the document, outer values first. */
export function offsetsIn({ tape, at, isContainer }: Node, steps: Steps): Offsets {
  const survey = new Survey(tape, tape.after(at), steps);
  // A root that is a scalar contains no objects, so nothing is measured.
  if (isContainer) survey.measure(at, 0);
  return survey.offsets;
}

/** The offset of the member `value` in an object `{id, key, value}`, which `.keyvalue()` made. */
export function offsetOfMadeValue(id: number, key: string): number {
  // The size of such an object in `jsonb`: four bytes each for the header, three names and three values, then
  // the names themselves.
  const names = 4 + 6 * 4 + 'id'.length + 'key'.length + 'value'.length;
  const idEnd = aligned(names) + numberSize(id);
  return aligned(idEnd + Buffer.byteLength(key));
}

const aligned = (offset: number): number => (offset + 3) & ~3;

class Survey {
  readonly offsets: Uint32Array;
  readonly #tape: Tape;
  readonly #steps: Steps;

  constructor(tape: Tape, entries: number, steps: Steps) {
    this.offsets = new Uint32Array(entries);
    this.#tape = tape;
    this.#steps = steps;
  }

  /** Records the offsets of a container and of its contents; returns the offset after it. */
  measure(at: number, offset: number): number {
    const tape = this.#tape;
    this.offsets[at] = offset;
    if (tape.gap(at) === 0) {
      let next = offset + 4 + 4 * tape.count(at);
      const close = tape.close(at);
      for (let element = at + 1; element < close; element = tape.after(element))
        next = this.#after(element, next);
      return next;
    }
    const values = storedOrder(new Node(tape, at), this.#steps);
    let next = offset + 4 + 8 * values.length;
    for (const value of values) next += this.#textBytes(value - 1);
    for (const value of values) next = this.#after(value, next);
    return next;
  }

  /** The offset after a value that begins at an offset. */
  #after(at: number, offset: number): number {
    const tape = this.#tape;
    this.#steps.spend(1);
    if (tape.isOpen(at)) return this.measure(at, aligned(offset));
    const first = tape.first(at);
    if (first === byte.quote) return offset + this.#textBytes(at);
    if (first !== byte.minus && (first < byte.zero || first > byte.nine)) return offset;
    return aligned(offset) + (plainNumberSize(tape, at) ?? this.#numberSize(tape.token(at)));
  }

  #textBytes(at: number): number {
    const tape = this.#tape;
    const length = tape.isEscaped(at) ? tape.nameBytes(at).length : tape.end(at) - tape.start(at) - 2;
    this.#steps.spend(length >> 6);
    return length;
  }

  #numberSize(token: string): number {
    const number = numberOfToken(token);
    this.#steps.spend(readingSteps(number));
    return numberSize(number);
  }
}

/** The size in bytes of a number with few digits and without an exponent. Undefined for another number. */
function plainNumberSize(tape: Tape, at: number): number | undefined {
  const [start, end] = [tape.start(at), tape.end(at)];
  if (end - start > 40) return undefined;
  // Four positions, counted in digits from the left: the present digit, the first and the last that are not
  // 0, and the first after the point.
  let [place, first, last, point] = [0, -1, -1, -1];
  for (let from = start; from < end; from += 1) {
    const code = tape.bytes[from]!;
    if (code === byte.dot) point = place;
    if (code === byte.dot || code === byte.minus) continue;
    if (code < byte.zero || code > byte.nine) return undefined;
    if (code !== byte.zero && first < 0) first = place;
    if (code !== byte.zero) last = place;
    place += 1;
  }
  if (first < 0) return 6;
  const ones = point < 0 ? place : point;
  return 6 + 2 * (Math.floor((ones - 1 - first) / 4) - Math.floor((ones - 1 - last) / 4) + 1);
}

/**
 * The size in bytes of a number in PostgreSQL: a header, and two bytes for each base-10000 digit from the
 * first to the last that is not 0.
 */
function numberSize(value: JsonNumber): number {
  const { digits, point, scale } = scientificOf(value);
  if (digits === '') return scale <= 63 ? 6 : 8;
  const first = weightOf(point);
  const last = Math.floor((point - digits.length) / 4);
  const isShort = scale <= 63 && first <= 63;
  return (isShort ? 6 : 8) + 2 * (first - last + 1);
}
