/**
 * A buffer of bytes that grows. Numbers are written in the variable-length code LEB128: seven bits in each
 * byte, the lowest first. They are exact up to 2^53.
 */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Writes a whole number that is not negative. */
  number(value: number): void {
    this.#reserve(numberBytesMax);
    const bytes = this.#bytes;
    let rest = value;
    while (rest >= 2 ** 31) {
      bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[this.#length++] = rest;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Writes a number in two bytes, the lower byte first. */
  short(value: number): void {
    this.#reserve(2);
    this.#bytes[this.#length++] = value & 255;
    this.#bytes[this.#length++] = value >>> 8;
  }

  /** Writes a number in four bytes, the lowest byte first. */
  word(value: number): void {
    this.short(value & 0xffff);
    this.short(value >>> 16);
  }

  /** Replaces two bytes that `short` wrote earlier. */
  shortAt(at: number, value: number): void {
    this.#bytes[at] = value & 255;
    this.#bytes[at + 1] = value >>> 8;
  }

  /** Writes the length of a text, and then the text. */
  text(text: string): void {
    const bytes = Buffer.from(text);
    this.number(bytes.length);
    this.append(bytes);
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The written bytes, without a copy. The next call of any function of the writer may change them. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  copy(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** The most bytes of one number: 2^53 in groups of seven bits. */
const numberBytesMax = 8;

/** Reads the bytes of a `ByteWriter`. Reading past the end throws. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw damaged();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  short(): number {
    const [low, high] = [this.bytes[this.at], this.bytes[this.at + 1]];
    if (low === undefined || high === undefined) throw damaged();
    this.at += 2;
    return low + high * 256;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw damaged();
    return byte;
  }

  word(): number {
    return this.short() + this.short() * 0x10000;
  }

  text(): string {
    return Buffer.from(this.take(this.number())).toString('utf8');
  }

  /** Returns the next bytes without copying them. */
  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw damaged();
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }
}

export const damaged = (): Error => new Error('the stored measurements of a load generator are damaged');
