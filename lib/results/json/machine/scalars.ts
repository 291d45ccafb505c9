import { byteAt, digitsAt } from './memory.ts';

/**
 * The address behind a number. For a number without a digit where one is needed: `-1 - address` of that
 * place.
 */
export function numberEnd(from: i32): i32 {
  let at = from;
  if (byteAt(at) === 0x2d) at += 1;
  if (byteAt(at) === 0x30) at += 1;
  else if (isDigit(byteAt(at))) at = digitsEnd(at);
  else return -1 - at;
  if (byteAt(at) === 0x2e) {
    at += 1;
    if (!isDigit(byteAt(at))) return -1 - at;
    at = digitsEnd(at);
  }
  if ((byteAt(at) | 0x20) === 0x65) {
    at += 1;
    if (byteAt(at) === 0x2b || byteAt(at) === 0x2d) at += 1;
    if (!isDigit(byteAt(at))) return -1 - at;
    at = digitsEnd(at);
  }
  return at;
}

export function isDigit(code: i32): boolean {
  return code >= 0x30 && code <= 0x39;
}

function digitsEnd(from: i32): i32 {
  let at = from;
  let digits: i32 = 0;
  do {
    digits = digitsAt(at);
    at += digits;
  } while (digits === 16);
  return at;
}

/**
 * The address behind `true`, `false` or `null`. For another word: `-1 - address` of the first wrong letter.
 */
export function wordEnd(at: i32, first: i32): i32 {
  if (first === 0x74) return lettersEnd(at, 0x72, 0x75, 0x65, 0);
  if (first === 0x6e) return lettersEnd(at, 0x75, 0x6c, 0x6c, 0);
  return lettersEnd(at, 0x61, 0x6c, 0x73, 0x65);
}

function lettersEnd(at: i32, second: i32, third: i32, fourth: i32, fifth: i32): i32 {
  if (byteAt(at + 1) !== second) return -2 - at;
  if (byteAt(at + 2) !== third) return -3 - at;
  if (byteAt(at + 3) !== fourth) return -4 - at;
  if (fifth === 0) return at + 4;
  return byteAt(at + 4) === fifth ? at + 5 : -5 - at;
}
