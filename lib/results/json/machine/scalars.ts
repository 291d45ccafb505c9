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
  // The letters after the first one, the next one in the lowest byte.
  let rest: i32 = first === 0x74 ? 0x657572 : first === 0x6e ? 0x6c6c75 : 0x65736c61;
  let end = at + 1;
  for (; rest !== 0; rest >>= 8) {
    if (byteAt(end) !== (rest & 0xff)) return -1 - end;
    end += 1;
  }
  return end;
}
