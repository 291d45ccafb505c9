import { parseJson } from '../json-text.ts';
import { markByte, numberSign, textSign } from './exact-value.ts';

/**
 * A JSON document (RFC 8259, UTF-8) with all of its digits and with its members in their order: see exact-value.ts. Of
 * members with the same name the last value counts, in the place of the first.
 * @throws DownpourError NOT_JSON (400) with the place of the first mistake.
 */
export function readExactly(bytes: Uint8Array): unknown {
  const document = withoutByteOrderMark(bytes);
  const places = placesToMark(document);
  try {
    return JSON.parse(textOf(places.length === 0 ? document : marked(document, places)));
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
function placesToMark(bytes: Uint8Array): Uint32Array {
  const places = new Places();
  const end = bytes.length;
  for (let at = 0; at < end; ) {
    const byte = bytes[at]!;
    if (byte === quote) {
      const start = at + 1;
      at = endOfString(bytes, start);
      if (needsTextMark(bytes, start, at)) places.add(start);
      at += 1;
    } else if (byte === minus || (byte >= zero && byte <= nine)) {
      const start = at;
      at = endOfNumber(bytes, start);
      if (needsNumberMark(bytes, start, at)) places.add(start);
    } else at += 1;
  }
  return places.all();
}

/** Offset of the closing quote. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at]; byte !== quote && byte !== undefined; byte = bytes[at]) {
    at += byte === backslash ? 2 : 1;
  }
  return at;
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

function needsTextMark(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first === markByte) return true;
  if (first !== backslash && (first < zero || first > nine)) return false;
  // Ten digits, each of them perhaps written as \u003X.
  if (end - start > 60) return first === backslash && escapedMark.test(latin1(bytes, start, start + 6));
  if (first !== backslash && !isName(bytes, end)) return false;
  const text = latin1(bytes, start, end);
  return escapedMark.test(text) || (indexLike.test(text) && isName(bytes, end));
}

const escapedMark = /^\\u007f/i;
const indexLike = /^(?:\d|\\u003\d){1,10}$/;

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
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');

/** Offsets in rising order. */
class Places {
  #offsets = new Uint32Array(64);
  #count = 0;

  add(offset: number): void {
    if (this.#count === this.#offsets.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#count] = offset;
    this.#count += 1;
  }

  all(): Uint32Array {
    return this.#offsets.subarray(0, this.#count);
  }
}

const textSignByte = textSign.charCodeAt(0);
const numberSignByte = numberSign.charCodeAt(0);

/** A copy with the marks in it, and quotes around the numbers. */
function marked(bytes: Uint8Array, places: Uint32Array): Uint8Array {
  const copy = new Copy(bytes, bytes.length + 4 * places.length);
  for (const place of places) {
    copy.upTo(place);
    if (bytes[place - 1] === quote) {
      copy.write(markByte);
      copy.write(textSignByte);
      continue;
    }
    copy.write(quote);
    copy.write(markByte);
    copy.write(numberSignByte);
    copy.upTo(endOfNumber(bytes, place));
    copy.write(quote);
  }
  copy.upTo(bytes.length);
  return copy.written();
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
    if (end - this.#read > 100) {
      this.#to.set(this.#from.subarray(this.#read, end), this.#length);
      this.#length += end - this.#read;
    } else for (let at = this.#read; at < end; at += 1) this.#to[this.#length++] = this.#from[at]!;
    this.#read = end;
  }

  write(byte: number): void {
    this.#to[this.#length++] = byte;
  }

  written(): Uint8Array {
    return this.#to.subarray(0, this.#length);
  }
}
