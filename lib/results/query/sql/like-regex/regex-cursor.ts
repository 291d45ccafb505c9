/** The characters of a regular expression with a reading position. */
export class RegexCursor {
  readonly #characters: readonly string[];
  at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  get length(): number {
    return this.#characters.length;
  }

  get isEnd(): boolean {
    return this.at >= this.#characters.length;
  }

  /** The next character, or an empty text at the end. */
  peek(offset = 0): string {
    return this.#characters[this.at + offset] ?? '';
  }

  /** Reads the next character and moves after it; undefined at the end. */
  take(): string | undefined {
    const character = this.#characters[this.at];
    if (character !== undefined) this.at += 1;
    return character;
  }

  sees(text: string): boolean {
    for (let offset = 0; offset < text.length; offset += 1)
      if (this.peek(offset) !== text[offset]) return false;
    return true;
  }

  /**
   * Moves over a text if this text comes next.
   * @param text of ASCII characters.
   */
  takes(text: string): boolean {
    const seen = this.sees(text);
    if (seen) this.at += text.length;
    return seen;
  }

  skipTo(text: string): void {
    while (!this.isEnd && !this.sees(text)) this.at += 1;
  }

  /** Skips blanks and comments, which the expanded syntax of regular expressions allows. */
  skipBlanks(): void {
    for (;;) {
      while (/[ \t\n\v\f\r]/.test(this.peek())) this.at += 1;
      if (this.peek() !== '#') return;
      this.skipTo('\n');
    }
  }

  textFrom(begin: number): string {
    return this.#characters.slice(begin, this.at).join('');
  }

  /** The characters that were not read yet. */
  get rest(): readonly string[] {
    return this.#characters.slice(this.at);
  }
}

/** The mode of a regular expression, from its flags and its first characters. */
export type RegexMode = {
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
  /** True: neither a dot nor a negated bracket matches a line feed. */
  readonly stopsAtLines: boolean;
  /** True: `^` and `$` match at line feeds too. */
  readonly anchorsLines: boolean;
  /** True: blanks and comments are skipped. */
  readonly isExpanded: boolean;
  /** True: the basic or extended syntax of POSIX, which Downpour does not support. */
  readonly isOldSyntax: boolean;
};

/**
 * Reads the director `***` and the options `(?...)` before an expression (PostgreSQL 15, section 9.7.3.4),
 * and moves the cursor after them.
 * @throws RegexFault for options that PostgreSQL rejects.
 */
export function readPrefix(cursor: RegexCursor, given: RegexMode): RegexMode {
  if (given.isLiteral) return given;
  if (cursor.length > 3 && cursor.takes('***')) {
    if (cursor.takes('?')) throw fault('pattern');
    if (cursor.takes('=')) return literal(given);
    if (!cursor.takes(':')) throw fault('operand');
  }
  if (!cursor.sees('(?') || !isLetter(cursor.peek(2))) return given;
  cursor.at += 2;
  let mode = given;
  while (isLetter(cursor.peek())) mode = withOption(mode, cursor.take() ?? '');
  if (!cursor.takes(')')) throw fault('option');
  return mode.isLiteral ? literal(mode) : mode;
}

const isLetter = (character: string): boolean => /^[A-Za-z]$/.test(character);

const literal = (mode: RegexMode): RegexMode => ({
  ...mode,
  isLiteral: true,
  isExpanded: false,
  stopsAtLines: false,
  anchorsLines: false,
});

function withOption(mode: RegexMode, letter: string): RegexMode {
  const change = options[letter];
  if (change === undefined) throw fault('option');
  return { ...mode, ...change };
}

/** The embedded options of PostgreSQL 15, table 9.24. */
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

/** The reason why a regular expression is invalid, in the words of PostgreSQL. */
export class RegexFault extends Error {}

const reasons = {
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

export const fault = (kind: keyof typeof reasons): RegexFault => new RegexFault(reasons[kind]);
