import { ByteReader, damaged } from '../byte-buffer.ts';
import type { EncodedExtensions } from '../extensions.ts';
import type { Histogram } from '../histograms/histogram.ts';
import { Sparse } from '../histograms/sparse.ts';
import type { Counters, Row, Rows } from '../partial.ts';
import { counterNames, type HistogramName, histogramNames, Tally } from '../tally.ts';
import { extensionsBit, firstCounters, furtherBit } from './rows.ts';

/**
 * Reads encoded rows one after the other, and adds them to tallies directly from their bytes. A merge reads
 * millions of histograms. So this class makes no object for a row, and decodes each histogram once, even if
 * it is added several times.
 */
export class RowCursor {
  metric = '';
  step = 0;
  second = 0;
  readonly #reader: ByteReader;
  #metrics: readonly Pick<Row, 'metric' | 'step'>[] = [];
  #end = 0;
  readonly #counters = new Float64Array(counterNames.length);
  /** The position in the bytes at which the payload of each histogram starts. -1 for an absent histogram. */
  readonly #starts = new Int32Array(histogramNames.length);
  readonly #ends = new Int32Array(histogramNames.length);
  #extensions: EncodedExtensions | undefined;

  constructor(rows: Rows) {
    this.#reader = new ByteReader(rows);
  }

  /** Moves to the next row. False when there is no further row. */
  next(): boolean {
    const reader = this.#reader;
    while (reader.at >= this.#end) {
      if (reader.at >= reader.bytes.length) return false;
      this.#openBlock();
    }
    const metric = this.#metrics[reader.number()];
    if (metric === undefined) throw damaged();
    this.metric = metric.metric;
    this.step = metric.step;
    this.second = reader.number();
    this.#readFirstCounters();
    this.#readPlaces();
    return true;
  }

  counter(name: keyof Counters): number {
    return this.#counters[counterNames.indexOf(name)]!;
  }

  /** Adds the whole row to a tally. */
  addTo(tally: Tally): void {
    const { counters } = tally;
    for (let at = 0; at < counterNames.length; at += 1) counters[counterNames[at]!] += this.#counters[at]!;
    for (let at = 0; at < histogramNames.length; at += 1) {
      if (this.#starts[at]! < 0) continue;
      tally[histogramNames[at]!].addSparse(this.#place(at));
    }
    if (this.#extensions !== undefined) tally.extensions.addEncoded(this.#extensions);
  }

  /**
   * The position of a histogram in the bytes. With this position, `addAt` can read the histogram later,
   * without its row. Undefined when the row has no such histogram.
   */
  rangeOf(name: HistogramName): ByteRange | undefined {
    const at = histogramNames.indexOf(name);
    const start = this.#starts[at]!;
    return start < 0 ? undefined : { start, end: this.#ends[at]! };
  }

  /** Adds the histogram at this position, which may be in another row. */
  addAt({ start, end }: ByteRange, histogram: Histogram): void {
    spare.read(this.#reader.bytes, start, end);
    histogram.addSparse(spare);
  }

  #place(at: number): Sparse {
    const place = places[at]!;
    if (readBy[at] !== this) place.read(this.#reader.bytes, this.#starts[at]!, this.#ends[at]!);
    readBy[at] = this;
    return place;
  }

  #openBlock(): void {
    const reader = this.#reader;
    const length = reader.word();
    this.#end = reader.at + length;
    if (this.#end > reader.bytes.length) throw damaged();
    this.#metrics = Array.from({ length: reader.number() }, () => {
      const metric = reader.text();
      const step = reader.number();
      return { metric, step: step % 2 === 1 ? -(step + 1) / 2 : step / 2 };
    });
  }

  #readFirstCounters(): void {
    this.#readCounters(0, firstCounters, this.#reader.short());
  }

  #readCounters(first: number, end: number, bits: number): void {
    for (let at = first; at < end; at += 1)
      this.#counters[at] = bits & (1 << (at - first)) ? this.#reader.number() : 0;
  }

  #readPlaces(): void {
    const reader = this.#reader;
    const bits = reader.byte();
    this.#readCounters(firstCounters, counterNames.length, bits & furtherBit ? reader.number() : 0);
    for (let at = 0; at < histogramNames.length; at += 1) {
      if (readBy[at] === this) readBy[at] = undefined;
      this.#starts[at] = -1;
      if (!(bits & (1 << at))) continue;
      const length = reader.short();
      this.#starts[at] = reader.at;
      reader.at += length;
      this.#ends[at] = reader.at;
    }
    this.#extensions = bits & extensionsBit ? (JSON.parse(reader.text()) as EncodedExtensions) : undefined;
  }
}

export type ByteRange = { readonly start: number; readonly end: number };

/**
 * The decoded histograms of the current row. All cursors share these objects, and `readBy` is the cursor that
 * filled them last.
 */
const places = histogramNames.map(() => new Sparse());
const readBy: (RowCursor | undefined)[] = histogramNames.map(() => undefined);
const spare = new Sparse();

/** The rows as objects that can be read by a person and written as JSON. */
export function listRows(rows: Rows): readonly Row[] {
  const list: Row[] = [];
  for (const cursor = new RowCursor(rows); cursor.next(); ) {
    const tally = new Tally();
    cursor.addTo(tally);
    list.push({ metric: cursor.metric, step: cursor.step, second: cursor.second, ...tally.encode() });
  }
  return list;
}

/** Adds all rows to one tally. */
export function addRows(rows: Rows, tally: Tally): void {
  for (const cursor = new RowCursor(rows); cursor.next(); ) cursor.addTo(tally);
}

/** Adds the named histogram of every row to a histogram. */
export function addTimes(rows: Rows, name: HistogramName, histogram: Histogram): void {
  for (const cursor = new RowCursor(rows); cursor.next(); ) {
    const place = cursor.rangeOf(name);
    if (place !== undefined) cursor.addAt(place, histogram);
  }
}

/** The sum of one counter over all rows. */
export function countIn(rows: Rows, name: keyof Counters): number {
  let count = 0;
  for (const cursor = new RowCursor(rows); cursor.next(); ) count += cursor.counter(name);
  return count;
}

/** The number of rows. */
export function rowsIn(rows: Rows): number {
  let count = 0;
  for (const cursor = new RowCursor(rows); cursor.next(); ) count += 1;
  return count;
}
