import { GrowingBytes } from '../growing-bytes.ts';
import { type ScanLimits, scanLimits } from '../limits.ts';
import type { JsonProblem } from '../listener.ts';
import type { Machine } from '../machine/create-machine.ts';
import * as layout from '../machine/layout.ts';
import { type Follower, Scanner } from '../scanner.ts';
import { type Entries, flag, Tape } from './tape.ts';

/** The most levels of nesting in a text. A stored document may have fewer. */
const depthMax = 100_000;
/** The most bytes of a number. A longer number is reported as a mistake. */
const numberBytesMax = 8 * 1024 * 1024;

/**
 * Reads a JSON text in UTF-8 of less than 2 GiB to a tape, the offsets of its tokens. A byte order mark is
 * skipped. If an object repeats a name, the last value counts, in the place of the first.
 * @returns the first mistake of a text that is not JSON.
 */
export function readTape(bytes: Uint8Array): Tape | JsonProblem {
  const tape = recorded(bytes, scanLimits);
  // A JSON machine (`Machine`) with the usual bounds is used again for other documents. A JSON machine with
  // larger bounds is created for each use, which is slow.
  return tape instanceof Tape
    ? tape
    : recorded(bytes, { ...scanLimits, depthMax, ...ofGiants(bytes.length) });
}

/** Reads a tape without removing repeated names, so that every offset is that of the given bytes. */
export const readTapeAsWritten = (bytes: Uint8Array): Tape | JsonProblem =>
  recorded(bytes, scanLimits, false);

function ofGiants(bytes: number): Pick<ScanLimits, 'windowBytes' | 'tokenBytesMax'> {
  const tokenBytesMax = Math.min(Math.max(bytes, scanLimits.tokenBytesMax), numberBytesMax);
  return { tokenBytesMax, windowBytes: 2 * tokenBytesMax + 16 };
}

/**
 * Records the tokens of a text on a tape.
 * @param mends true: objects that repeat a name are written again without the repetition.
 */
function recorded(bytes: Uint8Array, limits: ScanLimits, mends = true): Tape | JsonProblem {
  const recorder = new Recorder(bytes.length);
  const scanner = new Scanner(limits, recorder);
  const problem = scanner.push(bytes) ?? scanner.end();
  if (problem !== undefined) return problem;
  const { hasEscapes, depth, repeating } = recorder;
  const tape = new Tape(bytes, recorder.entries(), { hasBlanks: scanner.hasBlanks, hasEscapes, depth });
  if (repeating.size === 0 || !mends) return tape;
  return recorded(new Unrepeated(tape, repeating).bytes(), limits, false);
}

/** Records the tokens of a document as entries. */
class Recorder implements Follower {
  readonly mode = 'tokens';
  readonly checksNames = true;
  readonly isTrusted = false;
  readonly hasLabels = false;
  hasEscapes = false;
  depth = 0;
  /** The entries of objects that repeat a name, or may repeat it. */
  readonly repeating = new Set<number>();
  #starts: Int32Array;
  #links: Int32Array;
  #length = 0;
  /** The entries of open arrays and objects. The number of values so far is in `#counts`. */
  readonly #open: number[] = [];
  readonly #counts: number[] = [0];
  /**
   * The offset at which a string begins that is longer than the window, the part of the document in memory.
   */
  #longStart = 0;

  constructor(bytes: number) {
    // The size is more than enough: compact documents have one entry for 7 to 12 bytes. Reserved memory that
    // is not used costs nothing.
    const size = (bytes >> 2) + 16;
    this.#starts = new Int32Array(size);
    this.#links = new Int32Array(size);
  }

