import type { Listener } from '../../run-index/listener.ts';
import type { JsonProblem } from '../../run-index/problem.ts';
import { Scanner } from '../../run-index/scanner.ts';
import { decodeName } from '../../run-index/text.ts';
import { Captures } from './captures.ts';
import { isDeep, type Step } from './path-shape.ts';
import type { RawValues } from './raw-values.ts';

const utf8 = new TextEncoder();
/** Steps are bits of a number. */
const stepsMax = 30;

/** Whether steps can be followed in one pass: one `deep` step at most, no filter, no counting from the end. */
export function isScannable(steps: readonly Step[]): boolean {
  const areForward = steps.every(
    (step) =>
      step.kind !== 'filter' &&
      (step.kind !== 'slice' || (step.start >= 0 && (step.end === undefined || step.end >= 0))),
  );
  return areForward && steps.length <= stepsMax && steps.filter(isDeep).length <= 1;
}

/**
 * Follows steps through the bytes of a value that repeats no name, in bounded memory but for what it finds. The order is
 * the document's; below a `deep` step that of RFC 9535 section 2.5.2.2: a value's own matches before those further below.
 */
export class ValueScan implements Listener {
  readonly #scanner = new Scanner();
  readonly #captures = new Captures();
  readonly #steps: readonly Step[];
  /** The names that member steps ask for, as they are usually written. */
  readonly #names: readonly (Uint8Array | undefined)[];
  readonly #deepAt: number;
  /** The bit of a value for which all steps are done. */
  readonly #done: number;

  /** For each array and object that is open: bit n says that n steps lead to it. */
  readonly #masks: number[] = [];
  /** For each: the number of its next element; -1 in an object. */
  readonly #elements: number[] = [];
  /** For each: where it starts. */
  readonly #starts: number[] = [];
  /** For each: whether its bytes are kept. */
  readonly #isKept: boolean[] = [];
  /** The bits of the value whose name was read. */
  #named = 0;
  #isSkipped = false;
  #isLongKept = false;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#names = steps.map((step) =>
      step.kind === 'member' ? utf8.encode(JSON.stringify(step.name)).slice(1, -1) : undefined,
    );
    this.#deepAt = steps.findIndex(isDeep);
    this.#done = 1 << steps.length;
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

  /** What was found, when the value has ended. */
  end(): RawValues | JsonProblem {
    return this.#scanner.end() ?? this.#captures.values(this.#deepAt !== -1);
  }

  open(isObject: boolean, start: number): void {
    const mask = this.#next();
    const isKept = (mask & this.#done) !== 0;
    if (isKept) this.#captures.open(start, this.#rank());
    this.#isKept.push(isKept);
    if ((mask & ~this.#done) === 0) {
      this.#isSkipped = true;
      this.#scanner.skip();
      return;
    }
    this.#masks.push(mask & ~this.#done);
    this.#elements.push(isObject ? -1 : 0);
    this.#starts.push(this.#scanner.window.base + start);
  }

  close(end: number): void {
    if (this.#isKept.pop()) this.#captures.close(this.#scanner.window.bytes, end);
    if (!this.#isSkipped) {
      this.#masks.pop();
      this.#elements.pop();
      this.#starts.pop();
    }
    this.#isSkipped = false;
  }

  name(start: number, end: number): void {
    let next = 0;
    const mask = this.#masks[this.#masks.length - 1];
    for (let step = 0; step < this.#steps.length; step += 1) {
      if ((mask & (1 << step)) === 0) continue;
      const { kind } = this.#steps[step];
      if (step === this.#deepAt) next |= 1 << step;
      if (kind === 'wildcard' || (kind === 'member' && this.#isNamed(step, start, end))) next |= 2 << step;
    }
    this.#named = next;
  }

  scalar(_kind: number, start: number, end: number): void {
    const isKept = start < 0 ? this.#isLongKept : (this.#next() & this.#done) !== 0;
    if (!isKept) return;
    if (start >= 0) this.#captures.open(start, this.#rank());
    this.#captures.close(this.#scanner.window.bytes, end);
  }

  long(isName: boolean, start: number): void {
    if (isName) return;
    this.#isLongKept = (this.#next() & this.#done) !== 0;
    if (this.#isLongKept) this.#captures.open(start, this.#rank());
  }

  repeated(): void {
    // Who asks for a scan knows from the index that no name is repeated.
  }

  passed(upTo: number): void {
    this.#captures.passed(this.#scanner.window.bytes, upTo);
  }

  /** The bits of the value that begins now. */
  #next(): number {
    const level = this.#masks.length - 1;
    if (level < 0) return 1;
    const element = this.#elements[level];
    if (element < 0) return this.#named;
    this.#elements[level] = element + 1;
    return this.#ofElement(this.#masks[level], element);
  }

  #ofElement(mask: number, element: number): number {
    let next = 0;
    for (let at = 0; at < this.#steps.length; at += 1) {
      if ((mask & (1 << at)) === 0) continue;
      const step = this.#steps[at];
      if (at === this.#deepAt) next |= 1 << at;
      if (
        step.kind === 'wildcard' ||
        (step.kind === 'slice' && element >= step.start && element < (step.end ?? Infinity))
      )
        next |= 2 << at;
    }
    return next;
  }

  #isNamed(step: number, start: number, end: number): boolean {
    const { bytes } = this.#scanner.window;
    const [name, wanted] = [this.#names[step], this.#steps[step]];
    if (name === undefined || wanted.kind !== 'member' || start < 0) return false;
    let isEscaped = false;
    let isSame = name.length === end - start - 2;
    for (let at = start + 1; at < end - 1; at += 1) {
      if (bytes[at] === 0x5c) isEscaped = true;
      if (isSame && bytes[at] !== name[at - start - 1]) isSame = false;
    }
    return isSame || (isEscaped && decodeName(bytes.subarray(start + 1, end - 1)) === wanted.name);
  }

  /** The start of the object or array in which the deep step found what leads here. */
  #rank(): number {
    if (this.#deepAt === -1) return 0;
    return this.#starts[this.#starts.length - (this.#steps.length - this.#deepAt)] ?? 0;
  }
}
