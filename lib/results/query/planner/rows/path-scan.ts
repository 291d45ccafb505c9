import { GrowingBytes } from '../../../json/growing-bytes.ts';
import { type ScanLimits, scanLimits } from '../../../json/limits.ts';
import type { JsonProblem } from '../../../json/listener.ts';
import { type Machine, type MachineKind, stepsMax } from '../../../json/machine/create-machine.ts';
import * as layout from '../../../json/machine/layout.ts';
import { type Follower, Scanner } from '../../../json/scanner.ts';
import { countsBack, isDeep, type PathShape, type Step } from '../shape/path-shape.ts';
import { noValues, pickedValues, type RawValues } from './raw-values.ts';

/** True for steps that one pass over the bytes can follow: at most one step to any depth, and no filter. */
export function isScannable(steps: readonly Step[]): boolean {
  const areForward = steps.every(
    (step) => step.kind === 'member' || step.kind === 'wildcard' || step.kind === 'slice',
  );
  return areForward && steps.length <= stepsMax && steps.filter(isDeep).length <= 1;
}

export type ValueScanOptions = {
  readonly limits?: ScanLimits;
  readonly kind?: MachineKind;
  /** False for a document without an index, whose bytes and names were not checked before. */
  readonly isIndexed?: boolean;
};

/**
 * Follows the steps of a path through the bytes of a value without repeated names. Its memory is bounded,
 * except for the values found. Matches are in document order. Below a step to any depth they are in the order
 * of RFC 9535, in which the matches of a value come before those inside its members.
 */
export class ValueScan implements Follower {
  /**
   * True when the result is uncertain, so that the caller must parse and evaluate the document. Strict mode
   * may have an error, `jsonb` has the members in another order, or an array that a step counts from its end
   * is too long.
   */
  isFailed = false;
  /** True when an object repeats a name, in a document without an index. */
  repeatsNames = false;
  readonly mode = 'paths';
  readonly checksNames: boolean;
  readonly isTrusted: boolean;
  readonly hasLabels: boolean;
  readonly #steps: readonly Step[];
  readonly #rule: PathShape['rule'];
  readonly #deepAt: number;
  readonly #scanner: Scanner;
  readonly #bytes = new GrowingBytes(4096);
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** For each found value, a key by which the values are sorted when their order is not document order. */
  readonly #ranks: number[] = [];

  /** @param steps the steps of the path, which must pass `isScannable`. */
  constructor(
    steps: readonly Step[],
    rule: PathShape['rule'],
    { limits = scanLimits, kind, isIndexed = true }: ValueScanOptions = {},
  ) {
    this.checksNames = !isIndexed;
    this.isTrusted = isIndexed;
    this.#steps = steps;
    this.#rule = rule;
    this.#deepAt = steps.findIndex(isDeep);
    // PostgreSQL's `jsonb` sorts the members of an object. Their order matters only where a step leads to
    // several members.
    this.hasLabels = rule !== 'jsonpath' && this.#deepAt !== -1;
    this.#scanner = new Scanner(limits, this, kind);
  }

  get count(): number {
    return this.#starts.length;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  get hasBlanks(): boolean {
    return this.#scanner.hasBlanks;
  }

  push(chunk: Uint8Array): JsonProblem | undefined {
    return this.#scanner.push(chunk);
  }

  /**
   * Ends the value.
   * @returns the values found, or the first mistake in the JSON text.
   */
  end(): RawValues | JsonProblem {
    return this.#scanner.end() ?? this.#values();
  }

