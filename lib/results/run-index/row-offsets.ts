import { markRows } from '../json/machine/layout.ts';
import type { Group, Span } from './index-types.ts';

/**
 * Bytes of a mark, with which a reader jumps to every 512th row: the position of the row in the block (4
 * bytes), and the end of the earlier row in the document (8).
 */
const markBytes = 12;

export type RowMark = {
  /** Bytes that the offsets of earlier rows of the group take in the block of offsets. */
  readonly at: number;
  /** Document offset of the end of the earlier row. In the first row: of the start of the group. */
  readonly end: number;
};

/**
 * The block of the offsets of the rows of a group. For each row, LEB128 numbers give the bytes since the end
 * of the previous row and the bytes of the row. A mark at every 512th row avoids reading all earlier rows.
 */
export function rowBlock(marks: readonly RowMark[], numbers: Uint8Array): Uint8Array {
  const head = marks.length * markBytes;
  const block = new Uint8Array(head + numbers.length);
  const view = new DataView(block.buffer);
  for (const [index, { at, end }] of marks.entries()) {
    view.setUint32(index * markBytes, head + at, true);
    view.setFloat64(index * markBytes + 4, end, true);
  }
  block.set(numbers, head);
  return block;
}

/** Finds rows of one group in the document. */
export class RowSpans {
  readonly #block: Uint8Array;
  readonly #view: DataView;
  readonly #rows: number;
  #at = 0;
  /**
   * The next row that `of` can read in order. `#at` is the position of its offsets in the block, and `#end`
   * is the end of the earlier row.
   */
  #row = 0;
  #end = 0;

  /** @param block the decompressed offsets of the group. */
  constructor(block: Uint8Array, { rows }: Pick<Group, 'rows'>) {
    this.#block = block;
    this.#view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    this.#rows = rows;
    this.#goTo(0);
  }

  /** The span of a row. Calls in ascending order are fastest. */
  of(row: number): Span {
    if (row >= this.#rows)
      throw new Error(`a bug in Downpour: the index has ${this.#rows} rows, and no row ${row}`);
    if (row < this.#row || row - this.#row >= markRows) this.#goTo(Math.floor(row / markRows));
    for (;;) {
      const start = this.#end + this.#number();
      this.#end = start + this.#number();
      this.#row += 1;
      if (this.#row > row) return { start, end: this.#end };
    }
  }

  #goTo(mark: number): void {
    this.#row = mark * markRows;
    this.#at = this.#view.getUint32(mark * markBytes, true);
    this.#end = this.#view.getFloat64(mark * markBytes + 4, true);
  }

  #number(): number {
    let [number, factor] = [0, 1];
    for (; this.#block[this.#at]! >= 0x80; this.#at += 1) {
      number += (this.#block[this.#at]! & 0x7f) * factor;
      factor *= 0x80;
    }
    number += this.#block[this.#at]! * factor;
    this.#at += 1;
    return number;
  }
}
