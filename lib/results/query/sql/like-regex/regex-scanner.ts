import { fault, RegexCursor, type RegexMode, readPrefix } from './regex-cursor.ts';

/** A part of an advanced regular expression. What is written with one character is called by it. */
export type RegexToken =
  /** A code point, a number of a bound, or the number of a group. */
  | { readonly kind: 'plain' | 'digit' | 'reference'; readonly value: number }
  | { readonly kind: 'class' | 'notClass'; readonly name: 'digit' | 'space' | 'word' }
  | { readonly kind: 'open'; readonly captures: boolean }
  | { readonly kind: 'bracket'; readonly isNegated: boolean }
  | { readonly kind: '|' | '*' | '+' | '?' | '{' | '}' | ',' | ')' | ']' | '.' | '^' | '$' }
  /** The dash of a range in brackets, and `[.`, `[=` and `[:`. */
  | { readonly kind: 'range' | 'element' | 'equivalence' | 'className' }
  | { readonly kind: 'textStart' | 'textEnd' | 'wordStart' | 'wordEnd' | 'wordEdge' | 'notWordEdge' }
  | { readonly kind: 'lookAround' | 'end' };

/** Splits an advanced regular expression (PostgreSQL 15, section 9.7.3) into tokens. */
export class RegexScanner {
  /** The mode that was given, changed by what the pattern begins with. */
  readonly mode: RegexMode;
  readonly #cursor: RegexCursor;
  #place: 'pattern' | 'bound' | 'bracket' = 'pattern';
  /** Groups that have been opened. */
  groups = 0;
  token: RegexToken = { kind: 'end' };

