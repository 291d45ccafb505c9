import { keyOf, markByte, signs } from './lossless-value.ts';

export const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;

/** Whether a number begins here. */
export const beginsNumber = (byte: number): boolean => byte === minus || (byte >= zero && byte <= nine);

/** Offset of the closing quote; negative when there are escapes before it. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  let byte = bytes[at];
  while (byte !== quote && byte !== backslash && byte !== undefined) byte = bytes[++at];
  if (byte !== backslash) return at;
  for (; byte !== quote && byte !== undefined; byte = bytes[at]) at += byte === backslash ? 2 : 1;
  return -Math.min(at, bytes.length);
}

/** Offset behind the digits, signs, points and exponents that stand together. */
export function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (let byte = bytes[at]!; (byte >= zero && byte <= nine) || isNumberSign(byte); byte = bytes[at]!)
    at += 1;
  return at;
}

const isNumberSign = (byte: number): boolean =>
  byte === 0x2e || byte === 0x65 || byte === 0x45 || byte === minus || byte === 0x2b;

/** A name with escapes, a name like an index, and what begins with a mark. */
export function needsTextMark(bytes: Uint8Array, start: number, end: number): boolean {
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

export function needsNumberMark(bytes: Uint8Array, start: number, end: number): boolean {
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

/** Where marks go: offsets of numbers, and of strings behind their quotes. Told and used up in rising order. */
export class Marks {
  readonly #bytes: Uint8Array;
  #offsets = new Uint32Array(64);
  #count = 0;
  #used = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  add(offset: number): void {
    if (this.#count === this.#offsets.length) this.#makeRoom();
    this.#offsets[this.#count] = offset;
    this.#count += 1;
  }

  #makeRoom(): void {
    const left = this.#offsets.subarray(this.#used, this.#count);
    const larger = left.length * 2 > this.#offsets.length ? new Uint32Array(left.length * 2) : this.#offsets;
    larger.set(left);
    this.#offsets = larger;
    this.#count = left.length;
    this.#used = 0;
  }

  /** The text of a part of the bytes, with its marks. */
  text(from: number, to: number): string {
    if (this.#used === this.#count || this.#offsets[this.#used]! >= to) return textOf(this.#bytes, from, to);
    const copy = new Copy(this.#bytes, from, to);
    for (; this.#used < this.#count; this.#used += 1) {
      const place = this.#offsets[this.#used]!;
      if (place >= to) break;
      copy.upTo(place);
      if (this.#bytes[place - 1] === quote) this.#markText(place, copy);
      else this.#markNumber(place, copy);
    }
    copy.upTo(to);
    return copy.text();
  }

  #markNumber(place: number, copy: Copy): void {
    copy.write(quote);
    copy.write(markByte);
    copy.write(numberSign);
    copy.upTo(endOfNumber(this.#bytes, place));
    copy.write(quote);
  }

  /** A name with escapes is written without them. */
  #markText(place: number, copy: Copy): void {
    const end = endOfString(this.#bytes, place);
    if (end < 0 && isName(this.#bytes, -end)) {
      const name = JSON.parse(textOf(this.#bytes, place - 1, -end + 1)) as string;
      copy.insteadOfUpTo(-end, Buffer.from(keyOf(name)));
      return;
    }
    copy.write(markByte);
    copy.write(textSign);
  }
}

const numberSign = signs.number.charCodeAt(0);
const textSign = signs.text.charCodeAt(0);

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', from, to);

/** A copy of a part of some bytes, with more among them. */
class Copy {
  readonly #from: Uint8Array;
  #to: Buffer;
  #read: number;
  #length = 0;

  constructor(from: Uint8Array, start: number, end: number) {
    this.#from = from;
    this.#read = start;
    this.#to = Buffer.allocUnsafe((end - start) * 1.5 + 100);
  }

  /** Short stretches byte for byte: a call of `set` costs as much as a hundred of them. */
  upTo(end: number): void {
    this.#room(end - this.#read);
    if (end - this.#read > 100) this.insteadOfUpTo(end, this.#from.subarray(this.#read, end));
    else for (let at = this.#read; at < end; at += 1) this.#to[this.#length++] = this.#from[at]!;
    this.#read = end;
  }

  insteadOfUpTo(end: number, bytes: Uint8Array): void {
    this.#room(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
    this.#read = end;
  }

  write(byte: number): void {
    this.#to[this.#length++] = byte;
  }

  text(): string {
    return this.#to.toString('utf8', 0, this.#length);
  }

  /** With what `write` may add before the next call. */
  #room(bytes: number): Buffer {
    const needed = this.#length + bytes + 8;
    if (needed > this.#to.length) {
      const larger = Buffer.allocUnsafe(needed * 2);
      larger.set(this.#to.subarray(0, this.#length));
      this.#to = larger;
    }
    return this.#to;
  }
}
