// The functions of memory.ts for WebAssembly, in AssemblyScript. The compiler reads this file instead of memory.ts.

@external("host", "many")
export declare function many(depth: i32, low: i32, high: i32): i32;

@inline
export function byteAt(at: i32): i32 {
  return load<u8>(at);
}
@inline
export function wordAt(at: i32): i32 {
  return load<i32>(at);
}
@inline
export function setByte(at: i32, code: i32): void {
  store<u8>(at, code);
}
@inline
export function setWord(at: i32, word: i32): void {
  store<i32>(at, word);
}

@inline
export function copyBytes(to: i32, from: i32, count: i32): void {
  if (count > 16) copyMany(to, from, count);
  else v128.store(to, v128.load(from));
}

function copyMany(to: i32, from: i32, count: i32): void {
  if (count > 64) {
    memory.copy(to, from, count);
    return;
  }
  for (let at: i32 = 0; at < count; at += 16) v128.store(to + at, v128.load(from + at));
}

@inline
export function isSame(one: i32, other: i32, count: i32): bool {
  return count <= 16 ? isSameBlock(one, other, count) : areSameBlocks(one, other, count);
}

@inline
function isSameBlock(one: i32, other: i32, count: i32): bool {
  return (~i8x16.bitmask(i8x16.eq(v128.load(one), v128.load(other))) & ((1 << count) - 1)) === 0;
}

function areSameBlocks(one: i32, other: i32, count: i32): bool {
  let at: i32 = 0;
  for (; count - at > 16; at += 16) if (!isSameBlock(one + at, other + at, 16)) return false;
  return isSameBlock(one + at, other + at, count - at);
}

@inline
export function stringStop(from: i32): i32 {
  let at = from;
  while (true) {
    const some = v128.load(at);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(some, i8x16.splat(0x22)), i8x16.eq(some, i8x16.splat(0x5c))),
        i8x16.lt_u(some, i8x16.splat(0x20)),
      ),
    );
    if (found !== 0) return at + ctz(found);
    at += 16;
  }
}

@inline
export function digitsAt(at: i32): i32 {
  return i8x16.bitmask(i8x16.lt_u(i8x16.sub(v128.load(at), i8x16.splat(0x30)), i8x16.splat(10)));
}

@inline
function maskOf(first: v128, second: v128, third: v128, fourth: v128): u64 {
  return (
    <u64>i8x16.bitmask(first) |
    (<u64>i8x16.bitmask(second) << 16) |
    (<u64>i8x16.bitmask(third) << 32) |
    (<u64>i8x16.bitmask(fourth) << 48)
  );
}

@inline
function maskOfByte(at: i32, code: i8): u64 {
  const same = i8x16.splat(code);
  return maskOf(
    i8x16.eq(v128.load(at), same),
    i8x16.eq(v128.load(at, 16), same),
    i8x16.eq(v128.load(at, 32), same),
    i8x16.eq(v128.load(at, 48), same),
  );
}

/**
 * Finds the bytes 0x5b and 0x7b (opening brackets), or 0x5d and 0x7d (closing ones). The two differ in one
 * bit.
 */
@inline
function maskOfBrackets(at: i32, code: i8): u64 {
  const same = i8x16.splat(code);
  const bit = i8x16.splat(0x20);
  return maskOf(
    i8x16.eq(v128.or(v128.load(at), bit), same),
    i8x16.eq(v128.or(v128.load(at, 16), bit), same),
    i8x16.eq(v128.or(v128.load(at, 32), bit), same),
    i8x16.eq(v128.or(v128.load(at, 48), bit), same),
  );
}

/**
 * The state at the end of a block: all bits set when the block ends inside a string, and 1 when it ends after
 * an odd number of backslashes.
 */
let before: u64 = 0;
let isOdd: u64 = 0;
/** The bytes of a block of 64 that are before the end of the window, as bits. */
let inView: u64 = 0;
/**
 * As bits: the quotes of a block that are not escaped, and the bytes inside strings, opening quotes included.
 */
let quotes: u64 = 0;
let inside: u64 = 0;

/** Finds the strings in 64 bytes, as in the first stage of simdjson (Langdale and Lemire 2019). */
@inline
function readBlock(at: i32, end: i32): void {
  const isWhole = end - at >= 64;
  inView = isWhole ? <u64>-1 : (<u64>1 << <u64>(end - at)) - 1;
  let backslash = maskOfByte(at, 0x5c) & inView;
  quotes = maskOfByte(at, 0x22) & inView;
  if ((backslash | isOdd) !== 0) {
    backslash &= ~isOdd;
    const follows = (backslash << 1) | isOdd;
    const even: u64 = 0x5555555555555555;
    const oddStarts = backslash & ~even & ~follows;
    const sum = oddStarts + backslash;
    const escaped = (even ^ (sum << 1)) & follows;
    quotes &= ~escaped;
    // The bit after the last byte of the window shows whether this byte escapes the next one.
    isOdd = isWhole ? <u64>(sum < oddStarts) : (escaped >> <u64>(end - at)) & 1;
  }
  inside = quotes;
  inside ^= inside << 1;
  inside ^= inside << 2;
  inside ^= inside << 4;
  inside ^= inside << 8;
  inside ^= inside << 16;
  inside ^= inside << 32;
  inside ^= before;
  const last: u64 = isWhole ? 63 : <u64>(end - at - 1);
  before = ((inside >> last) & 1) !== 0 ? <u64>-1 : 0;
}

