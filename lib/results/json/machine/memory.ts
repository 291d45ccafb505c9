/**
 * The memory that the functions of this file read and write. memory.as has the same functions for
 * WebAssembly.
 */
let bytes = new Uint8Array();
let words = new Int32Array();
let hasMany: (depth: i32, low: i32, high: i32) => i32 = () => 1;

/** Sets the memory for the calls that follow, and the function that finds repeated names in large objects. */
export function useMemory(memory: ArrayBuffer, many: (depth: i32, low: i32, high: i32) => i32): void {
  if (bytes.buffer !== memory) {
    bytes = new Uint8Array(memory);
    words = new Int32Array(memory);
  }
  hasMany = many;
}

export const byteAt = (at: i32): i32 => bytes[at]!;
export const wordAt = (at: i32): i32 => words[at >> 2]!;
export function setByte(at: i32, code: i32): void {
  bytes[at] = code;
}
export function setWord(at: i32, word: i32): void {
  words[at >> 2] = word;
}

/** Copies bytes. For speed it may write up to 16 bytes more than `count`. */
export function copyBytes(to: i32, from: i32, count: i32): void {
  bytes.copyWithin(to, from, from + count);
}

export function isSame(one: i32, other: i32, count: i32): boolean {
  for (let at = 0; at < count; at += 1) if (bytes[one + at] !== bytes[other + at]) return false;
  return true;
}

/** The address of the first byte from here that is a quote, a backslash or a control character. */
export function stringStop(from: i32): i32 {
  let at = from;
  for (let code = bytes[at]!; code >= 0x20 && code !== 0x22 && code !== 0x5c; code = bytes[at]!) at += 1;
  return at;
}

/** The digits among the 16 bytes from this address on, as bits. */
export function digitsAt(at: i32): i32 {
  let found = 0;
  for (let place = 0; place < 16; place += 1) {
    const code = bytes[at + place]!;
    if (code >= 0x30 && code <= 0x39) found |= 1 << place;
  }
  return found;
}

/**
 * Passes over the content of arrays and objects without checking it.
 * @param state address of three numbers, which are kept for the next call: open brackets, 1 inside a string,
 * 1 after a backslash.
 * @returns the address behind the bracket that closes the outermost level, or `end`.
 */
export function passOver(from: i32, end: i32, state: i32): i32 {
  let level = words[state >> 2]!;
  let isInString = words[(state + 4) >> 2] === 1;
  let isEscaped = words[(state + 8) >> 2] === 1;
  let at = from;
  for (; at < end && level > 0; at += 1) {
    const code = bytes[at]!;
    if (isEscaped) isEscaped = false;
    else if (isInString) {
      if (code === 0x5c) isEscaped = true;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) level += 1;
    else if (code === 0x5d || code === 0x7d) level -= 1;
  }
  words[state >> 2] = level;
  words[(state + 4) >> 2] = isInString ? 1 : 0;
  words[(state + 8) >> 2] = isEscaped ? 1 : 0;
  return at;
}

let eventAt = 0;
let eventEnd = 0;
let eventFirst = 0;
let eventState = 0;
let opening = 0;

/**
 * Prepares calls of `nextEvent` for these bytes.
 * @param first an opening quote is an event only if this byte follows it.
 * @param state address of two numbers: 1 inside a string, and 1 after an odd number of backslashes.
 */
export function findEvents(from: i32, end: i32, first: i32, state: i32): void {
  eventAt = from;
  eventEnd = end;
  eventFirst = first;
  eventState = state;
  opening = 0;
}

/**
 * Finds the next event: a bracket or brace outside strings, or a quote that opens a string and is followed by
 * the byte `first`, a backslash or the end.
 * @returns its address, or `end`. Only when it returns `end`, the state is right for the bytes that follow.
 */
export function nextEvent(): i32 {
  let isInString = words[eventState >> 2] === 1;
  let isEscaped = words[(eventState + 4) >> 2] === 1;
  for (let at = eventAt; at < eventEnd; at += 1) {
    const code = bytes[at]!;
    let isEvent = false;
    if (isEscaped) isEscaped = false;
    else if (isInString) {
      if (code === 0x5c) isEscaped = true;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) {
      isInString = true;
      opening = at;
      isEvent = at + 1 === eventEnd || bytes[at + 1] === eventFirst || bytes[at + 1] === 0x5c;
    } else isEvent = (code | 0x20) === 0x7b || (code | 0x20) === 0x7d;
    if (!isEvent) continue;
    eventAt = at + 1;
    words[eventState >> 2] = isInString ? 1 : 0;
    words[(eventState + 4) >> 2] = 0;
    return at;
  }
  words[eventState >> 2] = isInString ? 1 : 0;
  words[(eventState + 4) >> 2] = isEscaped ? 1 : 0;
  return eventEnd;
}

/**
 * The address of the last opening quote before the present event or the end. 0 if there was none since
 * `findEvents`.
 */
export const quoteBefore = (_at: i32): i32 => opening;

/** The position of the lowest 1 bit of a number that is not 0. */
export const lowestBit = (bits: i32): i32 => 31 - Math.clz32(bits & -bits);

let low = 0;
let high = 0;
/** Hashes bytes to 64 bits. `hashLow` and `hashHigh` return the two halves of the hash. */
export function hash(at: i32, count: i32): void {
  let [one, other] = [0x811c9dc5 | 0, count];
  for (let place = at; place < at + count; place += 1) {
    one = Math.imul(one ^ bytes[place]!, 0x01000193);
    other = (Math.imul(other, 0x2c1b3c6d) + bytes[place]!) | 0;
  }
  low = one;
  high = other;
}
export const hashLow = (): i32 => low;
export const hashHigh = (): i32 => high;

/**
 * Returns 1 if the object at this depth already has a name with this hash, according to `ManyNames`. It also
 * adds the name.
 */
export const many = (depth: i32, one: i32, other: i32): i32 => hasMany(depth, one, other);
