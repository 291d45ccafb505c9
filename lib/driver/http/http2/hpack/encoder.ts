import { indexOfName } from './static-table.ts';

/**
 * Writes a part of a header block (HPACK), without Huffman code and without the dynamic table. So a request
 * costs less, and the same bytes can be used for every connection.
 */
export class FieldBlock {
  #bytes = Buffer.allocUnsafeSlow(1024);
  length = 0;

  /** The bytes written so far. They are valid until more bytes are written. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Returns the bytes in a buffer of their own. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.length));
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  laidOut(bytes: Buffer): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes a field. Both texts have one character for each byte. */
  field(name: string, value: string): void {
    const index = indexOfName.get(name) ?? 0;
    this.#integer(index, 15);
    if (index === 0) this.#text(name);
    this.#text(value);
  }

  /**
   * Writes a field whose name has an index in the static table. The value may contain only visible ASCII.
   *
   * @returns true when the value contains only visible ASCII.
   */
  visible(index: number, value: string): boolean {
    const { length } = value;
    this.#integer(index, 15);
    this.#integer(length, 127);
    this.#reserve(length);
    const bytes = this.#bytes;
    const start = this.length;
    this.length = start + length;
    for (let at = 0; at < length; at += 1) {
      const code = value.charCodeAt(at);
      if (code <= 0x20 || code >= 0x7f) return false;
      bytes[start + at] = code;
    }
    return true;
  }

  #text(text: string): void {
    this.#integer(text.length, 127);
    this.#reserve(text.length);
    this.length += this.#bytes.write(text, this.length, 'latin1');
  }

  /**
   * Writes an integer. A number below `full` fits into the first byte. Otherwise the first byte is `full`,
   * and the rest of the number follows. Higher bits of the first byte remain 0.
   */
  #integer(value: number, full: number): void {
    this.#reserve(6);
    const bytes = this.#bytes;
    if (value < full) {
      bytes[this.length++] = value;
      return;
    }
    bytes[this.length++] = full;
    let left = value - full;
    while (left >= 0x80) {
      bytes[this.length++] = (left & 0x7f) | 0x80;
      left >>>= 7;
    }
    bytes[this.length++] = left;
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