  begin(machine: Machine): void {
    const set = (address: number, word: number): void => {
      machine.words[address >> 2] = word;
    };
    const first = machine.words[layout.orderSteps >> 2]!;
    let names = first + (stepsMax + 1) * layout.stepBytes;
    for (const [at, step] of this.#steps.entries()) {
      const address = first + at * layout.stepBytes;
      set(address + layout.stepIsDeep, Number(isDeep(step)));
      set(address + layout.stepKind, kinds[step.kind] ?? 0);
      set(address + layout.stepStart, step.kind === 'slice' ? toWord(step.start) : 0);
      set(address + layout.stepEnd, step.kind === 'slice' ? toWord(step.end ?? layout.noEnd) : 0);
      set(address + layout.stepName, names);
      const length = step.kind === 'member' ? writeName(machine, step.name, names) : 0;
      set(address + layout.stepNameBytes, length);
      names += length;
    }
    set(layout.orderStepCount, this.#steps.length);
    set(layout.orderDeepAt, this.#deepAt);
    set(layout.orderRule, rules[this.#rule]);
    set(layout.orderBackward, bitsOf(this.#steps, countsBack));
    const searched = this.#steps[this.#deepAt]?.kind === 'member' && this.#rule !== 'lax' && this.isTrusted;
    set(layout.orderSearched, searched ? 1 << this.#deepAt : 0);
    // SQL/JSON path ignores missing members after a step to any depth.
    const isStrict = (_: Step, at: number): boolean => this.#deepAt === -1 || at < this.#deepAt;
    set(layout.orderStrict, this.#rule === 'strict' ? bitsOf(this.#steps, isStrict) : 0);
  }

  take({ words, bytes }: Machine): void {
    if (words[layout.stateIsFailed >> 2] === 1) this.isFailed = true;
    if (words[layout.stateRepeats >> 2] === 1) this.repeatsNames = true;
    const fresh = words[layout.stateFresh >> 2]!;
    const records = words[layout.orderFound >> 2]!;
    const from = records + layout.recordsMax * layout.recordBytes;
    if (fresh > 0) this.#bytes.copy(bytes, from, from + fresh);
    const end = (records >> 2) + words[layout.stateRecords >> 2]! * (layout.recordBytes >> 2);
    for (let at = records >> 2; at < end; at += layout.recordBytes >> 2) {
      const number = words[at]!;
      this.#starts[number] = words[at + 1]!;
      this.#ends[number] = words[at + 2]!;
      if (this.#deepAt !== -1) this.#ranks[number] = words[at + 3]!;
    }
    words[layout.stateFresh >> 2] = 0;
    words[layout.stateRecords >> 2] = 0;
  }

  #values(): RawValues {
    if (this.count === 0) return noValues;
    const bytes = this.#bytes.bytes.subarray(0, this.bytes - 1);
    const ranks = this.#ranks;
    const isOrdered = ranks.every((rank, at) => at === 0 || ranks[at - 1]! <= rank);
    if (isOrdered && !this.#areNested())
      return { count: this.count, joined: bytes, firstBytes: this.#ends[0]! };
    const order = [...ranks.keys()].sort((one, other) => ranks[one]! - ranks[other]!);
    return pickedValues(
      bytes,
      order.map((value) => ({ start: this.#starts[value]!, end: this.#ends[value]! })),
    );
  }

  /** True when one found value is inside another. */
  #areNested(): boolean {
    if (this.#deepAt === -1) return false;
    return this.#starts.some((start, at) => at > 0 && start < this.#ends[at - 1]!);
  }
}

const rules: Record<PathShape['rule'], number> = {
  jsonpath: layout.ruleJsonPath,
  lax: layout.ruleLax,
  strict: layout.ruleStrict,
};

const kinds: Partial<Record<Step['kind'], number>> = {
  member: layout.stepMember,
  wildcard: layout.stepWildcard,
  slice: layout.stepSlice,
};

/**
 * Limits an index to the range of numbers in the JSON machine. The exact index makes no difference when it is
 * beyond all elements of every array.
 */
const toWord = (index: number): number => Math.max(-layout.noEnd, Math.min(index, layout.noEnd));

const bitsOf = (steps: readonly Step[], isIn: (step: Step, at: number) => boolean): number =>
  steps.reduce((bits, step, at) => (isIn(step, at) ? bits | (1 << at) : bits), 0);

/**
 * Writes a name to the memory of the JSON machine, in the form in which the machine decodes the names of the
 * document. JSON.stringify writes surrogates in the same way.
 * @returns the length of the name in bytes.
 */
function writeName({ bytes, words, window, decode }: Machine, name: string, to: number): number {
  const written = new TextEncoder().encode(JSON.stringify(name));
  bytes.set(written, window);
  const length = decode(window + 1, window + written.length - 1);
  const decoded = words[layout.orderScratch >> 2]!;
  bytes.copyWithin(to, decoded, decoded + length);
  return length;
}
