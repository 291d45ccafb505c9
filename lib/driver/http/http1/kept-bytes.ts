const empty = Buffer.alloc(0);

/**
 * Keeps the bytes of a response head that is not complete. They are copied, because all connections read into
 * one buffer.
 */
export class KeptBytes {
  bytes: Buffer = empty;
  length = 0;

  /** Keeps a part of `bytes`, which may be the kept bytes themselves. */
  keep(bytes: Buffer, from: number, to: number): void {
    if (bytes !== this.bytes) this.#makeRoom(to - from);
    bytes.copy(this.bytes, 0, from, to);
    this.length = to - from;
  }

  /** Adds the bytes that arrived next. Returns the number of all kept bytes. */
  append(bytes: Buffer, length: number): number {
    this.#makeRoom(this.length + length);
    bytes.copy(this.bytes, this.length, 0, length);
    this.length += length;
    return this.length;
  }

  /** Frees the memory of the kept bytes, because thousands of connections can wait at the same time. */
  drop(): void {
    this.bytes = empty;
    this.length = 0;
  }

  /**
   * Makes a buffer that is too small at least twice as large. So a head that arrives byte by byte is rarely
   * copied.
   */
  #makeRoom(length: number): void {
    if (this.bytes.length >= length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(length, this.bytes.length * 2, bytesMin));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** The smallest buffer in bytes. Most heads fit into it. */
const bytesMin = 1024;
