const empty = Buffer.alloc(0);

/**
 * The bytes of a head that is not complete. They are copied, because all connections share the buffer for
 * reading.
 */
export class KeptBytes {
  bytes: Buffer = empty;
  length = 0;

  /** Keeps a part of the bytes that were read. They may be a part of the kept bytes themselves. */
  keep(bytes: Buffer, from: number, to: number): void {
    if (bytes !== this.bytes) this.#makeRoom(to - from);
    bytes.copy(this.bytes, 0, from, to);
    this.length = to - from;
  }

  /** Adds the bytes that came next. Returns the number of bytes that are kept now. */
  append(bytes: Buffer, length: number): number {
    this.#makeRoom(this.length + length);
    bytes.copy(this.bytes, this.length, 0, length);
    this.length += length;
    return this.length;
  }

  /** Frees the memory, because thousands of connections can wait at the same time. */
  drop(): void {
    this.bytes = empty;
    this.length = 0;
  }

  /** At least doubles the buffer, so that a head that comes byte by byte is not copied for each byte. */
  #makeRoom(length: number): void {
    if (this.bytes.length >= length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(length, this.bytes.length * 2, bytesMin));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** Most heads fit into this size. */
const bytesMin = 1024;
