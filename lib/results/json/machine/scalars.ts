import { byteAt, digitsAt, lowestBit } from './memory.ts';

/**
 * The address behind a number. For a number without a digit where one is needed: `-1 - address` of that
 * place.
 * @inline
 */
export function numberEnd(from: i32): i32 {
  const start = byteAt(from) === 0x2d ? from + 1 : from;
  const first = byteAt(start);
  if (!isDigit(first)) return -1 - start;
  const digits = digitsAt(start);
  let at = first === 0x30 ? start + 1 : digitsEnd(start, start, digits);
  if (byteAt(at) === 0x2e) {
    at += 1;
    if (!isDigit(byteAt(at))) return -1 - at;
    at = digitsEnd(at, start, digits);
  }
  if ((byteAt(at) | 0x20) === 0x65) {
    at += 1;
    if (byteAt(at) === 0x2b || byteAt(at) === 0x2d) at += 1;
    if (!isDigit(byteAt(at))) return -1 - at;
    at = digitsEnd(at, at, digitsAt(at));
  }
  return at;
}

/** @inline */
export function isDigit(code: i32): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * The address behind the digits that begin here.
 * @param block an address before them, and the digits in the 16 bytes from there on.
 * @inline
 */
function digitsEnd(from: i32, block: i32, digits: i32): i32 {
  let start = block;
  let bits = digits;
  let at = from;
  while (true) {
    const place = at - start;
    if (place < 16) at += lowestBit(~(bits >> place) | (0x10000 >> place));
    if (at - start < 16) return at;
    start = at;
    bits = digitsAt(at);
  }
}

/**
 * The address behind `true`, `false` or `null`. For another word: `-1 - address` of the first wrong letter.
 */
export function wordEnd(at: i32, first: i32): i32 {
  // The letters after the first one, the next one in the lowest byte.
  let rest: i32 = first === 0x74 ? 0x657572 : first === 0x6e ? 0x6c6c75 : 0x65736c61;
  let end = at + 1;
  for (; rest !== 0; rest >>= 8) {
    if (byteAt(end) !== (rest & 0xff)) return -1 - end;
    end += 1;
  }
  return end;
}
