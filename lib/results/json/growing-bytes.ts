/** Builds bytes in a buffer that doubles when it is full. */
export class GrowingBytes {
  bytes: Uint8Array;
  length = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }

  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Adds a byte. The caller must have reserved room for the byte with `reserve` or `copy` before. */
  put(code: number): void {
    this.bytes[this.length] = code;
    this.length += 1;
  }

  /**
   * Copies a part of other bytes, and makes room for one more byte. A call of `set` takes as long as copying
   * some 64 bytes one by one.
   */
  copy(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start + 1);
    const target = this.bytes;
    let to = this.length;
    if (end - start > 64) {
      target.set(from.subarray(start, end), to);
      to += end - start;
    } else {
      for (let at = start; at < end; at += 1) {
        target[to] = from[at]!;
        to += 1;
      }
    }
    this.length = to;
  }
}