  entries(): Entries {
    return { starts: this.#starts, links: this.#links };
  }

  begin(): void {
    // The machine needs no settings besides its mode.
  }

  take({ words }: Machine, base: number): void {
    const end = words[layout.stateTokens >> 2]! >> 2;
    const from = words[layout.orderTokens >> 2]! >> 2;
    this.#reserve((end - from) / (layout.tokenBytes >> 2));
    const [starts, links, open, counts] = [this.#starts, this.#links, this.#open, this.#counts];
    let length = this.#length;
    let depth = open.length;
    let count = counts[depth]!;
    for (let at = from; at < end; at += layout.tokenBytes >> 2) {
      const flags = words[at]!;
      const start = words[at + 1]!;
      const what = flags & ~layout.tokenEscaped;
      if (what < layout.tokenObject || what === layout.tokenName) {
        if (what !== layout.tokenName) count += 1;
        let offset = start === 0 ? this.#longStart : start + base;
        if (flags !== what) {
          offset |= flag;
          this.hasEscapes = true;
        }
        starts[length] = offset;
        links[length] = words[at + 2]! + base;
        length += 1;
      } else if (what === layout.tokenClose) {
        depth -= 1;
        starts[length] = start - 1 + base;
        links[length] = count;
        links[open[depth]!] = length | flag;
        count = counts[depth]!;
        length += 1;
      } else if (what === layout.tokenRepeated) this.repeating.add(open[start - 1]!);
      else {
        starts[length] = start + base;
        open[depth] = length;
        counts[depth] = count + 1;
        count = 0;
        depth += 1;
        if (depth > this.depth) this.depth = depth;
        length += 1;
      }
    }
    counts[depth] = count;
    open.length = depth;
    this.#length = length;
  }

  long(isName: boolean, start: number): void {
    this.#longStart = start;
    if (isName) this.repeating.add(this.#open.at(-1)!);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#starts.length) return;
    const size = Math.max(needed, this.#starts.length * 1.5);
    for (const name of ['starts', 'links'] as const) {
      const grown = new Int32Array(size);
      grown.set(name === 'starts' ? this.#starts : this.#links);
      if (name === 'starts') this.#starts = grown;
      else this.#links = grown;
    }
  }
}

/** Writes the text of a tape again without the repeated names of objects. */
class Unrepeated {
  readonly #tape: Tape;
  /** The entries of objects that repeat a name, in order. */
  readonly #repeating: readonly number[];
  readonly #written: GrowingBytes;

  constructor(tape: Tape, repeating: ReadonlySet<number>) {
    this.#tape = tape;
    this.#repeating = [...repeating].sort((one, other) => one - other);
    this.#written = new GrowingBytes(tape.bytes.length + 1);
  }

  bytes(): Uint8Array {
    this.#value(0);
    return this.#written.bytes.subarray(0, this.#written.length);
  }

  #value(at: number): void {
    const tape = this.#tape;
    if (!tape.isOpen(at) || !this.#hasRepeating(at, tape.close(at))) {
      this.#copy(tape.start(at), tape.end(at));
      return;
    }
    const gap = tape.gap(at);
    const values = gap === 1 ? this.#lastValues(at) : tape.values(at).map((value) => [value, value] as const);
    this.#copy(tape.start(at), tape.start(at) + 1);
    for (const [turn, [name, value]] of values.entries()) {
      if (turn > 0) this.#put(0x2c);
      if (gap === 1) {
        this.#copy(tape.start(name), tape.end(name));
        this.#put(0x3a);
      }
      this.#value(value);
    }
    this.#copy(tape.end(at) - 1, tape.end(at));
  }

  /** For each name of an object: the entry where the name occurs first, and the entry of its last value. */
  #lastValues(at: number): readonly (readonly [name: number, value: number])[] {
    const tape = this.#tape;
    const found = new Map<string, [number, number]>();
    for (const value of tape.values(at)) {
      const name = tape.text(value - 1);
      const known = found.get(name);
      if (known === undefined) found.set(name, [value - 1, value]);
      else known[1] = value;
    }
    return [...found.values()];
  }

  #hasRepeating(from: number, to: number): boolean {
    const repeating = this.#repeating;
    let [low, high] = [0, repeating.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (repeating[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return low < repeating.length && repeating[low]! < to;
  }

  #put(code: number): void {
    this.#written.reserve(1);
    this.#written.put(code);
  }

  #copy(from: number, to: number): void {
    this.#written.copy(this.#tape.bytes, from, to);
  }
}
