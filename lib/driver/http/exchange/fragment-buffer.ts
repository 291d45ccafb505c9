const none = Buffer.alloc(0);

/**
 * Joins the fragments of a value. They are copied, because the transport (the socket) reads the next bytes
 * into the same buffer. A list of fragments would take a hundred bytes for each, and a target may send single
 * bytes.
 */
export class Fragments {
  /** The number of bytes that were added. */
  length = 0;
  #bytes = none;

  add(fragment: Uint8Array): void {
    const length = this.length + fragment.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.length * 2));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    this.#bytes.set(fragment, this.length);
    this.length = length;
  }

  /** Returns the joined bytes, which the caller may keep, and starts another value. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.drop();
    return taken;
  }

  drop(): void {
    this.length = 0;
    this.#bytes = none;
  }
}
