import { byte } from '../json/tokens.ts';

/**
 * The tokens of one path in one group of rows: a line for each row, empty where the row has no scalar there. Tokens of
 * JSON hold no line feed, so a line needs no escape and a whole column turns into an array by exchanging one byte.
 */
export class Column {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #rows = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  /** @returns false when the row has a token already. */
  add(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#rows > row) return false;
    const length = end - start;
    this.#reserve(length + row + 1 - this.#rows);
    this.#pad(row);
    const target = this.#bytes;
    let to = this.#length;
    if (length > 64) {
      target.set(bytes.subarray(start, end), to);
      to += length;
    } else {
      for (let at = start; at < end; at += 1) {
        target[to] = bytes[at]!;
        to += 1;
      }
    }
    target[to] = byte.lineFeed;
    this.#length = to + 1;
    this.#rows = row + 1;
    return true;
  }

  /** All lines of a group; the column is empty afterwards and the bytes are overwritten by the next row. */
  take(rows: number): Uint8Array {
    this.#reserve(rows - this.#rows);
    this.#pad(rows);
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    this.#rows = 0;
    return taken;
  }

  #pad(row: number): void {
    const missing = row - this.#rows;
    if (missing === 0) return;
    this.#bytes.fill(byte.lineFeed, this.#length, this.#length + missing);
    this.#length += missing;
    this.#rows = row;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
