import { kind } from './kind.ts';
import { type ScanLimits, scanLimits } from './limits.ts';
import { type JsonProblem, type Listener, silence } from './listener.ts';
import { RepeatedNames } from './repeated-names.ts';
import {
  byte,
  closes,
  escapeLength,
  expectations,
  hintOf,
  isNumberStart,
  numberEnd,
  state,
  stringEnd,
  wordEnd,
  words,
} from './tokens.ts';
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

/** A depth that no document reaches. */
const never = 1 << 30;

/**
 * Reads JSON (RFC 8259 in UTF-8, a leading byte order mark is skipped) from chunks of bytes, validates every
 * byte and reports the tokens to a listener. It keeps one window in memory, however large the document is.
 */
export class Scanner {
  listener: Listener = silence;
  /** The number of open arrays and objects. */
  depth = 0;
  /** Becomes true at the first blank inside an array or object. */
  hasBlanks = false;
  readonly window: Window;
  readonly #limits: ScanLimits;
  readonly #names: RepeatedNames;
  readonly #isObject: Uint8Array;
  /** Tokens from this depth on are not reported. */
  #quiet = never;
  #at = 0;
  #state: number = state.value;
  /** True inside a string whose beginning was dropped. */
  #isLong = false;
  #line = 1;
  /** Bytes of the document before the current line. */
  #lineStart = 0;
  #isBegun = false;

  constructor(limits: ScanLimits = scanLimits) {
    this.#limits = limits;
    this.window = new Window(limits.windowBytes);
    this.#names = new RepeatedNames(limits.depthMax, limits.watchedNamesMax);
    this.#isObject = new Uint8Array(limits.depthMax + 2);
  }

