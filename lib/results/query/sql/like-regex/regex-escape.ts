import { characterClasses } from './character-class.ts';
import { character, type RegexNode } from './regex.ts';
import { fault, type RegexCursor } from './regex-cursor.ts';

/**
 * The meaning of an escape: a code point, a node that matches a character or a position, or the number of a
 * group.
 */
export type RegexEscape = number | RegexNode | { readonly kind: 'reference'; readonly group: number };

/**
 * Reads the text after a backslash (PostgreSQL 15, tables 9.20 to 9.22), and moves the cursor after it.
 * @param groups number of groups opened before: it distinguishes a reference from an octal number.
 * @throws RegexFault
 */
export function readRegexEscape(cursor: RegexCursor, groups: number): RegexEscape {
  const first = cursor.take();
  if (first === undefined) throw fault('escape');
  if (/[0-9]/.test(first)) return readNumber(cursor, first, groups);
  const known = escapes[first];
  if (known !== undefined) return known;
  return /[A-Za-z]/.test(first) ? readCode(cursor, first) : codePointOf(first);
}

export const codePointOf = (text: string): number => text.codePointAt(0) ?? 0;

/** One digit except 0, or the number of an opened group, is a reference. Other numbers are octal. */
function readNumber(cursor: RegexCursor, first: string, groups: number): RegexEscape {
  cursor.at -= 1;
  const begin = cursor.at;
  if (first !== '0') {
    const group = readDigits(cursor, 10, 1, 255);
    if (cursor.at === begin + 1 || (group > 0 && group <= groups)) return { kind: 'reference', group };
    cursor.at = begin;
  }
  const value = readDigits(cursor, 8, 1, 3);
  if (value <= 0xff) return value;
  cursor.at -= 1;
  return value >> 3;
}

function readCode(cursor: RegexCursor, letter: string): number {
  switch (letter) {
    case 'c': {
      const control = cursor.take();
      if (control === undefined) throw fault('escape');
      return codePointOf(control) & 0x1f;
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

/** The largest number that PostgreSQL accepts as a character. */
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

/** Escapes of one letter. */
const escapes: Readonly<Record<string, number | RegexNode>> = {
  a: 0x07,
  b: 0x08,
  B: 0x5c,
  e: 0x1b,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
  d: character(characterClasses.digit),
  D: character(characterClasses.digit, true),
  s: character(characterClasses.space),
  S: character(characterClasses.space, true),
  w: character(characterClasses.word),
  W: character(characterClasses.word, true),
  A: { kind: 'anchor', at: 'textStart' },
  Z: { kind: 'anchor', at: 'textEnd' },
  m: { kind: 'edge', of: 'start' },
  M: { kind: 'edge', of: 'end' },
  y: { kind: 'edge', of: 'any' },
  Y: { kind: 'edge', of: 'none' },
};
