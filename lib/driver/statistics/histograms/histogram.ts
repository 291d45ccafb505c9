import { Float64Histogram } from 'hdr-histogram-js';
import { DownpourError } from '../../../errors.ts';
import { ByteWriter } from '../wire/bytes.ts';
import { layout, octaveSlots, slotOf } from './layout.ts';
import type { Sparse } from './sparse.ts';
import { readWire, type WireHead, wireText } from './wire.ts';

/**
 * Counts of the one layout. The `recordValue` of hdr-histogram-js costs four to eight times this one (bench/record.ts)
 * and its counts always take 30 KB, so recording and adding are done here, in a window of whole octaves that grows to the
 * values seen. Recording into a window that covers the value allocates nothing.
 */
export class Histogram {
  /** Number of recorded values. */
  count = 0;
  #low = 0;
  #counts: Uint32Array | Float64Array = none;

  /** Nanoseconds. At most 2^32 values; beyond that histograms are added, not recorded. */
  record(ns: number): void {
    const slot = slotOf(ns);
    if (slot < this.#low || slot >= this.#low + this.#counts.length) this.#cover(slot, slot);
    this.#counts[slot - this.#low]! += 1;
    this.count += 1;
  }

  add(other: Histogram): void {
    // While the total fits into 32 bits, so does every slot.
    if (this.count + other.count > uint32Max) this.#widen();
    this.#coverValuesOf(other);
    other.each((slot, count) => {
      this.#counts[slot - this.#low]! += count;
    });
    this.count += other.count;
  }

  /** The same for one that was read from its bytes. */
  addSparse({ slots, counts, length, total }: Sparse): void {
    if (length === 0) return;
    if (this.count + total > uint32Max) this.#widen();
    this.#cover(slots[0]!, slots[length - 1]!);
    const [own, low] = [this.#counts, this.#low];
    for (let at = 0; at < length; at += 1) own[slots[at]! - low]! += counts[at]!;
    this.count += total;
  }

  /** Writes what `Sparse.read` reads; nothing when nothing was recorded. */
  write(bytes: ByteWriter): void {
    const counts = this.#counts;
    let empty = this.#low;
    for (let at = 0; at < counts.length; at += 1) {
      const count = counts[at]!;
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

  /** Takes away what was added before. */
  subtract(other: Histogram): void {
    other.each((slot, count) => {
      this.#counts[slot - this.#low]! -= count;
    });
    this.count -= other.count;
  }

  /** Forgets the values and keeps the window, so that a recycled histogram records without allocating. */
  clear(): void {
    this.#counts.fill(0);
    this.count = 0;
  }

  /** Every slot that has values, from the lowest up. */
  each(visit: (slot: number, count: number) => void): void {
    for (let at = 0; at < this.#counts.length; at += 1) {
      const count = this.#counts[at]!;
      if (count > 0) visit(this.#low + at, count);
    }
  }

  /** V2 compressed Base64, the standard form of all HdrHistogram libraries; undefined when nothing was recorded. */
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

  /** The same counts as an hdr-histogram-js histogram, for its iterators. */
  toLibrary(): Float64Histogram {
    const library = new Float64Histogram(layout.lowestNs, layout.highestNs, layout.significantDigits);
    this.each((slot, count) => library.setCountAtIndex(slot, count));
    library.establishInternalTackingValues();
    return library;
  }

  #coverValuesOf(other: Histogram): void {
    const first = other.#counts.findIndex(isUsed);
    if (first >= 0) this.#cover(other.#low + first, other.#low + other.#counts.findLastIndex(isUsed));
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

function isUsed(count: number): boolean {
  return count > 0;
}

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
