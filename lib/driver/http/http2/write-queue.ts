import { flags, frameHeadBytes, frames } from './protocol.ts';

/** The content of a ping. The answer must repeat it. */
const pingBytes = Buffer.alloc(8);

/** Collects HTTP/2 frames, so that they are written to the socket in one piece. */
export class WriteQueue {
  #buffer = Buffer.allocUnsafeSlow(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the collected frames in a buffer of their own, and empties the queue. */
  take(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    return bytes;
  }

  frame(type: number, flagsThere: number, stream: number, length: number): void {
    this.#reserve(frameHeadBytes + length);
    const buffer = this.#buffer;
    const at = this.#length;
    buffer[at] = length >>> 16;
    buffer[at + 1] = length >>> 8;
    buffer[at + 2] = length;
    buffer[at + 3] = type;
    buffer[at + 4] = flagsThere;
    this.#length = at + 5;
    this.#number(stream);
  }

  bytes(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#reserve(end - start);
    if (start === 0 && end === bytes.length) this.#buffer.set(bytes, this.#length);
    else this.#buffer.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  settings(values: readonly (readonly [setting: number, value: number])[]): void {
    this.frame(frames.settings, 0, 0, values.length * 6);
    for (const [setting, value] of values) {
      this.#buffer.writeUInt16BE(setting, this.#length);
      this.#length += 2;
      this.#number(value);
    }
  }

  acknowledgeSettings(): void {
    this.frame(frames.settings, flags.acknowledges, 0, 0);
  }

  ping(): void {
    this.frame(frames.ping, 0, 0, pingBytes.length);
    this.bytes(pingBytes);
  }

  pong(bytes: Buffer): void {
    this.frame(frames.ping, flags.acknowledges, 0, bytes.length);
    this.bytes(bytes);
  }

  windowUpdate(stream: number, bytes: number): void {
    this.frame(frames.windowUpdate, 0, stream, 4);
    this.#number(bytes);
  }

  resetStream(stream: number, code: number): void {
    this.frame(frames.resetStream, 0, stream, 4);
    this.#number(code);
  }

  /**
   * Writes a GOAWAY frame (no more requests). Its last stream id is 0, because Downpour accepts no stream
   * that the target opens.
   */
  goAway(code: number): void {
    this.frame(frames.goAway, 0, 0, 8);
    this.#number(0);
    this.#number(code);
  }

  #number(value: number): void {
    const buffer = this.#buffer;
    const at = this.#length;
    buffer[at] = value >>> 24;
    buffer[at + 1] = value >>> 16;
    buffer[at + 2] = value >>> 8;
    buffer[at + 3] = value;
    this.#length = at + 4;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
