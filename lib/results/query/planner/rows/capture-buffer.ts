import { joinedValues, noValues, pickedValues, type RawValues } from './raw-values.ts';

const comma = 0x2c;

/** Keeps the bytes of values while they pass through a scanner's window. A value may lie in another one. */
export class CaptureBuffer {
  /** Bytes of all values that lie in no other. */
  length = 0;
  #bytes = new Uint8Array(4096);
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Keys to sort the values by, when their order is not that of the document. */
  readonly #ranks: number[] = [];
  /** Indexes of the values that are open, outer ones first. */
  readonly #open: number[] = [];
  /** The place in the window where the bytes of the outermost open value go on. */
  #from = 0;

  get count(): number {
    return this.#starts.length;
  }

  open(at: number, rank: number): void {
    if (this.#open.length === 0) this.#from = at;
    this.#open.push(this.#starts.length);
    this.#starts.push(this.length + at - this.#from);
    this.#ends.push(0);
    this.#ranks.push(rank);
  }

  close(bytes: Uint8Array, at: number): void {
    const value = this.#open.pop();
    if (value === undefined) throw new Error('no value is open');
    this.#ends[value] = this.length + at - this.#from;
    if (this.#open.length === 0) this.#put(bytes, this.#from, at, true);
  }

  /** The bytes of the window before a place are about to go. */
  passed(bytes: Uint8Array, upTo: number): void {
    if (this.#open.length === 0) return;
    this.#put(bytes, this.#from, upTo, false);
    this.#from = 0;
  }

  values(isRanked: boolean): RawValues {
    if (this.count === 0) return noValues;
    const bytes = this.#bytes.subarray(0, this.length - 1);
    if (!isRanked) return joinedValues(bytes, this.#starts, this.#ends);
    const order = this.#ranks
      .map((_, value) => value)
      .sort((one, other) => this.#ranks[one]! - this.#ranks[other]!);
    return pickedValues(
      bytes,
      order.map((value) => ({ start: this.#starts[value]!, end: this.#ends[value]! })),
    );
  }

  #put(bytes: Uint8Array, start: number, end: number, isWhole: boolean): void {
    const needed = this.length + end - start + 1;
    if (needed > this.#bytes.length) this.#grow(needed);
    const target = this.#bytes;
    let to = this.length;
    if (end - start > 64) {
      target.set(bytes.subarray(start, end), to);
      to += end - start;
    } else {
      for (let at = start; at < end; at += 1) {
        target[to] = bytes[at]!;
        to += 1;
      }
    }
    if (isWhole) {
      target[to] = comma;
      to += 1;
    }
    this.length = to;
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
  }
}