  /** @throws RegexFault */
  constructor(pattern: string, mode: RegexMode) {
    this.#cursor = new RegexCursor(pattern);
    this.mode = readPrefix(this.#cursor, mode);
    this.next();
  }

  /** Goes to the next token; @throws RegexFault. */
  next(): void {
    this.token = this.#read(this.token);
  }

  sees(kind: RegexToken['kind']): boolean {
    return this.token.kind === kind;
  }

  /** The name in `[.x.]`, `[=x=]` and `[:x:]`. Goes to the token behind its closing. */
  name(closing: '.' | '=' | ':'): string {
    const begin = this.#cursor.at;
    this.#cursor.skipTo(`${closing}]`);
    if (this.#cursor.isEnd) throw fault('bracket');
    const name = this.#cursor.textFrom(begin);
    this.#cursor.at += 2;
    this.next();
    return name;
  }

  #read(previous: RegexToken): RegexToken {
    if (this.mode.isExpanded && this.#place !== 'bracket') this.#cursor.skipBlanks();
    const character = this.#cursor.take();
    if (character === undefined) return this.#end();
    if (this.mode.isLiteral) return plain(character);
    if (this.#place === 'bound') return this.#boundToken(character);
    if (this.#place === 'bracket') return this.#bracketToken(character, previous.kind === 'bracket');
    return this.#patternToken(character);
  }

  #end(): RegexToken {
    if (this.#place === 'bound') throw fault('brace');
    if (this.#place === 'bracket') throw fault('bracket');
    return { kind: 'end' };
  }

  #boundToken(character: string): RegexToken {
    if (/[0-9]/.test(character)) return { kind: 'digit', value: Number(character) };
    if (character === ',') return { kind: ',' };
    if (character !== '}') throw fault('count');
    this.#place = 'pattern';
    this.#cursor.takes('?');
    return { kind: '}' };
  }

  #bracketToken(character: string, isFirst: boolean): RegexToken {
    switch (character) {
      case ']':
        if (isFirst) return plain(character);
        this.#place = 'pattern';
        return { kind: ']' };
      case '\\':
        return this.#bracketEscape();
      case '-':
        return isFirst || this.#cursor.sees(']') ? plain(character) : { kind: 'range' };
      case '[':
        return this.#innerBracket() ?? plain(character);
      default:
        return plain(character);
    }
  }

  #bracketEscape(): RegexToken {
    const token = readRegexEscape(this.#cursor, this.groups);
    if (token.kind === 'plain' || token.kind === 'class' || token.kind === 'notClass') return token;
    throw fault('escape');
  }

  #innerBracket(): RegexToken | undefined {
    if (this.#cursor.isEnd) throw fault('bracket');
    if (this.#cursor.takes('.')) return { kind: 'element' };
    if (this.#cursor.takes('=')) return { kind: 'equivalence' };
    return this.#cursor.takes(':') ? { kind: 'className' } : undefined;
  }

  #patternToken(character: string): RegexToken {
    switch (character) {
      case '|':
      case '.':
      case '^':
      case '$':
      case ')':
        return { kind: character };
      case '*':
      case '+':
      case '?':
        // Which of several matches is taken makes no difference here.
        this.#cursor.takes('?');
        return { kind: character };
      case '{':
        return this.#brace(character);
      case '(':
        return this.#parenthesis();
      case '[':
        return this.#bracket();
      case '\\':
        return readRegexEscape(this.#cursor, this.groups);
      default:
        return plain(character);
    }
  }

  /** A brace that no digit follows is a character. */
  #brace(character: string): RegexToken {
    if (this.mode.isExpanded) this.#cursor.skipBlanks();
    if (!/[0-9]/.test(this.#cursor.peek())) return plain(character);
    this.#place = 'bound';
    return { kind: '{' };
  }

  #parenthesis(): RegexToken {
    const cursor = this.#cursor;
    if (!cursor.takes('?')) return { kind: 'open', captures: true };
    if (cursor.takes(':')) return { kind: 'open', captures: false };
    if (cursor.takes('#')) {
      cursor.skipTo(')');
      cursor.take();
      return this.#read(this.token);
    }
    if (cursor.takes('=') || cursor.takes('!')) return { kind: 'lookAround' };
    if (cursor.takes('<') && (cursor.takes('=') || cursor.takes('!'))) return { kind: 'lookAround' };
    throw fault('operand');
  }

  #bracket(): RegexToken {
    if (this.#cursor.takes('[:<:]]')) return { kind: 'wordStart' };
    if (this.#cursor.takes('[:>:]]')) return { kind: 'wordEnd' };
    this.#place = 'bracket';
    return { kind: 'bracket', isNegated: this.#cursor.takes('^') };
  }
}

const plain = (character: string): RegexToken => ({
  kind: 'plain',
  value: character.codePointAt(0) ?? 0,
});

/**
 * What stands behind a backslash (PostgreSQL 15, tables 9.20 to 9.22). The cursor goes behind it.
 * @param groups that have been opened: they tell a reference from an octal number.
 * @throws RegexFault
 */
function readRegexEscape(cursor: RegexCursor, groups: number): RegexToken {
  const character = cursor.take();
  if (character === undefined) throw fault('escape');
  if (/[0-9]/.test(character)) return readNumber(cursor, character, groups);
  const known = escapes[character];
  if (known !== undefined) return known;
  return /[A-Za-z]/.test(character)
    ? { kind: 'plain', value: readCode(cursor, character) }
    : plain(character);
}

/** One digit but 0, or the number of a group that was opened before, is a reference; all else is octal. */
function readNumber(cursor: RegexCursor, first: string, groups: number): RegexToken {
  cursor.at -= 1;
  const begin = cursor.at;
  if (first !== '0') {
    const value = readDigits(cursor, 10, 1, 255);
    if (cursor.at === begin + 1 || (value > 0 && value <= groups)) return { kind: 'reference', value };
    cursor.at = begin;
  }
  const value = readDigits(cursor, 8, 1, 3);
  if (value <= 0xff) return { kind: 'plain', value };
  cursor.at -= 1;
  return { kind: 'plain', value: value >> 3 };
}

function readCode(cursor: RegexCursor, letter: string): number {
  switch (letter) {
    case 'c': {
      const control = cursor.take()?.codePointAt(0);
      if (control === undefined) throw fault('escape');
      return control & 0x1f;
    }
    case 'u':
      return readDigits(cursor, 16, 4, 4);
    case 'U':
      return readDigits(cursor, 16, 8, 8);
    case 'x':
      return readDigits(cursor, 16, 1, 255);
    default:
      throw fault('escape');
  }
}

/** The largest value that PostgreSQL takes for a character. */
const characterMax = 0x7fff_fffe;

function readDigits(cursor: RegexCursor, base: 8 | 10 | 16, lengthMin: number, lengthMax: number): number {
  let value = 0;
  let length = 0;
  for (; length < lengthMax && !cursor.isEnd; length += 1) {
    const digit = '0123456789abcdef'.indexOf(cursor.peek().toLowerCase());
    if (digit < 0 || digit >= base) break;
    value = (value * base + digit) >>> 0;
    cursor.at += 1;
  }
  if (length < lengthMin || value > characterMax) throw fault('escape');
  return value;
}

/** Escapes that are done with one letter. */
const escapes: Readonly<Record<string, RegexToken>> = {
  a: plain('\x07'),
  b: plain('\b'),
  B: plain('\\'),
  e: plain('\x1b'),
  f: plain('\f'),
  n: plain('\n'),
  r: plain('\r'),
  t: plain('\t'),
  v: plain('\v'),
  d: { kind: 'class', name: 'digit' },
  D: { kind: 'notClass', name: 'digit' },
  s: { kind: 'class', name: 'space' },
  S: { kind: 'notClass', name: 'space' },
  w: { kind: 'class', name: 'word' },
  W: { kind: 'notClass', name: 'word' },
  A: { kind: 'textStart' },
  Z: { kind: 'textEnd' },
  m: { kind: 'wordStart' },
  M: { kind: 'wordEnd' },
  y: { kind: 'wordEdge' },
  Y: { kind: 'notWordEdge' },
};
