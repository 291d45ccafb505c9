/** Why a pattern is none, in the words of PostgreSQL's regular expressions. */
export class RegexFault extends Error {}

export const faults = {
  pattern: 'invalid regexp (reg version 0.8)',
  collation: 'invalid collating element',
  class: 'invalid character class',
  escape: 'invalid escape \\ sequence',
  reference: 'invalid backreference number',
  bracket: 'brackets [] not balanced',
  parenthesis: 'parentheses () not balanced',
  brace: 'braces {} not balanced',
  count: 'invalid repetition count(s)',
  range: 'invalid character range',
  operand: 'quantifier operand invalid',
  option: 'invalid embedded option',
  size: 'regular expression is too complex',
} as const;

export const fault = (kind: keyof typeof faults): RegexFault => new RegexFault(faults[kind]);

/** `plain` has a code point, `class` and `notClass` a letter of d, s and w, `digit` and `reference` a number. */
export type RegexToken =
  | { readonly kind: 'plain' | 'digit' | 'reference'; readonly value: number }
  | { readonly kind: 'class' | 'notClass'; readonly name: 'digit' | 'space' | 'word' }
  | { readonly kind: 'open'; readonly captures: boolean }
  | { readonly kind: 'bracket'; readonly isNegated: boolean }
  | { readonly kind: Simple };

type Simple =
  | '|'
  | '*'
  | '+'
  | '?'
  | '{'
  | '}'
  | ','
  | ')'
  | ']'
  | '.'
  | '^'
  | '$'
  /** The dash of a range in brackets. */
  | 'range'
  /** `[.`, `[=` and `[:`. */
  | 'element'
  | 'equivalence'
  | 'className'
  | 'lookAround'
  | 'textStart'
  | 'textEnd'
  | 'wordStart'
  | 'wordEnd'
  | 'wordEdge'
  | 'notWordEdge'
  | 'end';

/** What the flags and the first characters of a pattern switch on. */
export type RegexMode = {
  isLiteral: boolean;
  ignoresCase: boolean;
  /** A line feed is matched neither by a dot nor by a negated bracket. */
  stopsAtLines: boolean;
  /** `^` and `$` match at line feeds too. */
  anchorsLines: boolean;
  /** Blanks and comments are skipped. */
  isExpanded: boolean;
  /** The older syntaxes, which are not understood here. */
  isOldSyntax: boolean;
};

/** Splits an advanced regular expression (PostgreSQL 15, section 9.7.3) into tokens. */
export class RegexScanner {
  readonly mode: RegexMode;
  readonly #characters: readonly number[];
  #at = 0;
  #place: 'pattern' | 'bound' | 'bracket' = 'pattern';
  /** Groups that have been opened: they tell a reference from an octal number. */
  groups = 0;
  token: RegexToken = { kind: 'end' };

  /** @throws RegexFault */
  constructor(pattern: string, mode: RegexMode) {
    this.#characters = [...pattern].map((character) => character.codePointAt(0) ?? 0);
    this.mode = mode;
    if (!mode.isLiteral) this.#readPrefix();
    this.next();
  }

  /** Goes to the next token; @throws RegexFault. */
  next(): void {
    this.token = this.#read(this.token);
  }

  sees(kind: RegexToken['kind']): boolean {
    return this.token.kind === kind;
  }

