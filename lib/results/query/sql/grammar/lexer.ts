import { QueryError } from '../../query-error.ts';
import { methodNames } from './ast.ts';
import { readEscape } from './escape.ts';

/** Keywords, which may be in upper or lower case. */
const words = [
  ...methodNames,
  ...(['datetime', 'exists', 'flag', 'is', 'last', 'lax', 'like_regex', 'starts', 'strict', 'to'] as const),
  ...(['unknown', 'with'] as const),
];

/** Keywords that must be in lower case. */
const smallWords = ['null', 'true', 'false'] as const;

type Word = (typeof words)[number] | (typeof smallWords)[number];

/**
 * A token. A symbol is its characters, two for `&& || ** <= >= == !=`; `<>` is `!=`. Characters that the
 * grammar does not have, such as `#`, are symbols too.
 */
export type Token = {
  readonly kind: Word | 'identifier' | 'string' | 'variable' | 'number' | 'integer' | 'symbol' | 'end';
  /** Names and strings without quotes and escapes; numbers and symbols as they are written. */
  readonly value: string;
  /** Offset of the first character of the token, in UTF-16 units. */
  readonly at: number;
  /**
   * The text that PostgreSQL shows in an error at this token: the last text that the scanner of PostgreSQL
   * matched. For a name with blanks after it, this text is the blanks. For a name with anything else after
   * it, this text is empty (`at end of jsonpath input`).
   */
  readonly fragment: string;
};

