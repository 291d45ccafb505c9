import { GrowingBytes } from '../../../json/growing-bytes.ts';
import { joinedValues, noValues, pickedValues, type RawValues } from './raw-values.ts';

const comma = 0x2c;

/**
 * Copies the bytes of values while they pass through a scanner's window. A value may be inside another value.
 */
export class CaptureBuffer {
  readonly #bytes = new GrowingBytes(4096);
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Keys for sorting the values, when their order is not document order. */
  readonly #ranks: number[] = [];
  /** Indexes of the open values, outer values first. */
  readonly #open: number[] = [];
  /** The offset in the window from which the outermost open value has not been copied. */
  #from = 0;

  /** Bytes of all outermost values. */
  get length(): number {
    return this.#bytes.length;
  }

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
    if (this.#open.length > 0) return;
    this.#bytes.copy(bytes, this.#from, at);
    this.#bytes.put(comma);
  }

  /** Copies bytes of the window before they are dropped. */
  passed(bytes: Uint8Array, upTo: number): void {
    if (this.#open.length === 0) return;
    this.#bytes.copy(bytes, this.#from, upTo);
    this.#from = 0;
  }

  values(isRanked: boolean): RawValues {
    if (this.count === 0) return noValues;
    const bytes = this.#bytes.bytes.subarray(0, this.length - 1);
    if (!isRanked) return joinedValues(bytes, this.#starts, this.#ends);
    const order = this.#ranks
      .map((_, value) => value)
      .sort((one, other) => this.#ranks[one]! - this.#ranks[other]!);
    return pickedValues(
      bytes,
      order.map((value) => ({ start: this.#starts[value]!, end: this.#ends[value]! })),
    );
  }
}
