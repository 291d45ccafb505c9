import { Node } from '../../../json/tape.ts';
import { type JsonNumber, readingSteps, scientificOf, weightOf } from './decimal.ts';
import { elementsOf } from './elements.ts';
import { isNumber, type MadeObject, type MadeValue, plain } from './json-value.ts';
import { type Steps, storedOrder } from './stored-order.ts';
import { utf8Length } from './utf8.ts';

/**
 * The base of the id of an object. PostgreSQL computes the id from the base object's own id and the object's
 * offset in the base's `jsonb`, in bytes: `10 ** 10 * id + offset`. The document is base 0.
 */
export type ObjectBase = {
  readonly id: number;
  /** The object that `.keyvalue()` made. Its offset is 0. */
  readonly made?: MadeObject;
  /** The difference between an offset in the document and the same offset in the base. */
  readonly shift: number;
};

export const documentBase: ObjectBase = { id: 0, shift: 0 };

/** The offsets of the arrays and objects of a document in its `jsonb`, by their entries on the tape. */
export type Offsets = Uint32Array;

export const offsetOf = (value: MadeValue | MadeObject, offsets: Offsets): number =>
  value instanceof Node ? offsets[value.at]! : 0;

export function objectId(object: Node | MadeObject, base: ObjectBase, offsets: Offsets): number {
  const offset = object === base.made ? 0 : offsetOf(object, offsets) - base.shift;
  return base.id * 10_000_000_000 + offset;
}

/** Walks once through a document, outer values first. */
export function offsetsIn(root: Node, steps: Steps): Offsets {
  const survey = new Survey(root, steps);
  // A scalar as the root contains no object.
  if (root.isContainer) survey.measure(root, 0);
  return survey.offsets;
}

/** The offset of the value in the object `{id, key, value}`. */
export function offsetOfMadeValue(id: number, key: string): number {
  // Four bytes each for the header, three names and three values, then the names themselves.
  const names = 4 + 6 * 4 + 'id'.length + 'key'.length + 'value'.length;
  const idEnd = aligned(names) + numberSize(id);
  return aligned(idEnd + utf8Length(key));
}

const aligned = (offset: number): number => (offset + 3) & ~3;

class Survey {
  readonly offsets: Uint32Array;
  readonly #steps: Steps;

  constructor({ tape, at }: Node, steps: Steps) {
    this.offsets = new Uint32Array(tape.after(at));
    this.#steps = steps;
  }

  /** Records the offsets of a container and of its contents; returns the offset after it. */
  measure(container: Node, offset: number): number {
    const { tape, at, count } = container;
    this.offsets[at] = offset;
    if (container.isArray) return this.#measureAll(elementsOf(container), offset + 4 + 4 * count);
    const values = storedOrder(container, this.#steps);
    const names = values.reduce((length, value) => length + tape.nameBytes(value - 1).length, 0);
    return this.#measureAll(
      values.map((value) => new Node(tape, value)),
      offset + 4 + 8 * count + names,
    );
  }

  #measureAll(nodes: Iterable<Node>, begin: number): number {
    let offset = begin;
    for (const node of nodes) {
      this.#steps.spend(1);
      const value = plain(node);
      if (value instanceof Node) offset = this.measure(value, aligned(offset));
      else if (typeof value === 'string') offset += this.#bytesOf(value);
      else if (isNumber(value)) {
        this.#steps.spend(readingSteps(value));
        offset = aligned(offset) + numberSize(value);
      }
    }
    return offset;
  }

  #bytesOf(text: string): number {
    this.#steps.spend(text.length >> 6);
    return utf8Length(text);
  }
}

/**
 * Bytes of a `numeric`: a header, and two bytes for each base-10000 digit from the first to the last that is
 * not 0.
 */
function numberSize(value: JsonNumber): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return 6 + 2 * groupsOf(Math.abs(value));
  const { digits, point, scale } = scientificOf(value);
  if (digits === '') return scale <= 63 ? 6 : 8;
  const first = weightOf(point);
  const last = Math.floor((point - digits.length) / 4);
  const isShort = scale <= 63 && first <= 63;
  return (isShort ? 6 : 8) + 2 * (first - last + 1);
}

/** The base-10000 digits of a whole number without zeros at its end. */
function groupsOf(number: number): number {
  let rest = number;
  while (rest > 0 && rest % 10_000 === 0) rest /= 10_000;
  let groups = 0;
  for (; rest > 0; rest = Math.floor(rest / 10_000)) groups += 1;
  return groups;
}
