import { GrowingBytes } from '../json/growing-bytes.ts';
import { byte } from '../json/tokens.ts';

/**
 * The tokens of one path in one group of rows: one line for each row, empty if the row has no scalar there.
 * Tokens of JSON contain no line feed. A line therefore needs no escape, and replacing one byte turns a whole
 * column into an array.
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

  /** Returns all lines of a group. The column is empty afterwards, and the next row overwrites the bytes. */
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
