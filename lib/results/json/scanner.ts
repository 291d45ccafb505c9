import { type ScanLimits, scanLimits } from './limits.ts';
import { type JsonProblem, type Listener, silence } from './listener.ts';
import {
  giveBack,
  type Machine,
  type MachineKind,
  type MachineOrder,
  machineFor,
} from './machine/create-machine.ts';
import * as layout from './machine/layout.ts';
import { hintOf } from './syntax-hint.ts';
import { byte, escapeLength, expectations, state } from './tokens.ts';
import { Window } from './window.ts';

/**
 * Scans a document that is in memory as a whole, so that offsets count from its beginning and no token is too
 * long.
 * @returns the first mistake, if there is one.
 */
export function scanJson(
  bytes: Uint8Array,
  listener: Listener,
  depthMax: number = scanLimits.depthMax,
): JsonProblem | undefined {
  const windowBytes = bytes.length + 1;
  const scanner = new Scanner({ ...scanLimits, depthMax, windowBytes, tokenBytesMax: windowBytes });
  scanner.listener = listener;
  return scanner.push(bytes) ?? scanner.end();
}

/** A depth that no document reaches. It means that no tokens are left out. */
const never = 0x40000000;

/** Sets up the JSON machine, and receives its output after each part of the document. */
export type Follower = MachineOrder & {
  begin(machine: Machine): void;
  /**
   * Called when the machine has output.
   * @param base an address of the machine plus this number is an offset in the document.
   */
  take(machine: Machine, base: number): void;
  /**
   * Receives the document offset of a token that is longer than the part of the document in memory. Not
   * called in the mode `paths`.
   */
  long?(isName: boolean, start: number): void;
};

const toListener: MachineOrder = { mode: 'tokens', checksNames: true, isTrusted: false, hasLabels: false };

/**
 * Reads JSON (RFC 8259 in UTF-8, a leading byte order mark is skipped) from chunks of bytes. It reports the
 * tokens to a listener, or gives the output of its mode to a follower. It validates every byte, except in
 * skipped parts of a document that was validated before. It keeps one window in memory, however large the
 * document is. The JSON machine reads the bytes, and this class handles rare cases, such as mistakes and
 * tokens that are longer than the window.
 */
export class Scanner {
  listener: Listener = silence;
  /** The number of open arrays and objects. */
  depth = 0;
  readonly window: Window;
  readonly #limits: ScanLimits;
  readonly #machine: Machine;
  readonly #follower: Follower | undefined;
  /** The depth from which on no tokens are reported, because an array or object is skipped. */
  #quiet = never;
  #line = 1;
  /** Offset in the document of the start of the current line. */
  #lineStart = 0;
  #isBegun = false;
  #hasBlanks = false;

