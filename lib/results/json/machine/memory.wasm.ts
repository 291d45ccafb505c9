// The functions of memory.ts for WebAssembly. asc compiles this file; tsc and Node never read it.

// @ts-ignore
@external("host", "many")
export declare function many(depth: i32, low: i32, high: i32): i32;

// @ts-ignore
@inline
export function byteAt(at: i32): i32 {
  return load<u8>(at);
}
// @ts-ignore
@inline
export function wordAt(at: i32): i32 {
  return load<i32>(at);
}
// @ts-ignore
@inline
export function setByte(at: i32, code: i32): void {
  store<u8>(at, code);
}
// @ts-ignore
@inline
export function setWord(at: i32, word: i32): void {
  store<i32>(at, word);
}

export function copyBytes(to: i32, from: i32, count: i32): void {
  if (count > 64) {
    memory.copy(to, from, count);
    return;
  }
  for (let at: i32 = 0; at < count; at += 16) v128.store(to + at, v128.load(from + at));
}

export function isSame(one: i32, other: i32, count: i32): bool {
  let at: i32 = 0;
  for (; at + 8 <= count; at += 8) if (load<u64>(one + at) !== load<u64>(other + at)) return false;
  if (at === count) return true;
  const shift = <u64>((8 - (count - at)) << 3);
  return load<u64>(one + at) << shift === load<u64>(other + at) << shift;
}

// @ts-ignore
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

// @ts-ignore
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
// @ts-ignore
@inline
export function hashLow(): i32 {
  return <i32>hashed;
}
// @ts-ignore
@inline
export function hashHigh(): i32 {
  return <i32>(hashed >> 32);
}
