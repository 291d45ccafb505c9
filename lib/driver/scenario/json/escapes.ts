import { byte } from './bytes.ts';

/**
 * The byte that an escape such as `\n` means. The index is the byte after the backslash. 0: this is not an
 * escape.
 */
const meanings = new Uint8Array(256);
for (const [written, meant] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  meanings[written!.charCodeAt(0)] = meant!.charCodeAt(0);

/**
 * True for a byte that may follow a backslash. The letter `u`, which begins a Unicode escape, is left out.
 */
export const isEscape = (after: number): boolean => meanings[after] !== 0;

export const isHexDigit = (digit: number): boolean => hexValue(digit) >= 0;

/**
 * Decodes the content of a JSON string that arrives in fragments. Its syntax has already been checked. Half
 * of a surrogate pair (an incomplete character) becomes U+FFFD.
 */
export class EscapeDecoder {
  /**
   * The state: 0 outside an escape, 1 after its backslash, and from 5 to 2 while hex digits are missing
   * (their number plus one).
   */
  #expects = 0;
  #unit = 0;
  /** The first half of a surrogate pair (two escapes for one character) whose second half has not arrived. */
  #high = 0;

  reset(): void {
    this.#expects = 0;
    this.#high = 0;
  }

  /**
   * Decodes a fragment. Returns the same bytes if nothing is to be decoded. `last`: the string ends after
   * them.
   */
  decode(bytes: Buffer, last: boolean): Buffer {
    if (this.#expects === 0 && this.#high === 0 && !bytes.includes(byte.backslash)) return bytes;
    // An escape that began in earlier bytes can end here. It adds up to 6 bytes: 3 for half of a surrogate
    // pair, and 3 for the character after it.
    const out = Buffer.allocUnsafe(bytes.length + 6);
    let length = 0;
    for (const each of bytes) length = this.#take(each, out, length);
    if (last) {
      length = this.#endPair(out, length);
      this.reset();
    }
    return out.subarray(0, length);
  }

  #take(each: number, out: Buffer, at: number): number {
    if (this.#expects > 1) return this.#digit(each, out, at);
    if (this.#expects === 1) {
      if (each === byte.u) {
        this.#expects = 5;
        this.#unit = 0;
        return at;
      }
      this.#expects = 0;
      const next = this.#endPair(out, at);
      out[next] = meanings[each]!;
      return next + 1;
    }
    if (each === byte.backslash) {
      this.#expects = 1;
      return at;
    }
    const next = this.#endPair(out, at);
    out[next] = each;
    return next + 1;
  }

  #digit(digit: number, out: Buffer, at: number): number {
    this.#unit = this.#unit * 16 + hexValue(digit);
    this.#expects -= 1;
    if (this.#expects > 1) return at;
    this.#expects = 0;
    const unit = this.#unit;
    if (this.#high !== 0 && (unit & 0xfc00) === 0xdc00) {
      const point = 0x10000 + ((this.#high & 0x3ff) << 10) + (unit & 0x3ff);
      this.#high = 0;
      return writeCharacter(point, out, at);
    }
    const next = this.#endPair(out, at);
    if ((unit & 0xfc00) === 0xd800) {
      this.#high = unit;
      return next;
    }
    return writeCharacter((unit & 0xfc00) === 0xdc00 ? 0xfffd : unit, out, next);
  }

  #endPair(out: Buffer, at: number): number {
    if (this.#high === 0) return at;
    this.#high = 0;
    return writeCharacter(0xfffd, out, at);
  }
}

function writeCharacter(point: number, out: Buffer, at: number): number {
  if (point < 0x80) {
    out[at] = point;
    return at + 1;
  }
  return at + out.write(String.fromCodePoint(point), at, 'utf8');
}

function hexValue(digit: number): number {
  if (digit >= 0x30 && digit <= 0x39) return digit - 0x30;
  const letter = digit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
