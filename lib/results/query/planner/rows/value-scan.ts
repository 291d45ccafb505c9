import type { JsonProblem, Listener } from '../../../json/listener.ts';
import { Scanner } from '../../../json/scanner.ts';
import type { PathShape, Step } from '../shape/path-shape.ts';
import { type Form, StepBits } from '../shape/step-bits.ts';
import { CaptureBuffer } from './capture-buffer.ts';
import type { RawValues } from './raw-values.ts';

/** An open array or object into which steps lead. */
type Open = {
  /** The bits of `StepBits`. */
  readonly bits: number;
  /** Its first byte in the document. */
  readonly start: number;
  /** The index of its next element; -1 in an object. */
  element: number;
  /** True when a step led into one of its members. */
  isEntered: boolean;
};

/**
 * Follows steps through the bytes of a value without repeated names. Its memory is bounded, except for the
 * values found. Matches are in document order; below a `deep` step in the order of RFC 9535, in which a
 * value's own matches precede deeper ones.
 */
export class ValueScan implements Listener {
  /** True when strict mode has a possible error. An evaluator reports which. */
  isFailed = false;
  readonly #scanner = new Scanner();
  readonly #captures = new CaptureBuffer();
  readonly #steps: StepBits;
  readonly #stepCount: number;
  readonly #open: Open[] = [];
  /** For each open array and object: true if its bytes are kept. */
  readonly #isKept: boolean[] = [];
  /** The bits of the value whose name was just read. */
  #named = 0;
  #isSkipped = false;
  #isLongKept = false;

  /** @param steps must be scannable. */
  constructor(steps: readonly Step[], rule: PathShape['rule']) {
    this.#steps = new StepBits(steps, rule);
    this.#stepCount = steps.length;
    this.#scanner.listener = this;
  }

  get count(): number {
    return this.#captures.count;
  }

  get bytes(): number {
    return this.#captures.length;
  }

  push(chunk: Uint8Array): JsonProblem | undefined {
    return this.#scanner.push(chunk);
  }

  /**
   * Ends the value.
   * @returns the values found, or the first mistake.
   */
  end(): RawValues | JsonProblem {
    return this.#scanner.end() ?? this.#captures.values(this.#steps.deepAt !== -1);
  }

  open(isObject: boolean, start: number): void {
    const bits = this.#next(isObject ? 'object' : 'array');
    const { done } = this.#steps;
    const isKept = (bits & done) !== 0;
    if (isKept) this.#captures.open(start, this.#rank());
    this.#isKept.push(isKept);
    if ((bits & ~done) === 0) {
      this.#isSkipped = true;
      this.#scanner.skip();
      return;
    }
    this.#open.push({
      bits: bits & ~done,
      start: this.#scanner.window.base + start,
      element: isObject ? -1 : 0,
      isEntered: false,
    });
  }

  close(end: number): void {
    if (this.#isKept.pop()) this.#captures.close(this.#scanner.window.bytes, end);
    const closed = this.#isSkipped ? undefined : this.#open.pop();
    this.#isSkipped = false;
    if (closed === undefined) return;
    const { bits, element, isEntered } = closed;
    if (element < 0 ? !isEntered && this.#steps.needsMember : this.#steps.isShort(bits, element))
      this.isFailed = true;
  }

  name(start: number, end: number): void {
    const open = this.#open[this.#open.length - 1]!;
    this.#named = this.#steps.ofMember(open.bits, this.#scanner.window.bytes, start, end);
    if (this.#named !== 0) open.isEntered = true;
  }

  scalar(_kind: number, start: number, end: number): void {
    const isKept = start < 0 ? this.#isLongKept : (this.#next('scalar') & this.#steps.done) !== 0;
    if (!isKept) return;
    if (start >= 0) this.#captures.open(start, this.#rank());
    this.#captures.close(this.#scanner.window.bytes, end);
  }

  long(isName: boolean, start: number): void {
    if (isName) return;
    this.#isLongKept = (this.#next('scalar') & this.#steps.done) !== 0;
    if (this.#isLongKept) this.#captures.open(start, this.#rank());
  }

  repeated(): void {
    // The caller knows from the index that no name is repeated.
  }

  passed(upTo: number): void {
    this.#captures.passed(this.#scanner.window.bytes, upTo);
  }

  /** The bits of the value that begins now. */
  #next(form: Form): number {
    const bits = this.#steps.arrived(this.#leading(form), form);
    if (this.#steps.isError(bits, form)) this.isFailed = true;
    return bits;
  }

  #leading(form: Form): number {
    const open = this.#open[this.#open.length - 1];
    if (open === undefined) return 1;
    if (open.element < 0) return this.#named;
    const bits = this.#steps.ofElement(open.bits, open.element);
    open.element += 1;
    // Lax mode replaces an array by its elements once. An array among the elements stays an array.
    return form === 'array' ? bits : bits | this.#steps.unwrapped(open.bits);
  }

  /** The start of the object or array in which the deep step found this value. */
  #rank(): number {
    const { deepAt } = this.#steps;
    if (deepAt === -1) return 0;
    return this.#open[this.#open.length - (this.#stepCount - deepAt)]?.start ?? 0;
  }
}
