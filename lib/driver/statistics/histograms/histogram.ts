import { DownpourError } from '../../../errors.ts';
import { ByteWriter } from '../bytes.ts';
import { layout, octaveSlots, slotCount, slotOf } from './layout.ts';
import type { Sparse } from './sparse.ts';
import { readWire, type WireHead, wireText } from './wire.ts';

/**
 * Counts of the one layout. The `recordValue` of hdr-histogram-js costs four to eight times this one
 * (bench/record.ts) and its counts always take 30 KB, so recording and adding are done here, in a window of
 * whole octaves that grows to the values seen. Recording into a window that covers the value allocates
 * nothing.
 */
export class Histogram {
  /** Number of recorded values. */
  count = 0;
  /** The slot of the first count. */
  #low = 0;
  #counts: Uint32Array | Float64Array = none;
  /**
   * No slot outside of these has values: what goes through a histogram once a second need not look at all of
   * its window.
   */
  #first = slotCount;
  #last = -1;

  /** Nanoseconds. At most 2^32 values; beyond that histograms are added, not recorded. */
  record(ns: number): void {
    const slot = slotOf(ns);
    if (slot < this.#first || slot > this.#last) this.#reach(slot, slot);
    this.#counts[slot - this.#low]! += 1;
    this.count += 1;
  }

  add(other: Histogram): void {
    if (other.#last < other.#first) return;
    // While the total fits into 32 bits, so does every slot.
    if (this.count + other.count > uint32Max) this.#widen();
    this.#reach(other.#first, other.#last);
    this.#change(other, 1);
  }

  /** Adds a histogram that was read from its bytes. */
  addSparse({ slots, counts, length, total }: Sparse): void {
    if (length === 0) return;
    if (this.count + total > uint32Max) this.#widen();
    this.#reach(slots[0]!, slots[length - 1]!);
    const [own, low] = [this.#counts, this.#low];
    for (let at = 0; at < length; at += 1) own[slots[at]! - low]! += counts[at]!;
    this.count += total;
  }

  /** Writes what `Sparse.read` reads; nothing when nothing was recorded. */
  write(bytes: ByteWriter): void {
    const [counts, low, last] = [this.#counts, this.#low, this.#last];
    let empty = this.#first;
    for (let slot = empty; slot <= last; slot += 1) {
      const count = counts[slot - low]!;
      if (count === 0) {
        empty += 1;
        continue;
      }
      // A single empty slot is a count of none, as the library writes it.
      if (empty > 0) bytes.number(empty === 1 ? 0 : empty * 2 - 1);
      empty = 0;
      bytes.number(count * 2);
    }
  }

  /** Subtracts values that were added before. */
  subtract(other: Histogram): void {
    this.#change(other, -1);
  }

  /** Forgets the values and keeps the window, so that a recycled histogram records without allocating. */
  clear(): void {
    if (this.#first <= this.#last) this.#counts.fill(0, this.#first - this.#low, this.#last + 1 - this.#low);
    this.#first = slotCount;
    this.#last = -1;
    this.count = 0;
  }

  /** Every slot that has values, from the lowest up. */
  each(visit: (slot: number, count: number) => void): void {
    for (let slot = this.#first; slot <= this.#last; slot += 1) {
      const count = this.#counts[slot - this.#low]!;
      if (count > 0) visit(slot, count);
    }
  }

  /**
   * V2 compressed Base64, the standard form of all HdrHistogram libraries; undefined when nothing was
   * recorded.
   */
  encode(): string | undefined {
    if (this.count === 0) return undefined;
    payload.clear();
    this.write(payload);
    return wireText(payload.view());
  }

  /** @throws DownpourError HISTOGRAM_LAYOUT when the text holds another layout. */
  static decode(text: string): Histogram {
    const histogram = new Histogram();
    histogram.addSparse(readWire(text, assertLayout));
    return histogram;
  }

  /**
   * Adds its counts so many times. A plain loop: the work of each second is mostly this, and runs before it
   * is compiled.
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

  /** Grows the window over the slots, to whole octaves. */
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
    `a histogram of ${lowest} to ${highest}, ${digits} digits cannot be merged into ${layout.name}`,
  );
}
