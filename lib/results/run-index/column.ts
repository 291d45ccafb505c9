import { GrowingBytes } from '../json/growing-bytes.ts';
import { byte } from '../json/tokens.ts';

/**
 * The tokens of one path in one group of rows: a line for each row, empty where the row has no scalar there.
 * Tokens of JSON hold no line feed, so a line needs no escape and a whole column turns into an array by
 * exchanging one byte.
 */
export class Column {
  readonly #lines = new GrowingBytes(1024);
  #rows = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#lines.length;
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  /** @returns false when the row has a token already. */
  add(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#rows > row) return false;
    this.#pad(row);
    this.#lines.copy(bytes, start, end);
    this.#lines.put(byte.lineFeed);
    this.#rows = row + 1;
    return true;
  }

  /** All lines of a group; the column is empty afterwards and the bytes are overwritten by the next row. */
  take(rows: number): Uint8Array {
    this.#pad(rows);
    const taken = this.#lines.bytes.subarray(0, this.#lines.length);
    this.#lines.length = 0;
    this.#rows = 0;
    return taken;
  }

  #pad(row: number): void {
    const missing = row - this.#rows;
    if (missing === 0) return;
    const lines = this.#lines;
    lines.reserve(missing);
    lines.bytes.fill(byte.lineFeed, lines.length, lines.length + missing);
    lines.length += missing;
    this.#rows = row;
  }
}
