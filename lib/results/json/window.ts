import { isAscii, isUtf8 } from 'node:buffer';
import { decodeUtf8 } from './decode-utf8.ts';

/**
 * The part of a stream that is in memory. Chunks of any size are added until the window is full. Bytes that
 * were scanned are dropped, and the other bytes move to the front. Only complete characters can be read, up
 * to the first byte that is not UTF-8.
 */
export class Window {
  /** The number of bytes of the stream before the part that is in memory. */
  base = 0;
  /** The memory for a part of the stream. It has one more byte, for the 0 that follows the last byte. */
  readonly bytes: Uint8Array;
  /**
   * The number of bytes in the window that can be read, which are complete characters. The byte after them is
   * set to 0.
   */
  end = 0;
  /** True when the byte at `end` is not UTF-8. */
  isBroken = false;
  #filled = 0;
  #checked = 0;
  /** The original value of the byte that the window set to 0 at `end`. */
  #covered = 0;
  /**
   * Continuation bytes of UTF-8 characters that the current line has in bytes that were already dropped.
   * Columns do not count them.
   */
  #continuations = 0;

  /** @param bytes the memory of the window, with one more byte at the end. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Copies as much of a chunk as fits.
   * @returns the number of bytes copied.
   */
  fill(chunk: Uint8Array): number {
    const count = Math.min(chunk.length, this.bytes.length - 1 - this.#filled);
    this.bytes.set(count === chunk.length ? chunk : chunk.subarray(0, count), this.#filled);
    this.#filled += count;
    return count;
  }

  get isFull(): boolean {
    return this.#filled === this.bytes.length - 1;
  }

  /**
   * Makes all received bytes readable, except an incomplete character at their end, and sets the 0 after
   * them.
   */
  open(isLast: boolean): void {
    const end = isLast ? this.#filled : wholeCharacters(this.bytes, this.#filled);
    const fresh = this.bytes.subarray(this.#checked, end);
    this.isBroken = !isUtf8(fresh);
    this.end = this.isBroken ? this.#checked + firstBadByte(fresh) : end;
    this.#checked = this.end;
    this.#covered = this.bytes[this.end]!;
    this.bytes[this.end] = 0;
  }

  /** Restores the byte that was set to 0 at `end`, and drops the bytes before an offset. */
  drop(upTo: number, lineStart: number): void {
    this.bytes[this.end] = this.#covered;
    const from = Math.max(lineStart - this.base, 0);
    if (from > 0) this.#continuations = 0;
    if (from < upTo) this.#continuations += continuations(this.bytes.subarray(from, upTo));
    this.bytes.copyWithin(0, upTo, this.#filled);
    this.base += upTo;
    this.#filled -= upTo;
    this.#checked -= upTo;
  }

  /** Describes the character at an offset for a message. */
  describe(at: number): string {
    const isEnd = at === this.end && !this.isBroken;
    if (isEnd) return 'the end of the text';
    if (at === this.end) return `the byte 0x${this.#covered.toString(16).padStart(2, '0')}`;
    const code = this.bytes[at] ?? 0;
    // A control character is shown by its number, because an escape would look like text of the document.
    if (code < 0x20) return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    return JSON.stringify([...decodeUtf8(this.bytes.subarray(at, Math.min(at + 4, this.end)))][0]);
  }

  /** The number of characters from the start of a line to an offset in the bytes that are in memory. */
  column(lineStart: number, at: number): number {
    const from = Math.max(lineStart - this.base, 0);
    const before = from > 0 ? 0 : this.#continuations;
    return this.base + at - lineStart - before - continuations(this.bytes.subarray(from, at));
  }
}

/** The offset behind the last complete character. */
function wholeCharacters(bytes: Uint8Array, end: number): number {
  for (let back = 1; back <= Math.min(3, end); back += 1) {
    const code = bytes[end - back]!;
    if (code < 0x80) return end;
    if (code >= 0xc0) return back < lengthOf(code) ? end - back : end;
  }
  return end;
}

const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** The offset of the first byte that is not valid UTF-8, found by bisection. */
function firstBadByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes, middle)))) good = middle;
    else bad = middle;
  }
  return wholeCharacters(bytes, good);
}

function continuations(bytes: Uint8Array): number {
  if (isAscii(bytes)) return 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at]! & 0xc0) === 0x80) count += 1;
  return count;
}
