import * as layout from './layout.ts';
import { byteAt, setByte, stringStop, wordAt } from './memory.ts';

const quote: i32 = 0x22;
const backslash: i32 = 0x5c;
const letterU: i32 = 0x75;

/** 1 if the string that `stringEnd` read last has an escape. */
let isEscaped: i32 = 0;
// A declared function, not a constant: AssemblyScript stores a constant function as data in the memory, at
// an address that this code uses itself.
export function hasEscape(): boolean {
  return isEscaped !== 0;
}

/**
 * The address of the quote that closes a string.
 * @param from an address inside the string.
 * @returns `-1 - address` of the first wrong byte if the string has no valid end.
 */
export function stringEnd(from: i32): i32 {
  isEscaped = 0;
  let at = stringStop(from);
  while (byteAt(at) !== quote) {
    if (byteAt(at) !== backslash) return -1 - at;
    isEscaped = 1;
    if (isShortEscape(byteAt(at + 1))) at += 2;
    else if (escapeLength(at) === 6) at += 6;
    else return -1 - at;
    at = stringStop(at);
  }
  return at;
}

/** True for a letter that may follow a backslash, except `u`: one of `"\/bfnrt`. */
function isShortEscape(code: i32): boolean {
  if (code === quote || code === backslash || code === 0x2f) return true;
  return code === 0x62 || code === 0x66 || code === 0x6e || code === 0x72 || code === 0x74;
}

/** The number of valid bytes of the escape that begins here. A complete escape of the form `\u0000` has 6. */
export function escapeLength(at: i32): i32 {
  if (byteAt(at + 1) !== letterU) return 1;
  for (let length: i32 = 2; length < 6; length += 1) if (digitOf(byteAt(at + length)) < 0) return length;
  return 6;
}

/** The value of a hexadecimal digit, or -1. */
function digitOf(code: i32): i32 {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/**
 * Decodes a valid string to UTF-8 and writes it at the address in `orderScratch`. Half of a surrogate pair is
 * written as a character of its own.
 * @returns the number of bytes, or -1 when there is no room for them.
 */
export function decode(from: i32, end: i32): i32 {
  const start = wordAt(layout.orderScratch);
  let to = start;
  let at = from;
  while (at < end) {
    if (to - start > layout.scratchBytes - 8) return -1;
    const code = byteAt(at);
    if (code !== backslash) {
      setByte(to, code);
      to += 1;
      at += 1;
    } else if (byteAt(at + 1) !== letterU) {
      setByte(to, shortEscape(byteAt(at + 1)));
      to += 1;
      at += 2;
    } else {
      let unit = unitAt(at);
      at += 6;
      if (
        isBetween(unit, 0xd800, 0xdbff) &&
        at < end &&
        byteAt(at) === backslash &&
        byteAt(at + 1) === letterU
      ) {
        const second = unitAt(at);
        if (isBetween(second, 0xdc00, 0xdfff)) {
          unit = 0x10000 + ((unit - 0xd800) << 10) + second - 0xdc00;
          at += 6;
        }
      }
      to = putCharacter(to, unit);
    }
  }
  return to - start;
}

function isBetween(unit: i32, first: i32, last: i32): boolean {
  return unit >= first && unit <= last;
}

function unitAt(at: i32): i32 {
  return (
    (digitOf(byteAt(at + 2)) << 12) |
    (digitOf(byteAt(at + 3)) << 8) |
    (digitOf(byteAt(at + 4)) << 4) |
    digitOf(byteAt(at + 5))
  );
}

function shortEscape(code: i32): i32 {
  if (code === 0x62) return 0x08;
  if (code === 0x66) return 0x0c;
  if (code === 0x6e) return 0x0a;
  if (code === 0x72) return 0x0d;
  return code === 0x74 ? 0x09 : code;
}

function putCharacter(at: i32, character: i32): i32 {
  if (character < 0x80) {
    setByte(at, character);
    return at + 1;
  }
  if (character < 0x800) {
    setByte(at, 0xc0 | (character >> 6));
    return putTail(at + 1, character, 0);
  }
  if (character < 0x10000) {
    setByte(at, 0xe0 | (character >> 12));
    return putTail(at + 1, character, 6);
  }
  setByte(at, 0xf0 | (character >> 18));
  return putTail(at + 1, character, 12);
}

/** Writes the continuation bytes of a UTF-8 character, from the bits at `shift` down. */
function putTail(from: i32, character: i32, shift: i32): i32 {
  let at = from;
  for (let rest = shift; rest >= 0; rest -= 6) {
    setByte(at, 0x80 | ((character >> rest) & 0x3f));
    at += 1;
  }
  return at;
}
