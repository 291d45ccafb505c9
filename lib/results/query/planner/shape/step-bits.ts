import { decodeName } from '../../../json/text.ts';
import { isDeep, type PathShape, type Step } from './path-shape.ts';

const utf8 = new TextEncoder();
/** Steps are bits of a number. */
const stepsMax = 30;

/**
 * Returns true for steps that one pass can follow: one `deep` step at most, no filter, no counting from the
 * end.
 */
export function isScannable(steps: readonly Step[]): boolean {
  const areForward = steps.every(
    (step) =>
      step.kind === 'member' ||
      step.kind === 'wildcard' ||
      (step.kind === 'slice' && step.start >= 0 && (step.end === undefined || step.end >= 0)),
  );
  return areForward && steps.length <= stepsMax && steps.filter(isDeep).length <= 1;
}

/** A value of a document, as far as steps care. */
export type Form = 'object' | 'array' | 'scalar';

/**
 * How far steps lead into a value, as bits: bit n says that n steps lead to it. Without a `deep` step there
 * is one bit at most before `arrived` adds others, so no value is found twice.
 */
export class StepBits {
  /** The bit of a value for which all steps are done. */
  readonly done: number;
  readonly deepAt: number;
  readonly #steps: readonly Step[];
  readonly #rule: PathShape['rule'];
  /** The names that member steps ask for, as they are usually written. */
  readonly #names: readonly (Uint8Array | undefined)[];

  constructor(steps: readonly Step[], rule: PathShape['rule']) {
    this.#steps = steps;
    this.#rule = rule;
    this.#names = steps.map((step) =>
      step.kind === 'member' ? utf8.encode(JSON.stringify(step.name)).slice(1, -1) : undefined,
    );
    this.deepAt = steps.findIndex(isDeep);
    this.done = 1 << steps.length;
  }

  /** Bits of a value when it is known what it is. To lax mode all that is no array is an array of itself. */
  arrived(bits: number, form: Form): number {
    if (this.#rule !== 'lax' || form === 'array') return bits;
    let all = bits;
    for (const [at, step] of this.#steps.entries())
      if ((all & (1 << at)) !== 0 && isOfElement(step, 0)) all |= 2 << at;
    return all;
  }

  /** Returns true when strict mode takes the value for an error: a step needs another one. */
  isError(bits: number, form: Form): boolean {
    if (this.#rule !== 'strict') return false;
    return this.#steps.some(
      ({ kind }, at) => (bits & (1 << at)) !== 0 && form !== (kind === 'member' ? 'object' : 'array'),
    );
  }

  /** Returns true when strict mode misses elements in an array of so many. */
  isShort(bits: number, count: number): boolean {
    if (this.#rule !== 'strict') return false;
    return this.#steps.some((step, at) => {
      if ((bits & (1 << at)) === 0 || step.kind !== 'slice') return false;
      const { start, end = count } = step;
      return start >= end || end > count;
    });
  }

  /**
   * Returns true when strict mode takes an object as an error because no step goes into one of its members.
   */
  get needsMember(): boolean {
    return this.#rule === 'strict';
  }

  /** Bits of an element of an array with these. */
  ofElement(bits: number, element: number): number {
    let next = 0;
    for (let at = 0; at < this.#steps.length; at += 1) {
      if ((bits & (1 << at)) === 0) continue;
      if (at === this.deepAt) next |= 1 << at;
      if (isOfElement(this.#steps[at]!, element)) next |= 2 << at;
    }
    return next;
  }

  /** Bits with which lax mode takes an array as its elements: those of steps to a member. */
  unwrapped(bits: number): number {
    if (this.#rule !== 'lax') return 0;
    let next = 0;
    for (let at = 0; at < this.#steps.length; at += 1)
      if ((bits & (1 << at)) !== 0 && this.#steps[at]!.kind === 'member') next |= 1 << at;
    return next;
  }

  /**
   * Bits of the member, of an object with these bits, whose name stands between two places with its quotes.
   */
  ofMember(bits: number, bytes: Uint8Array, start: number, end: number): number {
    let next = 0;
    for (let at = 0; at < this.#steps.length; at += 1) {
      if ((bits & (1 << at)) === 0) continue;
      const { kind } = this.#steps[at]!;
      if (at === this.deepAt) next |= 1 << at;
      const isStep =
        kind === 'member'
          ? this.#isNamed(at, bytes, start, end)
          : kind === 'wildcard' && this.#rule === 'jsonpath';
      if (isStep) next |= 2 << at;
    }
    return next;
  }

  #isNamed(at: number, bytes: Uint8Array, start: number, end: number): boolean {
    const [name, wanted] = [this.#names[at], this.#steps[at]];
    if (name === undefined || wanted?.kind !== 'member' || start < 0) return false;
    let isEscaped = false;
    let isSame = name.length === end - start - 2;
    for (let place = start + 1; place < end - 1; place += 1) {
      if (bytes[place] === 0x5c) isEscaped = true;
      if (isSame && bytes[place] !== name[place - start - 1]) isSame = false;
    }
    return isSame || (isEscaped && decodeName(bytes.subarray(start + 1, end - 1)) === wanted.name);
  }
}

const isOfElement = (step: Step, element: number): boolean =>
  step.kind === 'wildcard' ||
  (step.kind === 'slice' && element >= step.start && element < (step.end ?? Number.POSITIVE_INFINITY));