// The character classes of PostgreSQL's scanner. "Other" excludes special characters, blanks, backslash and
// quote.
const blank = /[ \t\n\r\f]+/y;
const other = /[^?%$.[\]{}()|&!=<>@#,*:\-+/\\" \t\n\r\f]+/y;
const quotedPart = /[^\\"]+/y;
const symbol = /&&|\|\||\*\*|<=|>=|<>|!=|==|[?%$.[\]{}()|&!=<>@#,*:\-+/]/y;
const variable = /\$[^?%$.[\]{}()|&!=<>@#,*:\-+/\\" \t\n\r\f]+/y;

// Numbers with a point or an exponent may have `_` between their digits, as in PostgreSQL 16. Integers with
// `_` are names in PostgreSQL 15, so parser.ts reads them.
const integerDigits = '(?:0|[1-9][0-9]*)';
const digits = '[0-9](?:_?[0-9])*';
const wholeDigits = '(?:0|[1-9](?:_?[0-9])*)';
const decimalDigits = `(?:${wholeDigits}\\.(?:${digits})?|\\.${digits})`;
const realDigits = `(?:${decimalDigits}|${wholeDigits})[Ee][-+]?${digits}`;
type NumberRule =
  | { readonly pattern: RegExp; readonly kind: 'number' | 'integer' | 'name' }
  | { readonly pattern: RegExp; readonly complaint: string };

/**
 * Tokens that begin with a digit or a point. The longest match is used, and of equally long ones the first.
 */
const numberRules: readonly NumberRule[] = [
  { pattern: new RegExp(realDigits, 'y'), kind: 'number' },
  { pattern: new RegExp(decimalDigits, 'y'), kind: 'number' },
  { pattern: new RegExp(integerDigits, 'y'), kind: 'integer' },
  {
    pattern: new RegExp(`(?:${decimalDigits}|${wholeDigits})[Ee][-+]`, 'y'),
    complaint: 'invalid numeric literal',
  },
  ...[integerDigits, decimalDigits, realDigits].map((number) => ({
    pattern: new RegExp(number + other.source.slice(0, -1), 'uy'),
    complaint: 'trailing junk after numeric literal',
  })),
  { pattern: other, kind: 'name' },
];

/** Reads one token after another, as PostgreSQL 15 does. It never reads beyond the requested token. */
export class Lexer {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Reads the next token.
   * @throws QueryError for a text that is not a token.
   */
  next(): Token {
    this.#skip();
    const at = this.#at;
    const character = this.#text[at];
    if (character === undefined) return { kind: 'end', value: '', at, fragment: '' };
    if (character === '"') return this.#quoted('string', at, at + 1);
    if (character === '$') return this.#variable(at);
    return this.#number(at) ?? this.#symbol(at) ?? this.#name(at);
  }

  /** Skips blanks and comments. */
  #skip(): void {
    for (;;) {
      this.#match(blank);
      if (!this.#text.startsWith('/*', this.#at)) return;
      this.#comment();
    }
  }

  #comment(): void {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end < 0) throw this.error('unexpected end of comment', '', this.#text.length);
    this.#at = end + 2;
  }

  #symbol(at: number): Token | undefined {
    const found = this.#match(symbol);
    if (found === undefined) return undefined;
    return { kind: 'symbol', value: found === '<>' ? '!=' : found, at, fragment: found };
  }

  #variable(at: number): Token {
    if (this.#text[at + 1] === '"') return this.#quoted('variable', at, at + 2);
    const found = this.#match(variable);
    if (found !== undefined) return { kind: 'variable', value: found.slice(1), at, fragment: found };
    this.#at += 1;
    return { kind: 'symbol', value: '$', at, fragment: '$' };
  }

  #number(at: number): Token | undefined {
    if (!/[0-9.]/.test(this.#text[at] ?? '')) return undefined;
    const [rule, found] = this.#longestNumber(at);
    if (rule === undefined) return undefined;
    if ('complaint' in rule) throw this.error(rule.complaint, found, at);
    if (rule.kind === 'name') return undefined;
    this.#at += found.length;
    return { kind: rule.kind, value: found, at, fragment: found };
  }

  #longestNumber(at: number): readonly [rule: NumberRule | undefined, found: string] {
    let best: NumberRule | undefined;
    let longest = '';
    for (const rule of numberRules) {
      rule.pattern.lastIndex = at;
      const found = rule.pattern.exec(this.#text)?.[0] ?? '';
      if (matchLength(found, rule) <= matchLength(longest, best)) continue;
      best = rule;
      longest = found;
    }
    return [best, longest];
  }

  /**
   * A name ends before any special character. PostgreSQL loses a name that a comment follows directly, and
   * Downpour does the same: `$.a`, a comment and `.b` are `$..b`.
   */
  #name(at: number): Token {
    const value = this.#characters(other);
    const fragment = this.#match(blank) ?? '';
    if (fragment === '' && this.#text.startsWith('/*', this.#at)) return this.next();
    return { kind: kindOfName(value), value, at, fragment };
  }

  #quoted(kind: 'string' | 'variable', at: number, begin: number): Token {
    this.#at = begin;
    const value = this.#characters(quotedPart);
    if (this.#text[this.#at] !== '"')
      throw this.error('unexpected end of quoted string', '', this.#text.length);
    this.#at += 1;
    return { kind, value, at, fragment: '"' };
  }

  /**
   * Reads plain characters and escapes.
   * @param plain matches the characters without escapes.
   */
  #characters(plain: RegExp): string {
    for (let value = ''; ; ) {
      const part = this.#match(plain);
      if (part === undefined && this.#text[this.#at] !== '\\') return value;
      value += part ?? this.#escape();
    }
  }

  #escape(): string {
    const found = readEscape(this.#text, this.#at);
    if ('complaint' in found) throw this.error(found.complaint, found.fragment, this.#at);
    this.#at += found.length;
    return found.value;
  }

  /**
   * The error in the form of PostgreSQL.
   * @param fragment the text at the error, empty at the end of the expression.
   */
  error(complaint: string, fragment: string, position: number): QueryError {
    const nearby = fragment === '' ? 'at end' : `at or near "${fragment}"`;
    return new QueryError('42601', `${complaint} ${nearby} of jsonpath input`, { position });
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

/**
 * The length of a match. PostgreSQL scans bytes: after a number, only the first byte of a character beyond
 * ASCII belongs to the error.
 */
function matchLength(found: string, rule: NumberRule | undefined): number {
  const isPart = rule !== undefined && 'complaint' in rule && /[^\0-\x7f]$/u.test(found);
  return isPart ? found.replace(/.$/u, '').length + 0.5 : found.length;
}

/**
 * The kind of a name without quotes: a keyword, or an identifier. Only ASCII letters are the same in upper
 * and lower case.
 */
function kindOfName(name: string): Word | 'identifier' {
  const small = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (isOneOf(words, small)) return small;
  return isOneOf(smallWords, name) ? name : 'identifier';
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);
