import { type IndexLimits, indexLimits } from '../run-index/limits.ts';
import { NameWatch } from '../run-index/name-watch.ts';
import { closes, expectations, state } from './grammar.ts';
import { kind } from './kind.ts';
import { type Listener, silence } from './listener.ts';
import { type JsonProblem, jsonProblem } from './problem.ts';
import { byte, escapeLength, isNumberStart, numberEnd, stringEnd, wordEnd, words } from './tokens.ts';
import { Window } from './window.ts';

/** Deeper than any document. */
const never = 1 << 30;

/**
 * Reads JSON (RFC 8259, in UTF-8, a byte order mark before it is passed over) from chunks of bytes and checks every byte
 * of it. Holds one window, whatever the document is like.
 */
export class Scanner {
  /** Whom it tells what it reads. */
  listener: Listener = silence;
  /** Arrays and objects that are open. */
  depth = 0;
  /** Whether blanks were passed inside an array or object. */
  hasBlanks = false;
  readonly window: Window;
  readonly #limits: IndexLimits;
  readonly #names: NameWatch;
  readonly #isObject: Uint8Array;
  /** The depth from which on nothing is told. */
  #quiet = never;
  #at = 0;
  #state: number = state.value;
  /** In a string whose beginning has been dropped. */
  #isLong = false;
  #line = 1;
  /** Bytes of the document before the line. */
  #lineStart = 0;
  #isBegun = false;

  constructor(limits: IndexLimits = indexLimits) {
    this.#limits = limits;
    this.window = new Window(limits.windowBytes);
    this.#names = new NameWatch(limits.depthMax, limits.watchedNamesMax);
    this.#isObject = new Uint8Array(limits.depthMax + 2);
  }

  /** Takes the next bytes of the document. */
  push(chunk: Uint8Array): JsonProblem | undefined {
    for (let taken = 0; taken < chunk.length; ) {
      taken += this.window.fill(chunk.subarray(taken));
      const problem = this.window.isFull ? this.#look(false) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  end(): JsonProblem | undefined {
    return this.#look(true);
  }

  /** Nothing is told of what is in the array or object that was just opened, but for its end. */
  skip(): void {
    this.#quiet = this.depth;
  }

  #look(isLast: boolean): JsonProblem | undefined {
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

  /** One loop over all tokens of the window: they are many and small, and calls between them would cost more. */
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
      let code = bytes[at];
      if (code <= byte.space && at < end && this.depth > 0) this.hasBlanks = true;
      while (code <= byte.space) {
        if (code === byte.lineFeed) {
          this.#line += 1;
          this.#lineStart = this.window.base + at + 1;
        } else if (code !== byte.space && code !== byte.tab && code !== byte.carriageReturn) {
          return this.#pause(at, next, at === end && (!isLast || next === state.end));
        }
        at += 1;
        code = bytes[at];
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

  /** Stops at a place: for more bytes, or for good because of what stands there. */
  #pause(at: number, next: number, isFine: boolean): JsonProblem | undefined {
    this.#at = at;
    this.#state = next;
    return isFine ? undefined : this.#problem(at, expectations[next]);
  }

  /** A string cannot be passed: it is wrong, or its end has not come yet. */
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
    return at < end || isLast ? this.#problem(at, 'a digit') : this.#pause(start, next, true);
  }

  #cutWord(start: number, stop: number, end: number, isLast: boolean, next: number): JsonProblem | undefined {
    return stop < end || isLast ? this.#problem(stop, 'true, false or null') : this.#pause(start, next, true);
  }

  #tooDeep(at: number): JsonProblem {
    return this.#problem(at, `at most ${this.#limits.depthMax} arrays and objects inside one another`);
  }

  #problem(at: number, expected: string): JsonProblem {
    const { window } = this;
    const place = {
      offset: window.base + at,
      line: this.#line,
      column: window.column(this.#lineStart, at) + 1,
    };
    return jsonProblem(place, expected, window.describe(at));
  }
}
