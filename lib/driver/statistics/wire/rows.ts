import { ByteWriter } from '../byte-buffer.ts';
import type { Row, Rows } from '../partial.ts';
import { counterNames, histogramNames, type Tally } from '../tally.ts';

/**
 * No rows. Rows are bytes: a sequence of blocks, each complete in itself. So the rows of several writers are
 * joined by joining their bytes.
 *
 * A block has the length of the rest (4 bytes), the metrics (their number; text and step of each), and the
 * rows.
 *
 * A row has these parts in order: the index of the metric; the second; a bit for each of the first 16
 * counters (2 bytes); those counters that are not 0; a bit for each histogram, for the extensions and for
 * further counters (1 byte); the further counters (a bit for each as a number, and those that are not 0); the
 * histograms (length in 2 bytes, payload of HdrHistogram's V2 form); the extensions, which are named counts
 * (JSON).
 */
export const noRows: Rows = new Uint8Array(0);

/** The bit of a row's flags that marks extensions (named counts). It follows the bits of the histograms. */
export const extensionsBit = 1 << histogramNames.length;
/**
 * The bit of a row's flags that marks further counters: those without a bit in the first two bytes. Few rows
 * have them.
 */
export const furtherBit = extensionsBit << 1;
export const firstCounters = 16;

export class RowsWriter {
  readonly #metrics = new Map<string, number>();
  readonly #head = new ByteWriter();
  readonly #rows = new ByteWriter();

  /**
   * Adds the counts of one row and keeps no reference to the tally. `without` names the histograms to leave
   * out.
   */
  add(
    { metric, step, second }: Pick<Row, 'metric' | 'step' | 'second'>,
    tally: Tally,
    without: readonly (typeof histogramNames)[number][] = [],
  ): void {
    const rows = this.#rows;
    rows.number(this.#indexOf(metric, step));
    rows.number(second);
    this.#addFirstCounters(tally);
    const used = histogramNames.filter((name) => tally[name].count > 0 && !without.includes(name));
    const extensions = tally.extensions.empty ? undefined : tally.extensions.encode();
    let bits = extensions === undefined ? 0 : extensionsBit;
    for (const name of used) bits |= 1 << histogramNames.indexOf(name);
    const further = usedCounters(tally, firstCounters, counterNames.length);
    if (further !== 0) bits |= furtherBit;
    rows.byte(bits);
    if (further !== 0) {
      rows.number(further);
      this.#addCounters(tally, firstCounters, further);
    }
    for (const name of used) {
      const start = rows.length;
      rows.short(0);
      tally[name].write(rows);
      rows.shortAt(start, rows.length - start - 2);
    }
    if (extensions !== undefined) rows.text(JSON.stringify(extensions));
  }

  /** Returns the rows that were added since the last call. */
  take(): Rows {
    if (this.#metrics.size === 0) return noRows;
    const block = new ByteWriter();
    const metrics = new ByteWriter();
    metrics.number(this.#metrics.size);
    block.word(metrics.length + this.#head.length + this.#rows.length);
    for (const part of [metrics, this.#head, this.#rows]) block.append(part.view());
    this.#metrics.clear();
    this.#head.clear();
    this.#rows.clear();
    return block.copy();
  }

  #addFirstCounters(tally: Tally): void {
    const bits = usedCounters(tally, 0, firstCounters);
    this.#rows.short(bits);
    this.#addCounters(tally, 0, bits);
  }

  /** Writes the values of those counters, from number `first` on, that have a bit in `bits`. */
  #addCounters(tally: Tally, first: number, bits: number): void {
    for (let at = 0; bits >> at !== 0; at += 1)
      if (bits & (1 << at)) this.#rows.number(countOf(tally, first + at));
  }

  #indexOf(metric: string, step: number): number {
    const key = `${step} ${metric}`;
    const known = this.#metrics.get(key);
    if (known !== undefined) return known;
    const index = this.#metrics.size;
    this.#metrics.set(key, index);
    this.#head.text(metric);
    // The step is written as a number that is not negative. In the scenario, stopwatches and headers have
    // negative steps.
    this.#head.number(step < 0 ? -step * 2 - 1 : step * 2);
    return index;
  }
}

/** A number with a bit for each counter from `first` up to `end` that is not 0. */
function usedCounters(tally: Tally, first: number, end: number): number {
  let bits = 0;
  for (let at = first; at < end; at += 1) if (countOf(tally, at) !== 0) bits |= 1 << (at - first);
  return bits;
}

/**
 * A counter rounded to a whole number. Whole numbers below 2^53 add exactly, but sums of fractions would
 * depend on their order.
 */
const countOf = ({ counters }: Tally, at: number): number => Math.round(counters[counterNames[at]!]);

/** Joins the rows of several writers. */
export function joinRows(parts: readonly Rows[]): Rows {
  const [only, ...others] = parts.filter(({ length }) => length > 0);
  if (only === undefined) return noRows;
  return others.length === 0 ? only : Buffer.concat([only, ...others]);
}
