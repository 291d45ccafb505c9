import { numbered } from '../../../words.ts';
import { scenarios } from '../limits.ts';
import { Bare } from './bare-value.ts';
import { byte, byteOrderMark, isBlank } from './bytes.ts';
import type { JsonQuery } from './parse-query.ts';
import { QueryPath } from './path-matcher.ts';
import { Quoted } from './string-end.ts';

/**
 * The listener of `JsonScanner`: it receives the values that a query selects (matches), as offsets in the
 * current fragment. It also receives the members of objects and arrays that may contain matches. The items of
 * an array count as its members.
 */
export type Matches = {
  /**
   * Called when a member begins: after the opening bracket, or with the comma at `at`. Also called for an
   * empty object or array, which has no member.
   */
  beginMember(at: number): void;
  /** Called when the value of the current member is not selected. */
  keepMember(): void;
  /** Called when the value of the current member is selected. The value begins at `at`. */
  beginMatch(at: number): void;
  /** Called when the selected value ends before `at`. */
  endMatch(at: number): void;
  /** Called when the object or array ends with the bracket at `at`. */
  endMembers(at: number): void;
};

/** The states of the scanner: the syntax that it expects next. `bare` is a number, true, false or null. */
const state = { value: 0, item: 1, name: 2, member: 3, colon: 4, next: 5, string: 6, bare: 7, done: 8 };
const expectations = [
  'a value',
  "a value or ']'",
  'a name in quotes',
  "a name in quotes or '}'",
  "':'",
  "',' or the closing bracket",
  'the end of a string',
  'the end of a value',
  'nothing more',
];

/**
 * Checks a JSON document (RFC 8259 in UTF-8, with or without a byte order mark) that arrives in fragments.
 * Reports the values that a query selects. It keeps no part of the document except which of its open values
 * are objects or arrays.
 */
export class JsonScanner {
  readonly #path: QueryPath;
  readonly #matches: Matches;
  #state = state.value;
  /** The number of bytes in all earlier fragments. */
  #passed = 0;
  #depth = 0;
  /** By depth: true when the open value is an object, false for an array. */
  readonly #isObject: boolean[] = [false];
  #inMatch = false;
  /** The number of bytes of the byte order mark (an optional mark at the start) that have arrived. */
  #mark = 0;
  /**
   * True when the current string is a member's name. `#compares` is true when the name is also compared with
   * the query.
   */
  #inName = false;
  #compares = false;
  readonly #quoted = new Quoted();
  readonly #bare = new Bare();

  constructor(query: JsonQuery, matches: Matches) {
    this.#path = new QueryPath(query);
    this.#matches = matches;
  }

  get inMatch(): boolean {
    return this.#inMatch;
  }

  /** Starts a new document. */
  reset(): void {
    this.#path.reset();
    this.#state = state.value;
    this.#passed = 0;
    this.#depth = 0;
    this.#inMatch = false;
    this.#mark = 0;
  }