  constructor(limits: ScanLimits = scanLimits, follower?: Follower, kindOfMachine?: MachineKind) {
    this.#limits = limits;
    this.#follower = follower;
    this.#machine = machineFor(limits, follower ?? toListener, kindOfMachine);
    const { bytes, window } = this.#machine;
    this.window = new Window(bytes.subarray(window, window + limits.windowBytes + 1));
    this.#set(layout.stateAt, window);
    follower?.begin(this.#machine);
  }

  /** True after the first blank inside an array or object. */
  get hasBlanks(): boolean {
    return this.#hasBlanks;
  }

  /**
   * Reads the next bytes of the document.
   * @returns the first mistake, if there is one.
   */
  push(chunk: Uint8Array): JsonProblem | undefined {
    for (let taken = 0; taken < chunk.length; ) {
      taken += this.window.fill(chunk.subarray(taken));
      const problem = this.window.isFull ? this.#scanWindow(false) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  end(): JsonProblem | undefined {
    const problem = this.#scanWindow(true);
    giveBack(this.#machine);
    return problem;
  }

  /** Skips the array or object that was just opened: only its end is reported. */
  skip(): void {
    this.#quiet = this.depth;
  }

  #scanWindow(isLast: boolean): JsonProblem | undefined {
    const { window } = this;
    window.open(isLast);
    if (!this.#isBegun) this.#begin();
    this.#set(layout.orderBase, window.base - this.#machine.window);
    const problem = this.#scan(isLast && !window.isBroken);
    if (problem !== undefined) return problem;
    if (window.isBroken) return this.#problem(window.end, 'UTF-8');
    this.#drop();
    return undefined;
  }

  #drop(): void {
    const at = this.#word(layout.stateAt);
    const start = this.#machine.window;
    if (this.#follower?.mode === 'paths') {
      this.#machine.passPath(at, start);
      this.#take(this.#follower);
    }
    this.window.drop(at - start, this.#lineStart);
    this.#set(layout.stateAt, start);
    // A row that began in an earlier part of the document has an address before the present part.
    for (const place of [layout.stateRowStart, layout.stateRowEnd])
      this.#set(place, this.#word(place) - (at - start));
    this.#set(layout.stateLineStart, 0);
  }

  #begin(): void {
    const { bytes, end } = this.window;
    this.#isBegun = true;
    if (end < 3 || bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return;
    this.#set(layout.stateAt, this.#machine.window + 3);
    this.#lineStart = 3;
  }

  #scan(isLast: boolean): JsonProblem | undefined {
    const { window: base, scan } = this.#machine;
    const end = this.window.end;
    for (;;) {
      const result = scan(base + end, Number(isLast));
      this.#line = 1 + this.#word(layout.stateLines);
      const lineStart = this.#word(layout.stateLineStart);
      if (lineStart !== 0) this.#lineStart = this.window.base + lineStart - base;
      this.#hasBlanks = this.#word(layout.stateHasBlanks) === 1;
      if (this.#follower === undefined) this.#report();
      else this.#take(this.#follower);
      if (result === layout.resultFull) continue;
      if (result === layout.resultArray && this.#isUncountable(isLast)) continue;
      return this.#resolve(result, isLast);
    }
  }

  #take(follower: Follower): void {
    follower.take(this.#machine, this.window.base - this.#machine.window);
  }

  /** Reports the tokens of one call of the machine to the listener. */
  #report(): void {
    const { words, window } = this.#machine;
    const { listener } = this;
    const end = this.#word(layout.stateTokens) >> 2;
    for (let at = this.#word(layout.orderTokens) >> 2; at < end; at += layout.tokenBytes >> 2) {
      const what = words[at]! & ~layout.tokenEscaped;
      const from = words[at + 1]!;
      const to = words[at + 2]! - window;
      if (what < layout.tokenObject) {
        if (this.depth < this.#quiet) listener.scalar(what, from === 0 ? -1 : from - window, to);
      } else if (what === layout.tokenName) {
        if (this.depth < this.#quiet) listener.name(from === 0 ? -1 : from - window, to);
      } else if (what <= layout.tokenArray) {
        this.depth += 1;
        if (this.depth <= this.#quiet) listener.open(what === layout.tokenObject, from - window);
      } else if (what === layout.tokenClose) {
        if (this.depth <= this.#quiet) {
          this.#quiet = never;
          listener.close(to);
        }
        this.depth -= 1;
      } else this.#reportRepeated(from);
    }
    // The machine does not report tokens inside an array or object that the listener skips.
    if (this.depth > this.#quiet) this.depth = this.#quiet;
    this.#set(layout.stateQuiet, this.#quiet);
  }

  /**
   * Reports that an object repeats a name.
   * @param depth of the object, which may be inside a skipped one.
   */
  #reportRepeated(depth: number): void {
    const reported = this.depth;
    this.depth = depth;
    this.listener.repeated?.();
    this.depth = reported;
  }

  /**
   * Stops counting the elements of an array that is longer than the window, the part of the document in
   * memory.
   */
  #isUncountable(isLast: boolean): boolean {
    const isLonger = this.#word(layout.stateAt) === this.#machine.window && this.window.isFull;
    if (!isLonger && !isLast) return false;
    this.#set(layout.orderBackward, 0);
    this.#set(layout.stateIsFailed, 1);
    return true;
  }

  /**
   * Handles a call of the machine that did not reach the end: the document has a mistake, or the machine
   * needs more bytes.
   */
  #resolve(result: number, isLast: boolean): JsonProblem | undefined {
    const base = this.#machine.window;
    const { end } = this.window;
    const at = this.#word(layout.stateAt) - base;
    const stop = this.#word(layout.stateStop) - base;
    const next = this.#word(layout.stateNext);
    switch (result) {
      case layout.resultString:
        return this.#cutString(at, stop, isLast, next);
      case layout.resultLong:
        this.#set(layout.stateAt, base + stop);
        return this.#wrongInString(stop, end, isLast);
      case layout.resultNumber: {
        const signed = this.#word(layout.stateStop);
        return this.#cutNumber(at, (signed < 0 ? -1 - signed : signed) - base, isLast, next);
      }
      case layout.resultWord:
        return stop >= end && !isLast ? undefined : this.#problem(stop, 'true, false or null', at, next);
      case layout.resultDeep:
        return this.#problem(
          at,
          `at most ${this.#limits.depthMax} levels of arrays and objects inside each other`,
        );
      case layout.resultArray:
      case layout.resultName:
        return undefined;
      case layout.resultEnd: {
        const isFine =
          at === end && (!isLast || next === state.end) && (!isLast || this.#word(layout.statePassing) === 0);
        return isFine ? undefined : this.#problem(at, expectations[next]!, at, next);
      }
      default:
        throw new Error(`a bug in Downpour: the JSON scanner returned ${result}`);
    }
  }

  /**
   * Handles a string whose closing quote is not in the window, the part of the document in memory. Either the
   * string has a mistake, or more bytes must follow.
   */
  #cutString(start: number, stop: number, isLast: boolean, next: number): JsonProblem | undefined {
    const { end } = this.window;
    const problem = this.#wrongInString(stop, end, isLast);
    if (problem !== undefined || end - start <= this.#limits.tokenBytesMax) return problem;
    const isName = next === state.members || next === state.name;
    const depth = this.#word(layout.stateDepth);
    const isHeard = depth < this.#word(layout.stateQuiet);
    if (this.#follower?.mode === 'paths') this.#longInPath(isName, depth, isHeard, start);
    else if (this.#follower !== undefined) this.#follower.long?.(isName, this.window.base + start);
    else {
      if (isName) this.#reportRepeated(depth);
      if (isHeard) this.listener.long(isName, start);
    }
    this.#set(layout.stateIsLong, 1);
    this.#set(layout.stateAt, this.#machine.window + stop);
    this.#set(layout.stateNext, isName ? state.colon : this.#afterValue(depth));
    return undefined;
  }

  #longInPath(isName: boolean, depth: number, isHeard: boolean, start: number): void {
    if (isName) this.#set(layout.stateRepeats, 1);
    if (!isHeard) return;
    const at = this.#machine.window + start;
    if (isName) this.#machine.namePath(depth, at, -1);
    else this.#machine.longPath(depth, at);
  }

  #afterValue(depth: number): number {
    if (depth === 0) return state.end;
    const isObject =
      this.#word(this.#word(layout.orderFrames) + depth * layout.frameBytes + layout.frameIsObject) === 1;
    return isObject ? state.afterMember : state.afterItem;
  }

  #wrongInString(stop: number, end: number, isLast: boolean): JsonProblem | undefined {
    const { bytes } = this.window;
    const isEscape = stop < end && bytes[stop] === byte.backslash;
    const fault = isEscape ? stop + escapeLength(bytes, stop) : stop;
    if (fault >= end)
      return isLast ? this.#problem(end, 'the rest of the string and a closing quote') : undefined;
    if (!isEscape) return this.#problem(fault, 'an escape such as \\n instead of a control character');
    const isUnicode = fault > stop + 1;
    return this.#problem(
      fault,
      isUnicode ? 'four hexadecimal digits after \\u' : 'one of " \\ / b f n r t u after a backslash',
    );
  }

  #cutNumber(start: number, at: number, isLast: boolean, next: number): JsonProblem | undefined {
    const { tokenBytesMax } = this.#limits;
    if (at - start > tokenBytesMax) return this.#problem(start, `a number of at most ${tokenBytesMax} bytes`);
    if (at >= this.window.end && !isLast) return undefined;
    return this.#problem(at, 'a digit', start, next);
  }

  /**
   * Describes a mistake of the document.
   * @param at offset of the wrong byte.
   * @param start offset of the token with this byte, if advice may depend on the token.
   */
  #problem(at: number, expected: string, start?: number, next?: number): JsonProblem {
    const { window } = this;
    const line = this.#line;
    const column = window.column(this.#lineStart, at) + 1;
    const found = window.describe(at);
    const hint = start === undefined || at >= window.end ? '' : this.#hint(at, expected, start, next);
    const reason = `line ${line}, column ${column}: expected ${expected}, found ${found}${hint}`;
    return { offset: window.base + at, line, column, expected, found, reason };
  }

  #hint(at: number, expected: string, start: number, next: number | undefined): string {
    const { bytes } = this.window;
    // A word that begins with two correct letters is reported as misspelt.
    const depth = this.#word(layout.stateDepth);
    const begins = depth === 0 && next === state.value && at - start <= 1;
    const inArray = this.#afterValue(depth) === state.afterItem;
    return hintOf(expected, { first: bytes[start]!, begins, inArray, wrong: bytes[at]! });
  }

  #word(address: number): number {
    return this.#machine.words[address >> 2]!;
  }

  #set(address: number, word: number): void {
    this.#machine.words[address >> 2] = word;
  }
}
