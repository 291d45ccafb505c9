import { decodeName } from '../../../json/text.ts';
import { isDeep, type PathShape, type Step } from './path-shape.ts';

const utf8 = new TextEncoder();
/** Steps are bits of a number. */
const stepsMax = 30;

/**
 * Returns true for steps that one pass can follow: at most one `deep` step, no filter, no counting from the
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

/** The form of a value, as far as steps need it. */
export type Form = 'object' | 'array' | 'scalar';

/**
 * Tracks how far steps lead into a value. Bit n means that n steps lead to the value. Without a `deep` step
 * there is at most one bit before `arrived` adds others, so no value is found twice.
 */
export class StepBits {
  /** The bit of a value to which all steps lead. */
  readonly done: number;
  readonly deepAt: number;
  readonly #steps: readonly Step[];
  readonly #rule: PathShape['rule'];
  /** The names of member steps as bytes, in their usual form. */
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

  /**
   * The bits of a value after its form is known. In lax mode any value but an array is also an array of
   * itself.
   */
  arrived(bits: number, form: Form): number {
    if (this.#rule !== 'lax' || form === 'array') return bits;
    let all = bits;
    for (const [at, step] of this.#steps.entries())
      if ((all & (1 << at)) !== 0 && isOfElement(step, 0)) all |= 2 << at;
    return all;
  }

  /** Returns true when the value is an error of strict mode, because a step needs another form. */
  isError(bits: number, form: Form): boolean {
    if (this.#rule !== 'strict') return false;
    return this.#steps.some(
      ({ kind }, at) => (bits & (1 << at)) !== 0 && form !== (kind === 'member' ? 'object' : 'array'),
    );
  }

  /** Returns true when strict mode requires elements that an array of this length lacks. */
  isShort(bits: number, count: number): boolean {
    if (this.#rule !== 'strict') return false;
    return this.#steps.some((step, at) => {
      if ((bits & (1 << at)) === 0 || step.kind !== 'slice') return false;
      const { start, end = count } = step;
      return start >= end || end > count;
    });
  }

  /** Returns true when an object is an error of strict mode unless a step leads into one of its members. */
  get needsMember(): boolean {
    return this.#rule === 'strict';
  }

  /** The bits of an element of an array with these bits. */
  ofElement(bits: number, element: number): number {
    let next = 0;
    for (let at = 0; at < this.#steps.length; at += 1) {
      if ((bits & (1 << at)) === 0) continue;
      if (at === this.deepAt) next |= 1 << at;
      if (isOfElement(this.#steps[at]!, element)) next |= 2 << at;
    }
    return next;
  }

  /** The bits for which lax mode replaces an array by its elements: those of steps to a member. */
  unwrapped(bits: number): number {
    if (this.#rule !== 'lax') return 0;
    let next = 0;
    for (let at = 0; at < this.#steps.length; at += 1)
      if ((bits & (1 << at)) !== 0 && this.#steps[at]!.kind === 'member') next |= 1 << at;
    return next;
  }

  /**
   * The bits of a member of an object with these bits. The range of bytes is the member's name with its
   * quotes.
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
    const [name, step] = [this.#names[at], this.#steps[at]];
    if (name === undefined || step?.kind !== 'member' || start < 0) return false;
    let isEscaped = false;
    let isSame = name.length === end - start - 2;
    for (let place = start + 1; place < end - 1; place += 1) {
      if (bytes[place] === 0x5c) isEscaped = true;
      if (isSame && bytes[place] !== name[place - start - 1]) isSame = false;
    }
    return isSame || (isEscaped && decodeName(bytes.subarray(start + 1, end - 1)) === step.name);
  }
}

const isOfElement = (step: Step, element: number): boolean =>
  step.kind === 'wildcard' ||
  (step.kind === 'slice' && element >= step.start && element < (step.end ?? Number.POSITIVE_INFINITY));
