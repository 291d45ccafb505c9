import type { RegexCursor } from './regex-cursor.ts';
import { fault } from './regex-fault.ts';
import type { RegexToken } from './regex-token.ts';

/**
 * What stands behind a backslash (PostgreSQL 15, tables 9.20 to 9.22). The cursor goes behind it.
 * @param groups that have been opened: they tell a reference from an octal number.
 * @throws RegexFault
 */
export function readRegexEscape(cursor: RegexCursor, groups: number): RegexToken {
  const character = cursor.take();
  if (character === undefined) throw fault('escape');
  if (/[0-9]/.test(character)) return readNumber(cursor, character, groups);
  const known = escapes[character];
  if (known !== undefined) return known;
  const value = /[A-Za-z]/.test(character) ? readCode(cursor, character) : (character.codePointAt(0) ?? 0);
  return { kind: 'plain', value };
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
