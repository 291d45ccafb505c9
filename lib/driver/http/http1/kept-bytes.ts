const empty = Buffer.alloc(0);

/**
 * The bytes of a head that is not complete, because what is read comes in a buffer that all connections
 * share.
 */
export class KeptBytes {
  bytes: Buffer = empty;
  length = 0;

  /** Keeps a part of what was read, which may be a part of these bytes themselves. */
  keep(bytes: Buffer, from: number, to: number): void {
    if (bytes !== this.bytes) this.#makeRoom(to - from);
    bytes.copy(this.bytes, 0, from, to);
    this.length = to - from;
  }

  /** Adds what came next and answers how many there are now. */
  append(bytes: Buffer, length: number): number {
    this.#makeRoom(this.length + length);
    bytes.copy(this.bytes, this.length, 0, length);
    this.length += length;
    return this.length;
  }

  /** Gives the memory back: thousands of connections wait at once. */
  drop(): void {
    this.bytes = empty;
    this.length = 0;
  }

  /** Doubles, so that a head that comes byte by byte is not copied once for each. */
  #makeRoom(length: number): void {
    if (this.bytes.length >= length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(length, this.bytes.length * 2, bytesMin));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** Most heads fit. */
const bytesMin = 1024;
