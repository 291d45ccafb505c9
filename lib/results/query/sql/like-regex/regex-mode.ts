import type { RegexCursor } from './regex-cursor.ts';
import { fault } from './regex-fault.ts';

/** What the flags and the first characters of a pattern switch on. */
export type RegexMode = {
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
  /** A line feed is matched neither by a dot nor by a negated bracket. */
  readonly stopsAtLines: boolean;
  /** `^` and `$` match at line feeds too. */
  readonly anchorsLines: boolean;
  /** Blanks and comments are skipped. */
  readonly isExpanded: boolean;
  /** The basic or extended syntax of POSIX, which is not understood here. */
  readonly isOldSyntax: boolean;
};

/**
 * The director `***` and the options `(?...)` before a pattern (PostgreSQL 15, section 9.7.3.4). The cursor goes behind.
 * @throws RegexFault
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

/** PostgreSQL 15, table 9.24. */
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