@inline
function loadStrings(state: i32): void {
  before = load<i32>(state) === 1 ? <u64>-1 : 0;
  isOdd = <u64>load<i32>(state + 4);
}

@inline
function storeStrings(state: i32): void {
  store<i32>(state, before !== 0 ? 1 : 0);
  store<i32>(state + 4, <i32>isOdd);
}

export function passOver(from: i32, end: i32, state: i32): i32 {
  let level = load<i32>(state);
  loadStrings(state + 4);
  for (let at = from; at < end; at += 64) {
    readBlock(at, end);
    const opens = maskOfBrackets(at, 0x7b) & ~inside & inView;
    let closes = maskOfBrackets(at, 0x7d) & ~inside & inView;
    if (<i32>popcnt(closes) >= level) {
      let seen: i32 = 0;
      while (closes !== 0) {
        const place = ctz(closes);
        seen += 1;
        if (level + <i32>popcnt(opens & ((<u64>1 << place) - 1)) === seen) {
          store<i32>(state, 0);
          store<i32>(state + 4, 0);
          store<i32>(state + 8, 0);
          return at + <i32>place + 1;
        }
        closes &= closes - 1;
      }
      level += <i32>popcnt(opens) - seen;
    } else level += <i32>popcnt(opens) - <i32>popcnt(closes);
  }
  store<i32>(state, level);
  storeStrings(state + 4);
  return end;
}

let eventAt: i32 = 0;
let eventEnd: i32 = 0;
let eventFirst: i8 = 0;
let eventState: i32 = 0;
let eventBlock: i32 = 0;
let events: u64 = 0;
/**
 * As bits, the quotes of the block that open strings; and the address of the last such quote before the
 * block.
 */
let openings: u64 = 0;
let opening: i32 = 0;

export function findEvents(from: i32, end: i32, first: i32, state: i32): void {
  eventAt = from;
  eventEnd = end;
  eventFirst = <i8>first;
  eventState = state;
  events = 0;
  openings = 0;
  opening = 0;
  loadStrings(state);
  store<i32>(state, 0);
  store<i32>(state + 4, 0);
}

export function nextEvent(): i32 {
  while (events === 0) {
    if (eventAt >= eventEnd) {
      storeStrings(eventState);
      return eventEnd;
    }
    const at = eventAt;
    if (openings !== 0) opening = eventBlock + 63 - <i32>clz(openings);
    readBlock(at, eventEnd);
    openings = quotes & inside;
    const brackets = (maskOfBrackets(at, 0x7b) | maskOfBrackets(at, 0x7d)) & ~inside & inView;
    // The byte after the block is not loaded, so a quote at the end of the block always counts as an event.
    const last: u64 = eventEnd - at >= 64 ? <u64>1 << 63 : <u64>1 << <u64>(eventEnd - at - 1);
    const firsts = ((maskOfByte(at, eventFirst) | maskOfByte(at, 0x5c)) >> 1) | last;
    events = brackets | (openings & firsts);
    eventBlock = at;
    eventAt = at + 64;
  }
  const place = <i32>ctz(events);
  events &= events - 1;
  return eventBlock + place;
}

export function quoteBefore(at: i32): i32 {
  const place = at - eventBlock;
  const some = place < 64 ? openings & ((<u64>1 << <u64>place) - 1) : openings;
  return some === 0 ? opening : eventBlock + 63 - <i32>clz(some);
}

@inline
export function lowestBit(bits: i32): i32 {
  return ctz(bits);
}

let hashed: u64 = 0;
export function hash(at: i32, count: i32): void {
  let sum: u64 = <u64>count * 0x9e3779b97f4a7c15;
  let place: i32 = 0;
  for (; place + 8 <= count; place += 8) {
    sum = (sum ^ load<u64>(at + place)) * 0xff51afd7ed558ccd;
    sum ^= sum >> 32;
  }
  if (place < count) {
    sum = (sum ^ (load<u64>(at + place) << <u64>((8 - (count - place)) << 3))) * 0xff51afd7ed558ccd;
    sum ^= sum >> 32;
  }
  hashed = sum;
}
@inline
export function hashLow(): i32 {
  return <i32>hashed;
}
@inline
export function hashHigh(): i32 {
  return <i32>(hashed >> 32);
}
