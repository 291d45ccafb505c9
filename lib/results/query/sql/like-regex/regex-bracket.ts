import {
  bothCases,
  type CharacterClass,
  characterClasses,
  codePoints,
  complement,
  isClassName,
} from './character-class.ts';
import { namedElement } from './collating-element.ts';
import { type Character, character } from './regex.ts';
import { fault, type RegexCursor, type RegexMode } from './regex-cursor.ts';
import { codePointOf, readRegexEscape } from './regex-escape.ts';

/**
 * A token inside brackets: a code point, a class, the dash of a range, the closing bracket, or the opening of
 * `[.x.]`, `[=x=]` and `[:x:]`.
 */
type Token = number | Character | '-' | ']' | '.' | '=' | ':';

/**
 * Reads a bracket expression, from after the opening bracket to after the closing one. As in PostgreSQL, the
 * next token is read before the current one is checked. This decides which of two faults is reported.
 */
export class RegexBracket {
  readonly #cursor: RegexCursor;
  readonly #mode: RegexMode;
  readonly #groups: number;
  #token: Token;

  /** @param groups number of groups that were opened before the bracket. */
  constructor(cursor: RegexCursor, mode: RegexMode, groups: number) {
    this.#cursor = cursor;
    this.#mode = mode;
    this.#groups = groups;
    this.#token = ']';
  }

  /**
   * Reads the whole bracket expression.
   * @throws RegexFault for brackets that PostgreSQL rejects.
   */
  read(): Character {
    const isNegated = this.#cursor.takes('^');
    const sets: CharacterClass[] = [];
    for (this.#next(true); this.#token !== ']'; ) sets.push(this.#part());
    if (isNegated && this.#mode.stopsAtLines) sets.push(codePoints(0x0a));
    return character(merged(sets), isNegated);
  }

  #next(isFirst = false): void {
    this.#token = this.#read(isFirst);
  }

  #read(isFirst: boolean): Token {
    const cursor = this.#cursor;
    const next = cursor.take();
    if (next === undefined) throw fault('bracket');
    if (next === ']' && !isFirst) return next;
    if (next === '-' && !isFirst && !cursor.sees(']')) return next;
    if (next === '\\') return this.#escape();
    if (next !== '[') return codePointOf(next);
    if (cursor.isEnd) throw fault('bracket');
    return (['.', '=', ':'] as const).find((opening) => cursor.takes(opening)) ?? codePointOf(next);
  }

  #escape(): Token {
    const found = readRegexEscape(this.#cursor, this.#groups);
    if (typeof found === 'number' || found.kind === 'character') return found;
    throw fault('escape');
  }

  #part(): CharacterClass {
    const token = this.#token;
    if (token === ':') return this.#className();
    // In PostgreSQL's locale, a character is equivalent only to itself.
    if (token === '=') return this.#inCases(this.#element('='));
    if (typeof token !== 'object') return this.#range();
    this.#next();
    return token.isNegated ? complement(token.set) : token.set;
  }

  #className(): CharacterClass {
    const name = this.#name(':');
    if (!isClassName(name)) throw fault('class');
    const isCase = name === 'lower' || name === 'upper';
    return characterClasses[isCase && this.#mode.ignoresCase ? 'alpha' : name];
  }

  /** Reads a character, or a range of characters. */
  #range(): CharacterClass {
    const from = this.#character();
    if (this.#token !== '-') return this.#inCases(from);
    this.#next();
    const isDash = this.#token === '-';
    const to = isDash ? 0x2d : this.#character();
    if (isDash) this.#next();
    if (from > to) throw fault('range');
    return this.#inCases(from, to);
  }

  #inCases(from: number, to = from): CharacterClass {
    return this.#mode.ignoresCase ? bothCases(from, to) : codePoints(from, to);
  }

  #character(): number {
    const token = this.#token;
    if (token === '.') return this.#element('.');
    if (typeof token !== 'number') throw fault('range');
    this.#next();
    return token;
  }

  #element(closing: '.' | '='): number {
    const name = this.#name(closing);
    const [only, ...more] = name;
    const element = more.length > 0 || only === undefined ? namedElement(name) : codePointOf(only);
    if (element === undefined) throw fault('collation');
    return element;
  }

  /** Reads the name in `[.x.]`, `[=x=]` or `[:x:]`. */
  #name(closing: '.' | '=' | ':'): string {
    const begin = this.#cursor.at;
    this.#cursor.skipTo(`${closing}]`);
    if (this.#cursor.isEnd) throw fault('bracket');
    const name = this.#cursor.textFrom(begin);
    this.#cursor.at += 2;
    this.#next();
    return name;
  }
}

const merged = (classes: readonly CharacterClass[]): CharacterClass => ({
  ranges: classes.flatMap(({ ranges }) => ranges),
  categories: classes.flatMap(({ categories }) => categories),
});
