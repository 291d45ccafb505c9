import { GrowingBytes } from '../json/growing-bytes.ts';
import type { Group, Span } from './run-index.ts';

/** Rows between two marks. */
const stride = 512;
/**
 * A mark: the offset of its row's numbers in the block (4 bytes), and the end of the previous row in the
 * document (8).
 */
const markBytes = 12;

/**
 * The offsets of the rows of a group. For each row, LEB128 numbers give the bytes since the end of the
 * previous row and the bytes of the row. A mark at every 512th row avoids reading all earlier rows.
 */
export class RowOffsets {
  readonly #numbers = new GrowingBytes(4096);
  #rows = 0;
  #end = 0;
  readonly #marks: { readonly at: number; readonly end: number }[] = [];

  add(start: number, end: number): void {
    if (this.#rows % stride === 0)
      this.#marks.push({ at: this.#numbers.length, end: this.#rows === 0 ? start : this.#end });
    if (this.#rows === 0) this.#end = start;
    // Two numbers of at most ten bytes each.
    this.#numbers.reserve(20);
    this.#put(start - this.#end);
    this.#put(end - start);
    this.#end = end;
    this.#rows += 1;
  }

  /** Returns the block of a group. The next row begins another block. */
  take(): Uint8Array {
    const head = this.#marks.length * markBytes;
    const { bytes, length } = this.#numbers;
    const block = new Uint8Array(head + length);
    const view = new DataView(block.buffer);
    for (const [index, { at, end }] of this.#marks.entries()) {
      view.setUint32(index * markBytes, head + at, true);
      view.setFloat64(index * markBytes + 4, end, true);
    }
    block.set(bytes.subarray(0, length), head);
    this.#numbers.length = 0;
    this.#rows = 0;
    this.#marks.length = 0;
    return block;
  }

  #put(number: number): void {
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#numbers.put((rest & 0x7f) | 0x80);
    this.#numbers.put(rest);
  }
}

/** Finds rows of a group in the document. */
export class RowSpans {
  readonly #block: Uint8Array;
  readonly #view: DataView;
  readonly #rows: number;
  #at = 0;
  /** The row whose numbers come next, and the end of the previous row. */
  #row = 0;
  #end = 0;

  /** @param block of the group's offsets, expanded. */
  constructor(block: Uint8Array, { rows }: Pick<Group, 'rows'>) {
    this.#block = block;
    this.#view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    this.#rows = rows;
    this.#goTo(0);
  }

  /** Requests in ascending order are fastest. */
  of(row: number): Span {
    if (row >= this.#rows) throw new Error(`there is no row ${row} in ${this.#rows} rows`);
    if (row < this.#row || row - this.#row >= stride) this.#goTo(Math.floor(row / stride));
    for (;;) {
      const start = this.#end + this.#number();
      this.#end = start + this.#number();
      this.#row += 1;
      if (this.#row > row) return { start, end: this.#end };
    }
  }

  #goTo(mark: number): void {
    this.#row = mark * stride;
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