  /**
   * Reads a fragment.
   * @throws Error with the offset of the first byte that is not JSON.
   */
  scan(bytes: Buffer): void {
    const end = bytes.length;
    this.#quoted.beginFragment();
    let at = 0;
    while (at < end) {
      if (this.#state === state.string) at = this.#restOfString(bytes, at);
      else if (this.#state === state.bare) at = this.#restOfBare(bytes, at);
      else at = this.#structure(bytes, at);
    }
    this.#passed += end;
  }

  /**
   * Ends the document. A document with only white space, such as an empty body, has no value.
   * @throws Error when the document is cut off.
   */
  finish(): void {
    const isEmpty = this.#state === state.value && this.#depth === 0;
    const isNumber = this.#state === state.bare && this.#depth === 0 && this.#bare.isComplete;
    if (!isEmpty && !isNumber && this.#state !== state.done)
      throw new Error(
        `JSON ends after ${numbered(this.#passed, 'byte')}, where ${expectations[this.#state]} was expected`,
      );
    this.reset();
  }

  #structure(bytes: Buffer, from: number): number {
    const end = bytes.length;
    let at = from;
    let each = bytes[at]!;
    while (isBlank(each)) {
      at += 1;
      if (at === end) return end;
      each = bytes[at]!;
    }
    switch (this.#state) {
      case state.next:
        return this.#next(bytes, at, each);
      case state.colon:
        if (each !== byte.colon) throw this.#unexpected(bytes, at);
        this.#state = state.value;
        return at + 1;
      case state.member:
        return each === byte.closeBrace ? this.#close(at) : this.#name(bytes, at, each);
      case state.name:
        return this.#name(bytes, at, each);
      case state.item:
        return each === byte.closeBracket ? this.#close(at) : this.#value(bytes, at, each);
      case state.value:
        return this.#value(bytes, at, each);
      default:
        throw this.#unexpected(bytes, at);
    }
  }

  #next(bytes: Buffer, at: number, each: number): number {
    const isObject = this.#isObject[this.#depth] === true;
    if (each === (isObject ? byte.closeBrace : byte.closeBracket)) return this.#close(at);
    if (each !== byte.comma) throw this.#unexpected(bytes, at);
    this.#state = isObject ? state.name : state.value;
    if (this.#path.decides(this.#depth)) {
      if (!isObject) this.#path.nextItem();
      if (this.#depth === this.#path.length) this.#matches.beginMember(at);
    }
    return at + 1;
  }

  #name(bytes: Buffer, at: number, each: number): number {
    if (each !== byte.quote) throw this.#unexpected(bytes, at);
    this.#state = state.string;
    this.#inName = true;
    this.#quoted.begin();
    this.#compares = this.#path.decides(this.#depth);
    if (this.#compares) this.#path.beginName();
    return this.#restOfString(bytes, at + 1);
  }

  #value(bytes: Buffer, at: number, each: number): number {
    const depth = this.#depth;
    if (depth === 0 && this.#inMark(bytes, at, each)) return at + 1;
    if (depth === this.#path.length && this.#path.decides(depth)) this.#decide(at);
    if (each === byte.quote) {
      this.#state = state.string;
      this.#inName = false;
      this.#compares = false;
      this.#quoted.begin();
      return this.#restOfString(bytes, at + 1);
    }
    if (each === byte.openBrace) return this.#open(at, true);
    if (each === byte.openBracket) return this.#open(at, false);
    if (!this.#bare.begin(each)) throw this.#unexpected(bytes, at);
    this.#state = state.bare;
    return this.#restOfBare(bytes, at + 1);
  }

  #inMark(bytes: Buffer, at: number, each: number): boolean {
    const { length } = byteOrderMark;
    if (this.#mark < length && this.#passed + at === this.#mark && each === byteOrderMark[this.#mark]) {
      this.#mark += 1;
      return true;
    }
    if (this.#mark > 0 && this.#mark < length) throw this.#unexpected(bytes, at);
    return false;
  }

  #decide(at: number): void {
    this.#inMatch = this.#path.selects;
    if (this.#inMatch) this.#matches.beginMatch(at);
    else this.#matches.keepMember();
  }

  #open(at: number, isObject: boolean): number {
    const depth = this.#depth + 1;
    if (depth > scenarios.jsonDepthMax)
      throw new Error(
        `JSON is nested more than ${scenarios.jsonDepthMax} levels deep at byte ${this.#passed + at}`,
      );
    this.#depth = depth;
    this.#isObject[depth] = isObject;
    this.#path.open(depth, isObject);
    this.#state = isObject ? state.member : state.item;
    if (depth === this.#path.length && this.#path.decides(depth)) this.#matches.beginMember(at + 1);
    return at + 1;
  }

  #close(at: number): number {
    const depth = this.#depth;
    if (depth === this.#path.length && this.#path.decides(depth)) this.#matches.endMembers(at);
    this.#path.close(depth);
    this.#depth = depth - 1;
    this.#endValue(at + 1);
    return at + 1;
  }

  #endValue(at: number): void {
    if (this.#inMatch && this.#depth === this.#path.length) {
      this.#inMatch = false;
      this.#matches.endMatch(at);
    }
    this.#state = this.#depth === 0 ? state.done : state.next;
  }

  #restOfString(bytes: Buffer, from: number): number {
    const at = this.#quoted.take(bytes, from);
    const { escaped } = this.#quoted;
    if (this.#compares) this.#path.compare(bytes, from, at, escaped);
    if (at === bytes.length) return at;
    if (!this.#quoted.isClosed) throw this.#unexpected(bytes, at, this.#quoted.expected);
    if (this.#compares) this.#path.endName(escaped);
    if (this.#inName) this.#state = state.colon;
    else this.#endValue(at + 1);
    return at + 1;
  }

  #restOfBare(bytes: Buffer, from: number): number {
    const at = this.#bare.take(bytes, from);
    if (this.#bare.ended) this.#endValue(at);
    else if (at < bytes.length) throw this.#unexpected(bytes, at, this.#bare.expected);
    return at;
  }

  #unexpected(bytes: Buffer, at: number, expected = expectations[this.#state]): Error {
    const each = bytes[at]!;
    const found = each > 0x20 && each < 0x7f ? `'${String.fromCharCode(each)}'` : `0x${each.toString(16)}`;
    return new Error(`JSON is malformed at byte ${this.#passed + at}: expected ${expected}, found ${found}`);
  }
}
