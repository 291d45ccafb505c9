import { parseJson } from '../json-text.ts';
import { keyOf, markByte, signs } from './exact-value.ts';

/**
 * A JSON document (RFC 8259, UTF-8) with all of its digits and with its members in their order: see exact-value.ts. Of
 * members with the same name the last value counts, in the place of the first.
 * @throws DownpourError NOT_JSON (400) with the place of the first mistake.
 */
export function readExactly(bytes: Uint8Array): unknown {
  const document = withoutByteOrderMark(bytes);
  const places = placesToMark(document);
  try {
    return JSON.parse(textOf(places.count === 0 ? document : marked(document, places)));
  } catch (cause) {
    parseJson(bytes);
    throw cause;
  }
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;

/** Where a mark goes: offsets of numbers, and of strings behind their quotes. */
function placesToMark(bytes: Uint8Array): Places {
  const places = new Places();
  const { length } = bytes;
  for (let at = 0; at < length; ) {
    const byte = bytes[at]!;
    if (byte === quote) {
      const start = at + 1;
      const end = endOfString(bytes, start);
      at = Math.abs(end);
      if (needsTextMark(bytes, start, end)) places.add(start, end < 0 ? 4 * (at - start) : 0);
      at += 1;
    } else if (byte === minus || (byte >= zero && byte <= nine)) {
      const start = at;
      at = endOfNumber(bytes, start);
      if (needsNumberMark(bytes, start, at)) places.add(start, 0);
    } else at += 1;
  }
  return places;
}

/** Offset of the closing quote; negative when there are escapes before it. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  let byte = bytes[at];
  while (byte !== quote && byte !== backslash && byte !== undefined) byte = bytes[++at];
  if (byte !== backslash) return at;
  for (; byte !== quote && byte !== undefined; byte = bytes[at]) at += byte === backslash ? 2 : 1;
  return -Math.min(at, bytes.length);
}

/** Offset behind the digits, signs, points and exponents that stand together. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (let byte = bytes[at]!; (byte >= zero && byte <= nine) || isNumberSign(byte); byte = bytes[at]!)
    at += 1;
  return at;
}

const isNumberSign = (byte: number): boolean =>
  byte === 0x2e || byte === 0x65 || byte === 0x45 || byte === minus || byte === 0x2b;

/** A name with escapes, a name like an index, and what begins with a mark. */
function needsTextMark(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first === markByte) return true;
  if (end < 0) return isName(bytes, -end) || escapedMark.test(latin1(bytes, start, start + 6));
  if (first < zero || first > nine || end - start > 10) return false;
  for (let at = start + 1; at < end; at += 1) if (bytes[at]! < zero || bytes[at]! > nine) return false;
  return isName(bytes, end);
}

const escapedMark = /^\\u007f/i;

/** Whether a colon follows the value that ends here. */
function isName(bytes: Uint8Array, end: number): boolean {
  let at = bytes[end] === quote ? end + 1 : end;
  for (
    let byte = bytes[at]!;
    byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
    byte = bytes[at]!
  )
    at += 1;
  return bytes[at] === colon;
}

function needsNumberMark(bytes: Uint8Array, start: number, end: number): boolean {
  const known = isLost(bytes, start, end);
  if (known !== undefined) return known && !isName(bytes, end);
  const text = latin1(bytes, start, end);
  return String(Number(text)) !== text && numberToken.test(text) && !isName(bytes, end);
}

/**
 * Whether JSON.parse and String would lose digits of a plain number of at most fifteen, for asking them takes longer: they
 * lose the minus of a zero and zeros at the end of a fraction. Undefined for a longer one, for what has an exponent or
 * might get one (below 1e-6), and for what is no number.
 */
function isLost(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  if (end - start > 15) return undefined;
  const first = bytes[start] === minus ? start + 1 : start;
  let point = end;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte >= zero && byte <= nine) continue;
    if (byte !== 0x2e || point < end) return undefined;
    point = at;
  }
  if (point === first || point === end - 1) return undefined;
  if (bytes[first] !== zero) return point < end && bytes[end - 1] === zero;
  if (point > first + 1) return undefined;
  if (point === end) return first > start;
  return isAboveMillionth(bytes, point) ? bytes[end - 1] === zero : undefined;
}

/** Whether one of the first six digits behind the point is no zero. */
function isAboveMillionth(bytes: Uint8Array, point: number): boolean {
  for (let at = point + 1; at <= point + 6; at += 1) if (bytes[at]! > zero && bytes[at]! <= nine) return true;
  return false;
}

const numberToken = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);

/** Offsets in rising order, and bytes that they may take in addition. */
class Places {
  #offsets = new Uint32Array(64);
  count = 0;
  moreBytes = 0;

  add(offset: number, moreBytes: number): void {
    if (this.count === this.#offsets.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.count] = offset;
    this.count += 1;
    this.moreBytes += 4 + moreBytes;
  }

  at(index: number): number {
    return this.#offsets[index]!;
  }
}

const numberSign = signs.number.charCodeAt(0);
const textSign = signs.text.charCodeAt(0);

/** A copy with the marks in it, and quotes around the numbers. */
function marked(bytes: Uint8Array, places: Places): Uint8Array {
  const copy = new Copy(bytes, bytes.length + places.moreBytes);
  for (let index = 0; index < places.count; index += 1) {
    const place = places.at(index);
    copy.upTo(place);
    if (bytes[place - 1] === quote) markText(bytes, place, copy);
    else {
      copy.write(quote);
      copy.write(markByte);
      copy.write(numberSign);
      copy.upTo(endOfNumber(bytes, place));
      copy.write(quote);
    }
  }
  copy.upTo(bytes.length);
  return copy.written();
}

/** A name with escapes is written without them. */
function markText(bytes: Uint8Array, start: number, copy: Copy): void {
  const end = endOfString(bytes, start);
  if (end < 0 && isName(bytes, -end)) {
    const name = JSON.parse(textOf(bytes.subarray(start - 1, -end + 1))) as string;
    copy.insteadOfUpTo(-end, Buffer.from(keyOf(name)));
    return;
  }
  copy.write(markByte);
  copy.write(textSign);
}

class Copy {
  readonly #from: Uint8Array;
  readonly #to: Uint8Array;
  #read = 0;
  #length = 0;

  constructor(from: Uint8Array, capacity: number) {
    this.#from = from;
    this.#to = Buffer.allocUnsafe(capacity);
  }

  /** Short stretches byte for byte: a call of `set` costs as much as a hundred of them. */
  upTo(end: number): void {
    if (end - this.#read > 100) this.insteadOfUpTo(end, this.#from.subarray(this.#read, end));
    else for (let at = this.#read; at < end; at += 1) this.#to[this.#length++] = this.#from[at]!;
    this.#read = end;
  }

  insteadOfUpTo(end: number, bytes: Uint8Array): void {
    this.#to.set(bytes, this.#length);
    this.#length += bytes.length;
    this.#read = end;
  }

  write(byte: number): void {
    this.#to[this.#length++] = byte;
  }

  written(): Uint8Array {
    return this.#to.subarray(0, this.#length);
  }
}