  /** Takes the next bytes of the document. @returns the first mistake, if there is one. */
  push(chunk: Uint8Array): JsonProblem | undefined {
    for (let taken = 0; taken < chunk.length; ) {
      taken += this.window.fill(chunk.subarray(taken));
      const problem = this.window.isFull ? this.#scanWindow(false) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  end(): JsonProblem | undefined {
    return this.#scanWindow(true);
  }

  /** Skips the array or object that was just opened: only its end is reported. */
  skip(): void {
    this.#quiet = this.depth;
  }

  #scanWindow(isLast: boolean): JsonProblem | undefined {
    const { window } = this;
    window.open(isLast);
    if (!this.#isBegun) this.#begin();
    const problem = this.#scan(window.end, isLast && !window.isBroken);
    if (problem !== undefined) return problem;
    if (window.isBroken) return this.#problem(window.end, 'UTF-8');
    this.listener.passed(this.#at);
    window.drop(this.#at, this.#lineStart);
    this.#at = 0;
    return undefined;
  }

  #begin(): void {
    const { bytes, end } = this.window;
    this.#isBegun = true;
    if (end < 3 || bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return;
    this.#at = 3;
    this.#lineStart = 3;
  }

  /**
   * One loop over all tokens of the window. Tokens are many and small, and function calls between them would
   * cost more.
   */
  #scan(end: number, isLast: boolean): JsonProblem | undefined {
    const { listener } = this;
    const { bytes } = this.window;
    if (this.#isLong) {
      const close = stringEnd(bytes, this.#at);
      if (close < 0) return this.#cutLong(-1 - close, end, isLast);
      this.#endLong(close + 1);
    }
    let at = this.#at;
    let next = this.#state;
    for (;;) {
      let code = bytes[at]!;
      if (code <= byte.space && at < end && this.depth > 0) this.hasBlanks = true;
      while (code <= byte.space) {
        if (code === byte.lineFeed) {
          this.#line += 1;
          this.#lineStart = this.window.base + at + 1;
        } else if (code !== byte.space && code !== byte.tab && code !== byte.carriageReturn) {
          return this.#pause(at, next, at === end && (!isLast || next === state.end));
        }
        at += 1;
        code = bytes[at]!;
      }
      switch (next) {
        case state.items:
        case state.value: {
          if (code === byte.quote) {
            const close = stringEnd(bytes, at + 1);
            if (close < 0) return this.#cutString(at, -1 - close, end, isLast, next);
            if (this.depth < this.#quiet) listener.scalar(kind.string, at, close + 1);
            at = close + 1;
            next = this.#afterValue();
            continue;
          }
          if (isNumberStart(code)) {
            const stop = numberEnd(bytes, at);
            if (stop < 0 || (stop === end && !isLast) || stop - at > this.#limits.tokenBytesMax)
              return this.#cutNumber(at, stop, end, isLast, next);
            if (this.depth < this.#quiet) listener.scalar(kind.number, at, stop);
            at = stop;
            next = this.#afterValue();
            continue;
          }
          if (code === byte.openBrace || code === byte.openBracket) {
            if (this.depth === this.#limits.depthMax) return this.#tooDeep(at);
            const isObject = code === byte.openBrace;
            this.depth += 1;
            this.#isObject[this.depth] = isObject ? 1 : 0;
            if (isObject) this.#names.open(this.depth);
            if (this.depth <= this.#quiet) listener.open(isObject, at);
            at += 1;
            next = isObject ? state.members : state.items;
            continue;
          }
          const word = words[code];
          if (word !== undefined) {
            const stop = wordEnd(bytes, at, word);
            if (stop < 0) return this.#cutWord(at, -1 - stop, end, isLast, next);
            if (this.depth < this.#quiet)
              listener.scalar(code === byte.n ? kind.null : kind.boolean, at, stop);
            at = stop;
            next = this.#afterValue();
            continue;
          }
          break;
        }
        case state.members:
        case state.name:
          if (code === byte.quote) {
            let close = this.#names.likelyEnd(this.depth, bytes, at + 1);
            if (close === -1) {
              close = stringEnd(bytes, at + 1);
              if (close < 0) return this.#cutString(at, -1 - close, end, isLast, next);
              if (this.#names.repeats(this.depth, bytes, at + 1, close)) listener.repeated();
            }
            if (this.depth < this.#quiet) listener.name(at, close + 1);
            at = close + 1;
            next = state.colon;
            continue;
          }
          break;
        case state.colon:
          if (code === byte.colon) {
            at += 1;
            next = state.value;
            continue;
          }
          break;
        case state.afterMember:
        case state.afterItem:
          if (code === byte.comma) {
            at += 1;
            next = next === state.afterMember ? state.name : state.value;
            continue;
          }
          break;
      }
      if (!closes(code, next)) return this.#pause(at, next, false);
      at += 1;
      if (code === byte.closeBrace) this.#names.close(this.depth);
      if (this.depth <= this.#quiet) {
        this.#quiet = never;
        listener.close(at);
      }
      this.depth -= 1;
      next = this.#afterValue();
    }
  }

  #afterValue(): number {
    if (this.depth === 0) return state.end;
    return this.#isObject[this.depth] === 1 ? state.afterMember : state.afterItem;
  }

  /** Stops at an offset, to wait for more bytes or because of a mistake. */
  #pause(at: number, next: number, isFine: boolean): JsonProblem | undefined {
    this.#at = at;
    this.#state = next;
    return isFine ? undefined : this.#problem(at, expectations[next]!, at, next);
  }

  /** Handles a string without a closing quote in view: it is wrong, or incomplete. */
  #cutString(
    start: number,
    stop: number,
    end: number,
    isLast: boolean,
    next: number,
  ): JsonProblem | undefined {
    const problem = this.#wrongInString(stop, end, isLast);
    if (problem !== undefined || end - start <= this.#limits.tokenBytesMax)
      return problem ?? this.#pause(start, next, true);
    const isName = next === state.members || next === state.name;
    this.#isLong = true;
    if (isName) this.listener.repeated();
    if (this.depth < this.#quiet) this.listener.long(isName, start);
    return this.#pause(stop, isName ? state.colon : this.#afterValue(), true);
  }

  #cutLong(stop: number, end: number, isLast: boolean): JsonProblem | undefined {
    return this.#wrongInString(stop, end, isLast) ?? this.#pause(stop, this.#state, true);
  }

  #endLong(end: number): void {
    this.#at = end;
    this.#isLong = false;
    if (this.depth >= this.#quiet) return;
    if (this.#state === state.colon) this.listener.name(-1, end);
    else this.listener.scalar(kind.string, -1, end);
  }

  #wrongInString(stop: number, end: number, isLast: boolean): JsonProblem | undefined {
    const { bytes } = this.window;
    const isEscape = stop < end && bytes[stop] === byte.backslash;
    const fault = isEscape ? stop + escapeLength(bytes, stop) : stop;
    if (fault >= end)
      return isLast ? this.#problem(end, 'the rest of a string and a closing quote') : undefined;
    if (!isEscape) return this.#problem(fault, 'an escape such as \\n instead of a control character');
    const isUnicode = fault > stop + 1;
    return this.#problem(
      fault,
      isUnicode ? 'four hexadecimal digits after \\u' : 'one of " \\ / b f n r t u after a backslash',
    );
  }

  #cutNumber(
    start: number,
    stop: number,
    end: number,
    isLast: boolean,
    next: number,
  ): JsonProblem | undefined {
    const at = stop < 0 ? -1 - stop : stop;
    const { tokenBytesMax } = this.#limits;
    if (at - start > tokenBytesMax) return this.#problem(start, `a number of at most ${tokenBytesMax} bytes`);
    if (at >= end && !isLast) return this.#pause(start, next, true);
    return this.#problem(at, 'a digit', start, next);
  }

  #cutWord(start: number, stop: number, end: number, isLast: boolean, next: number): JsonProblem | undefined {
    if (stop >= end && !isLast) return this.#pause(start, next, true);
    return this.#problem(stop, 'true, false or null', start, next);
  }

  #tooDeep(at: number): JsonProblem {
    return this.#problem(at, `at most ${this.#limits.depthMax} arrays and objects inside one another`);
  }

  /** @param start offset of the token that is wrong at `at`, if advice may depend on it. */
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
    // A word with two correct letters counts as a misspelt word.
    const begins = this.depth === 0 && next === state.value && at - start <= 1;
    return hintOf(expected, { first: bytes[start]!, begins, wrong: bytes[at]! });
  }
}
