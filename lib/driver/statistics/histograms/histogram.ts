import { DownpourError } from '../../../errors.ts';
import { ByteWriter } from '../byte-buffer.ts';
import { layout, octaveSlots, slotCount, slotOf } from './layout.ts';
import type { Sparse } from './sparse.ts';
import { readWire, type WireHead, wireText } from './wire.ts';

/**
 * A histogram in the only layout (layout.ts). Downpour records and adds values itself. The `recordValue` of
 * hdr-histogram-js takes four to eight times as long (bench/record.ts), and its counts always take 30 KB.
 * Here the counts are an array for some octaves (from a number to its double), which grows with the recorded
 * values. Recording a value within these octaves allocates no memory.
 */
export class Histogram {
  /** The number of recorded values. */
  count = 0;
  /** The slot to which the first element of the counts belongs. */
  #low = 0;
  #counts: Uint32Array | Float64Array = none;
  /**
   * The first slot that may have values; `#last` is the last one. So a histogram that is read once a second
   * is not read over its whole array.
   */
  #first = slotCount;
  #last = -1;

  /**
   * Records one value in nanoseconds. At most 2^32 values may be recorded. Adding other histograms allows
   * more.
   */
  record(ns: number): void {
    const slot = slotOf(ns);
    if (slot < this.#first || slot > this.#last) this.#reach(slot, slot);
    this.#counts[slot - this.#low]! += 1;
    this.count += 1;
  }

  add(other: Histogram): void {
    if (other.#last < other.#first) return;
    // If the total fits into 32 bits, the count of every slot does.
    if (this.count + other.count > uint32Max) this.#widen();
    this.#reach(other.#first, other.#last);
    this.#change(other, 1);
  }

  /** Adds a histogram that was read from its encoded bytes. */
  addSparse({ slots, counts, length, total }: Sparse): void {
    if (length === 0) return;
    if (this.count + total > uint32Max) this.#widen();
    this.#reach(slots[0]!, slots[length - 1]!);
    const [own, low] = [this.#counts, this.#low];
    for (let at = 0; at < length; at += 1) own[slots[at]! - low]! += counts[at]!;
    this.count += total;
  }

  /** Writes the bytes that `Sparse.read` can read. Writes nothing when the histogram is empty. */
  write(bytes: ByteWriter): void {
    const [counts, low, last] = [this.#counts, this.#low, this.#last];
    let empty = this.#first;
    for (let slot = empty; slot <= last; slot += 1) {
      const count = counts[slot - low]!;
      if (count === 0) {
        empty += 1;
        continue;
      }
      // A single empty slot is written as a count of 0, as the HdrHistogram library does.
      if (empty > 0) bytes.number(empty === 1 ? 0 : empty * 2 - 1);
      empty = 0;
      bytes.number(count * 2);
    }
  }

  /** Subtracts values that were added before. */
  subtract(other: Histogram): void {
    this.#change(other, -1);
  }

  /** Removes the values and keeps the memory, so that the histogram can record again without allocating. */
  clear(): void {
    if (this.#first <= this.#last) this.#counts.fill(0, this.#first - this.#low, this.#last + 1 - this.#low);
    this.#first = slotCount;
    this.#last = -1;
    this.count = 0;
  }

  /** Calls `visit` for every slot that has values, from the lowest slot on. */
  each(visit: (slot: number, count: number) => void): void {
    for (let slot = this.#first; slot <= this.#last; slot += 1) {
      const count = this.#counts[slot - this.#low]!;
      if (count > 0) visit(slot, count);
    }
  }

  /**
   * Encodes the histogram as V2 compressed Base64, the standard form of HdrHistogram libraries. Undefined for
   * an empty histogram.
   */
  encode(): string | undefined {
    if (this.count === 0) return undefined;
    payload.clear();
    this.write(payload);
    return wireText(payload.view());
  }

  /**
   * Reads a histogram from V2 compressed Base64, the standard form of HdrHistogram libraries.
   * @throws DownpourError HISTOGRAM_LAYOUT when the text has another layout.
   */
  static decode(text: string): Histogram {
    const histogram = new Histogram();
    histogram.addSparse(readWire(text, assertLayout));
    return histogram;
  }

  /**
   * Adds the counts of another histogram, multiplied by `times` (-1 subtracts). It is a plain loop, because
   * most of the work of each second is here and runs before the engine has compiled it.
   */
  #change(other: Histogram, times: number): void {
    const [own, theirs, last] = [this.#counts, other.#counts, other.#last];
    const [low, theirLow] = [this.#low, other.#low];
    for (let slot = other.#first; slot <= last; slot += 1) {
      const count = theirs[slot - theirLow]!;
      if (count > 0) own[slot - low]! += count * times;
    }
    this.count += other.count * times;
  }

  #reach(from: number, to: number): void {
    this.#cover(from, to);
    if (from < this.#first) this.#first = from;
    if (to > this.#last) this.#last = to;
  }

  /**
   * Enlarges the array of counts so that it contains the slots from `from` to `to`. The array always has
   * whole octaves (from a number to its double).
   */
  #cover(from: number, to: number): void {
    const empty = this.#counts.length === 0;
    const end = this.#low + this.#counts.length;
    if (!empty && from >= this.#low && to < end) return;
    const low = octaveStart(empty ? from : Math.min(from, this.#low));
    const length = octaveStart(empty ? to : Math.max(to, end - 1)) + octaveSlots - low;
    const grown = this.#counts instanceof Float64Array ? new Float64Array(length) : new Uint32Array(length);
    if (!empty) grown.set(this.#counts, this.#low - low);
    this.#low = low;
    this.#counts = grown;
  }

  #widen(): void {
    if (this.#counts instanceof Uint32Array) this.#counts = Float64Array.from(this.#counts);
  }
}

const none = new Uint32Array(0);
const payload = new ByteWriter();
const uint32Max = 2 ** 32 - 1;

function octaveStart(slot: number): number {
  return slot - (slot % octaveSlots);
}

function assertLayout({ lowest, highest, digits }: WireHead): void {
  const same =
    lowest === layout.lowestNs && highest === layout.highestNs && digits === layout.significantDigits;
  if (same) return;
  throw new DownpourError(
    'HISTOGRAM_LAYOUT',
    500,
    `the load generators of this run were of two versions of Downpour, and their histograms cannot be added: one has values from ${lowest} to ${highest} ns with ${digits} significant digits, this version has the layout ${layout.name}; run the benchmark again`,
  );
}
