import { byte, isBlank, isNumberStart } from '../../../json/tokens.ts';
import { keyOf, prefixByte, signs } from './lossless-value.ts';

/**
 * Walks over the bytes without a grammar, because JSON.parse checks the grammar afterwards. A listener of the
 * scanner in json/ took 2.6 times as long (374 ms against 143 ms for 9.4 MB), and for a document of a
 * kilobyte 3 times.
 */

/** Offset of the closing quote; negative when there are escapes before it. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  let code = bytes[at];
  while (code !== byte.quote && code !== byte.backslash && code !== undefined) code = bytes[++at];
  if (code !== byte.backslash) return at;
  for (; code !== byte.quote && code !== undefined; code = bytes[at]) at += code === byte.backslash ? 2 : 1;
  return -Math.min(at, bytes.length);
}

/** Offset after the digits, signs, points and exponents of a number. */
export function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (let code = bytes[at]!; isNumberStart(code) || isNumberSign(code); code = bytes[at]!) at += 1;
  return at;
}

const isNumberSign = (code: number): boolean =>
  code === byte.dot || code === byte.e || code === byte.capitalE || code === byte.plus;

/**
 * Returns true for a name with escapes, a name that looks like an index, and a text that begins with the
 * prefix.
 */
export function isTextEncoded(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first === prefixByte) return true;
  if (end < 0) return isName(bytes, -end) || escapedPrefix.test(latin1(bytes, start, start + 6));
  if (first < byte.zero || first > byte.nine || end - start > 10) return false;
  for (let at = start + 1; at < end; at += 1)
    if (bytes[at]! < byte.zero || bytes[at]! > byte.nine) return false;
  return isName(bytes, end);
}

const escapedPrefix = /^\\u007f/i;

/** Returns true when a colon follows the string that ends here. */
function isName(bytes: Uint8Array, end: number): boolean {
  let at = bytes[end] === byte.quote ? end + 1 : end;
  while (isBlank(bytes[at])) at += 1;
  return bytes[at] === byte.colon;
}

/** Returns true for a number whose digits JSON.parse would lose. */
export function isNumberEncoded(bytes: Uint8Array, start: number, end: number): boolean {
  const known = isLost(bytes, start, end);
  if (known !== undefined) return known && !isName(bytes, end);
  const text = latin1(bytes, start, end);
  return String(Number(text)) !== text && numberToken.test(text) && !isName(bytes, end);
}

/**
 * Returns whether JSON.parse loses digits of a plain number of at most fifteen digits: it loses the minus of
 * a zero and zeros at the end of a fraction. This is faster than calling JSON.parse and String. Undefined for
 * a longer number, for a number with an exponent or a number that would get an exponent (below 1e-6), and for
 * a text that is no number.
 */
function isLost(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  if (end - start > 15) return undefined;
  const first = bytes[start] === byte.minus ? start + 1 : start;
  let point = end;
  for (let at = first; at < end; at += 1) {
    const code = bytes[at]!;
    if (code >= byte.zero && code <= byte.nine) continue;
    if (code !== byte.dot || point < end) return undefined;
    point = at;
  }
  if (point === first || point === end - 1) return undefined;
  if (bytes[first] !== byte.zero) return point < end && bytes[end - 1] === byte.zero;
  if (point > first + 1) return undefined;
  if (point === end) return first > start;
  return isAboveMillionth(bytes, point) ? bytes[end - 1] === byte.zero : undefined;
}

/** Returns true when one of the first six digits after the point is not a zero. */
function isAboveMillionth(bytes: Uint8Array, point: number): boolean {
  for (let at = point + 1; at <= point + 6; at += 1)
    if (bytes[at]! > byte.zero && bytes[at]! <= byte.nine) return true;
  return false;
}

const numberToken = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);

/**
 * Offsets of numbers and strings that must be encoded. A string's offset follows its quote. They are added
 * and used in order.
 */
export class EncodedOffsets {
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

  /** A part of the bytes as encoded text. */
  text(from: number, to: number): string {
    if (this.#used === this.#count || this.#offsets[this.#used]! >= to) return textOf(this.#bytes, from, to);
    const copy = new Copy(this.#bytes, from, to);
    for (; this.#used < this.#count; this.#used += 1) {
      const offset = this.#offsets[this.#used]!;
      if (offset >= to) break;
      copy.upTo(offset);
      if (this.#bytes[offset - 1] === byte.quote) this.#encodeText(offset, copy);
      else this.#encodeNumber(offset, copy);
    }
    copy.upTo(to);
    return copy.text();
  }

  #encodeNumber(offset: number, copy: Copy): void {
    copy.write(byte.quote);
    copy.write(prefixByte);
    copy.write(numberSign);
    copy.upTo(endOfNumber(this.#bytes, offset));
    copy.write(byte.quote);
  }

  /** Writes a name with escapes without them. */
  #encodeText(offset: number, copy: Copy): void {
    const end = endOfString(this.#bytes, offset);
    if (end < 0 && isName(this.#bytes, -end)) {
      const name = JSON.parse(textOf(this.#bytes, offset - 1, -end + 1)) as string;
      copy.insteadOfUpTo(-end, Buffer.from(keyOf(name)));
      return;
    }
    copy.write(prefixByte);
    copy.write(textSign);
  }
}

const numberSign = signs.number.charCodeAt(0);
const textSign = signs.text.charCodeAt(0);

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', from, to);

/** Copies a part of some bytes, with insertions. */
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

  /** Copies short pieces byte by byte, because a call of `set` costs as much as a hundred bytes. */
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

  write(code: number): void {
    this.#to[this.#length++] = code;
  }

  text(): string {
    return this.#to.toString('utf8', 0, this.#length);
  }

  /** A buffer with room for these bytes and for the next insertion. */
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