  /** The name in `[.x.]`, `[=x=]` and `[:x:]`; its closing is taken. */
  name(closing: '.' | '=' | ':'): string {
    const begin = this.#at;
    while (!this.#startsWith(`${closing}]`)) {
      if (this.#at >= this.#characters.length) throw fault('bracket');
      this.#at += 1;
    }
    const name = String.fromCodePoint(...this.#characters.slice(begin, this.#at));
    this.#at += 2;
    this.next();
    return name;
  }

  #read(previous: RegexToken): RegexToken {
    if (this.mode.isExpanded && this.#place !== 'bracket') this.#skipBlanks();
    const character = this.#characters[this.#at];
    if (character === undefined) return this.#end();
    this.#at += 1;
    if (this.mode.isLiteral) return { kind: 'plain', value: character };
    if (this.#place === 'bound') return this.#boundToken(character);
    if (this.#place === 'bracket') return this.#bracketToken(character, previous);
    return this.#patternToken(character);
  }

  #end(): RegexToken {
    if (this.#place === 'bound') throw fault('brace');
    if (this.#place === 'bracket') throw fault('bracket');
    return { kind: 'end' };
  }

  #boundToken(character: number): RegexToken {
    const text = String.fromCodePoint(character);
    if (/[0-9]/.test(text)) return { kind: 'digit', value: Number(text) };
    if (text === ',') return { kind: ',' };
    if (text !== '}') throw fault('count');
    this.#place = 'pattern';
    this.#takes('?');
    return { kind: '}' };
  }

  #bracketToken(character: number, previous: RegexToken): RegexToken {
    const isFirst = previous.kind === 'bracket';
    const plain: RegexToken = { kind: 'plain', value: character };
    switch (String.fromCodePoint(character)) {
      case ']':
        if (isFirst) return plain;
        this.#place = 'pattern';
        return { kind: ']' };
      case '\\':
        return this.#bracketEscape();
      case '-':
        return isFirst || this.#startsWith(']') ? plain : { kind: 'range' };
      case '[':
        return this.#innerBracket() ?? plain;
      default:
        return plain;
    }
  }

  #bracketEscape(): RegexToken {
    const token = this.#escape();
    if (token.kind === 'plain' || token.kind === 'class' || token.kind === 'notClass') return token;
    throw fault('escape');
  }

  #innerBracket(): RegexToken | undefined {
    if (this.#at >= this.#characters.length) throw fault('bracket');
    if (this.#takes('.')) return { kind: 'element' };
    if (this.#takes('=')) return { kind: 'equivalence' };
    return this.#takes(':') ? { kind: 'className' } : undefined;
  }

  #patternToken(character: number): RegexToken {
    const text = String.fromCodePoint(character);
    switch (text) {
      case '|':
      case '.':
      case '^':
      case '$':
      case ')':
        return { kind: text };
      case '*':
      case '+':
      case '?':
        this.#takes('?');
        return { kind: text };
      case '{':
        return this.#brace(character);
      case '(':
        return this.#parenthesis();
      case '[':
        return this.#bracket();
      case '\\':
        return this.#escape();
      default:
        return { kind: 'plain', value: character };
    }
  }

  /** A brace that no digit follows is a character. */
  #brace(character: number): RegexToken {
    if (this.mode.isExpanded) this.#skipBlanks();
    if (!/[0-9]/.test(this.#peek())) return { kind: 'plain', value: character };
    this.#place = 'bound';
    return { kind: '{' };
  }

  #parenthesis(): RegexToken {
    if (!this.#takes('?')) return { kind: 'open', captures: true };
    if (this.#takes(':')) return { kind: 'open', captures: false };
    if (this.#takes('#')) {
      while (this.#at < this.#characters.length && this.#peek() !== ')') this.#at += 1;
      this.#at += 1;
      return this.#read(this.token);
    }
    if (this.#takes('=') || this.#takes('!')) return { kind: 'lookAround' };
    if (this.#takes('<') && (this.#takes('=') || this.#takes('!'))) return { kind: 'lookAround' };
    throw fault('operand');
  }

  #bracket(): RegexToken {
    if (this.#takes('[:<:]]')) return { kind: 'wordStart' };
    if (this.#takes('[:>:]]')) return { kind: 'wordEnd' };
    this.#place = 'bracket';
    return { kind: 'bracket', isNegated: this.#takes('^') };
  }

  #escape(): RegexToken {
    const character = this.#characters[this.#at];
    if (character === undefined) throw fault('escape');
    this.#at += 1;
    const text = String.fromCodePoint(character);
    const known = escapes[text];
    if (known !== undefined) return known;
    if (!/[A-Za-z0-9]/.test(text)) return { kind: 'plain', value: character };
    if (/[0-9]/.test(text)) return this.#number(text);
    return { kind: 'plain', value: this.#coded(text) };
  }

  #coded(text: string): number {
    switch (text) {
      case 'c': {
        const control = this.#characters[this.#at];
        if (control === undefined) throw fault('escape');
        this.#at += 1;
        return control & 0x1f;
      }
      case 'u':
        return this.#digits(16, 4, 4);
      case 'U':
        return this.#digits(16, 8, 8);
      case 'x':
        return this.#digits(16, 1, 255);
      default:
        throw fault('escape');
    }
  }

  /** One digit but 0, or the number of a group that was opened before, is a reference; all else is octal. */
  #number(first: string): RegexToken {
    const begin = this.#at - 1;
    this.#at = begin;
    if (first !== '0') {
      const value = this.#digits(10, 1, 255);
      if (this.#at === begin + 1 || (value > 0 && value <= this.groups)) return { kind: 'reference', value };
      this.#at = begin;
    }
    const value = this.#digits(8, 1, 3);
    if (value <= 0xff) return { kind: 'plain', value };
    this.#at -= 1;
    return { kind: 'plain', value: value >> 3 };
  }

  #digits(base: 8 | 10 | 16, lengthMin: number, lengthMax: number): number {
    let value = 0;
    let length = 0;
    for (; length < lengthMax; length += 1) {
      const digit = digits.indexOf(this.#peek().toLowerCase());
      if (this.#peek() === '' || digit < 0 || digit >= base) break;
      value = (value * base + digit) >>> 0;
      this.#at += 1;
    }
    if (length < lengthMin || value > 0x7fff_fffe) throw fault('escape');
    return value;
  }

  #readPrefix(): void {
    if (this.#startsWith('***') && this.#characters.length > 3) {
      this.#at += 3;
      if (this.#takes('?')) throw fault('pattern');
      if (this.#takes('=')) {
        this.#becomeLiteral();
        return;
      }
      if (!this.#takes(':')) throw fault('operand');
    }
    if (!this.#startsWith('(?') || !/[A-Za-z]/.test(this.#peek(2))) return;
    this.#at += 2;
    for (; /[A-Za-z]/.test(this.#peek()); this.#at += 1) this.#option(this.#peek());
    if (!this.#takes(')')) throw fault('option');
    if (this.mode.isLiteral) this.#becomeLiteral();
  }

  #becomeLiteral(): void {
    const { mode } = this;
    Object.assign(mode, { isLiteral: true, isExpanded: false, stopsAtLines: false, anchorsLines: false });
  }

  #option(letter: string): void {
    const change = options[letter];
    if (change === undefined) throw fault('option');
    Object.assign(this.mode, change);
  }

  #skipBlanks(): void {
    for (;;) {
      while (/[ \t\n\v\f\r]/.test(this.#peek())) this.#at += 1;
      if (this.#peek() !== '#') return;
      while (this.#at < this.#characters.length && this.#peek() !== '\n') this.#at += 1;
    }
  }

  #takes(text: string): boolean {
    const seen = this.#startsWith(text);
    if (seen) this.#at += text.length;
    return seen;
  }

  #startsWith(text: string): boolean {
    return [...text].every((character, offset) => this.#peek(offset) === character);
  }

  /** The character ahead, empty behind the end. */
  #peek(offset = 0): string {
    const character = this.#characters[this.#at + offset];
    return character === undefined ? '' : String.fromCodePoint(character);
  }
}

const digits = '0123456789abcdef';

const plain = (character: string): RegexToken => ({ kind: 'plain', value: character.charCodeAt(0) });

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

/** The letters of `(?...)` before a pattern (PostgreSQL 15, table 9.23). */
const options: Readonly<Record<string, Partial<RegexMode>>> = {
  b: { isOldSyntax: true, isLiteral: false },
  c: { ignoresCase: false },
  e: { isOldSyntax: true, isLiteral: false },
  i: { ignoresCase: true },
  m: { stopsAtLines: true, anchorsLines: true },
  n: { stopsAtLines: true, anchorsLines: true },
  p: { stopsAtLines: true, anchorsLines: false },
  q: { isLiteral: true },
  s: { stopsAtLines: false, anchorsLines: false },
  t: { isExpanded: false },
  w: { stopsAtLines: false, anchorsLines: true },
  x: { isExpanded: true },
};
