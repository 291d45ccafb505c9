import { http2 } from '../limits.ts';
import { useHttp1 } from '../protocol.ts';
import { CompressionError } from './compression-error.ts';
import { decodeHuffman } from './huffman.ts';
import { staticLength, staticNames, staticValues } from './static-table.ts';

/**
 * The most bytes of the dynamic table, in which the target puts fields to refer to them later. It is the
 * default of the protocol, so Downpour need not send a setting.
 */
const tableBytesMax = 4096;
/** The bytes that an entry of the dynamic table counts in addition to its name and value. */
const entryBytes = 32;

const scratch = Buffer.allocUnsafeSlow(Math.ceil((http2.headBytesMax * 8) / 5) + 8);

/** Decodes the header blocks that the target sends on one connection, in their order (HPACK). */
export class Decoder {
  /**
   * The dynamic table (fields to which later blocks can refer), oldest entry first. Entries before `#oldest`
   * are removed.
   */
  #names: string[] = [];
  #values: string[] = [];
  #oldest = 0;
  #tableBytes = 0;
  #tableLimit = tableBytesMax;
  /**
   * The latest header block and its fields. Responses of one resource often have equal blocks, which then
   * need no decoding. Both are forgotten when the dynamic table changes.
   */
  #latest: Buffer = Buffer.alloc(0);
  #latestFields: readonly string[] | undefined;
  #changed = false;
  #block: Buffer = this.#latest;
  #at = 0;
  #end = 0;

  /**
   * Decodes a header block to an array of name, value, name, value and so on. A block that equals the
   * previous one returns the same array. Undefined when the fields exceed `http2.headBytesMax`.
   *
   * @throws CompressionError
   */
  decode(block: Buffer, start: number, end: number): readonly string[] | undefined {
    const latest = this.#latest;
    if (this.#latestFields !== undefined && latest.length === end - start) {
      if (latest.compare(block, start, end) === 0) return this.#latestFields;
    }
    this.#block = block;
    this.#at = start;
    this.#end = end;
    this.#changed = false;
    const fields = this.#fields();
    this.#latestFields = this.#changed ? undefined : fields;
    if (!this.#changed) this.#latest = Buffer.from(block.subarray(start, end));
    return fields;
  }

  #fields(): readonly string[] | undefined {
    const fields: string[] = [];
    const block = this.#block;
    let bytes = 0;
    this.#resize();
    while (this.#at < this.#end) {
      const first = block[this.#at]!;
      let name: string;
      let value: string;
      if (first >= 0x80) {
        const index = this.#integer(7);
        name = this.#nameAt(index);
        value = this.#valueAt(index);
      } else {
        const kept = first >= 0x40;
        if (!kept && first >= 0x20)
          throw new CompressionError('a change of the header table size after the first header');
        const index = this.#integer(kept ? 6 : 4);
        name = index === 0 ? this.#text() : this.#nameAt(index);
        value = this.#text();
        if (kept) this.#keep(name, value);
      }
      bytes += name.length + value.length + entryBytes;
      if (bytes <= http2.headBytesMax) fields.push(name, value);
    }
    return bytes <= http2.headBytesMax ? fields : undefined;
  }

  /** Applies changes of the dynamic table's size, which are allowed only at the beginning of a block. */
  #resize(): void {
    while (this.#at < this.#end && (this.#block[this.#at]! & 0xe0) === 0x20) {
      const limit = this.#integer(5);
      if (limit > tableBytesMax)
        throw new CompressionError(
          `a table of ${limit} bytes, and at most ${tableBytesMax} are allowed${useHttp1}`,
        );
      this.#tableLimit = limit;
      this.#evict();
      this.#changed = true;
    }
  }

  #nameAt(index: number): string {
    return index <= staticLength ? staticNames[this.#known(index)]! : this.#names[this.#place(index)]!;
  }

  #valueAt(index: number): string {
    return index <= staticLength ? staticValues[index]! : this.#values[this.#place(index)]!;
  }

  #known(index: number): number {
    if (index === 0) throw new CompressionError('index 0');
    return index;
  }

  /** The position in the arrays for an index of the dynamic table. Index 1 is the newest entry. */
  #place(index: number): number {
    const place = this.#names.length - (index - staticLength);
    if (place < this.#oldest) throw new CompressionError('an index outside of the header tables');
    return place;
  }

  #keep(name: string, value: string): void {
    this.#changed = true;
    this.#names.push(name);
    this.#values.push(value);
    this.#tableBytes += name.length + value.length + entryBytes;
    this.#evict();
  }

  #evict(): void {
    while (this.#tableBytes > this.#tableLimit) {
      const oldest = this.#oldest;
      this.#tableBytes -= this.#names[oldest]!.length + this.#values[oldest]!.length + entryBytes;
      this.#oldest += 1;
    }
    if (this.#oldest < 64 || this.#oldest * 2 < this.#names.length) return;
    this.#names = this.#names.slice(this.#oldest);
    this.#values = this.#values.slice(this.#oldest);
    this.#oldest = 0;
  }

  /** Reads an integer. `bits` is the number of bits that it has in its first byte (RFC 7541 section 5.1). */
  #integer(bits: number): number {
    const full = (1 << bits) - 1;
    let value = this.#byte() & full;
    if (value < full) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new CompressionError('a header with a number that is too long');
  }

  #text(): string {
    const block = this.#block;
    const isCoded = this.#at < this.#end && block[this.#at]! >= 0x80;
    const length = this.#integer(7);
    const start = this.#at;
    const end = start + length;
    if (end > this.#end) throw new CompressionError('a header text that is longer than its block');
    this.#at = end;
    if (!isCoded) return block.toString('latin1', start, end);
    return scratch.toString('latin1', 0, decodeHuffman(block, start, end, scratch));
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new CompressionError('a header block that ends too early');
    return this.#block[this.#at++]!;
  }
}
