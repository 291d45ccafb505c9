import { byte } from './bytes.ts';
import { isEscape, isHexDigit } from './escapes.ts';

/**
 * Strings up to this number of bytes are searched byte by byte. For longer strings, the search of Node.js is
 * faster.
 */
const shortString = 16;

/** Finds the end of a string that arrives in fragments. The string may contain control characters. */
export class Quoted {
  /** True when the text has contained an escape. */
  escaped = false;
  /** The number of characters that the current escape still needs, counted as in `EscapeDecoder`. */
  #expects = 0;
  /**
   * The offset of the quote that was found last in this fragment. `#backslashAt` is the offset of the last
   * backslash.
   */
  #quoteAt = -1;
  #backslashAt = -1;

  begin(): void {
    this.escaped = false;
    this.#expects = 0;
  }

  beginFragment(): void {
    this.#quoteAt = -1;
    this.#backslashAt = -1;
  }

  /**
   * Reads a fragment from an offset. Returns the offset of the closing quote, or of a wrong byte, or else the
   * end of the fragment.
   */
  take(bytes: Buffer, from: number): number {
    let at = this.#expects === 0 ? from : this.#restOfEscape(bytes, from);
    while (this.#expects === 0) {
      at = this.#plainEnd(bytes, at);
      if (at === bytes.length || bytes[at] === byte.quote) return at;
      this.#expects = 1;
      this.escaped = true;
      at = this.#restOfEscape(bytes, at + 1);
    }
    return at;
  }

  /** The bytes that would be valid next, in words for a message. */
  get expected(): string {
    return this.#expects > 1 ? 'four hex digits' : 'an escape';
  }

  /** False inside an escape, where a quote does not end the string. */
  get isClosed(): boolean {
    return this.#expects === 0;
  }

  #plainEnd(bytes: Buffer, from: number): number {
    const near = Math.min(from + shortString, bytes.length);
    for (let at = from; at < near; at += 1)
      if (bytes[at] === byte.quote || bytes[at] === byte.backslash) return at;
    if (near === bytes.length) return near;
    if (this.#quoteAt < near) this.#quoteAt = indexOf(bytes, byte.quote, near);
    if (this.#backslashAt < near) this.#backslashAt = indexOf(bytes, byte.backslash, near);
    return Math.min(this.#quoteAt, this.#backslashAt);
  }

  #restOfEscape(bytes: Buffer, from: number): number {
    let at = from;
    for (; this.#expects > 0 && at < bytes.length; at += 1) {
      const each = bytes[at]!;
      if (this.#expects > 1) {
        if (!isHexDigit(each)) return at;
        this.#expects = this.#expects === 2 ? 0 : this.#expects - 1;
      } else if (each === byte.u) this.#expects = 5;
      else if (isEscape(each)) this.#expects = 0;
      else return at;
    }
    return at;
  }
}

function indexOf(bytes: Buffer, wanted: number, from: number): number {
  const at = bytes.indexOf(wanted, from);
  return at < 0 ? bytes.length : at;
}
