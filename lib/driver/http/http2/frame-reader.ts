import { ConnectionFault, codes, flags, frameHeadBytes, frames, initialFrameBytesMax } from './protocol.ts';

/**
 * Receives the frames of an HTTP/2 connection in their order. All arguments are valid only during the call.
 */
export type FrameSink = {
  /** True when the connection is over, so that no more frames are read. */
  readonly over: boolean;
  /** Receives a whole frame with its payload, of any type except DATA. */
  frame(type: number, flagsThere: number, stream: number, bytes: Buffer, start: number, end: number): void;
  /**
   * Called when a DATA frame (content of a response) begins. `length` is the length that flow control counts.
   */
  dataFrame(stream: number, length: number): void;
  /** Called with a part of the content of the DATA frame. */
  data(content: Buffer): void;
  /** Called when the DATA frame is complete and was the last frame of the response. */
  dataEnd(): void;
};

/**
 * Divides the bytes of an HTTP/2 connection into frames. The bytes arrive in pieces of any size. The content
 * of a DATA frame is passed on as it arrives. Any other frame is kept until it is complete, so it needs at
 * most the memory of the largest frame.
 */
export class FrameReader {
  readonly #sink: FrameSink;
  /** The beginning of a frame that is not complete yet. */
  #held: Buffer | undefined;
  /** The number of content bytes of the current DATA frame that have not arrived yet. */
  #content = 0;
  #padding = 0;
  #endsStream = false;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  /**
   * Reads the next bytes.
   * @throws ConnectionFault when a frame or its padding is too long, or when the receiver of the frames
   * refuses a frame.
   */
  read(chunk: Buffer, chunkLength: number): void {
    const sink = this.#sink;
    const held = this.#held;
    const bytes = held === undefined ? chunk : Buffer.concat([held, chunk.subarray(0, chunkLength)]);
    const length = held === undefined ? chunkLength : bytes.length;
    this.#held = undefined;
    let at = 0;
    while (!sink.over && at < length) {
      if (this.#content + this.#padding > 0) {
        at = this.#readData(bytes, at, length);
        continue;
      }
      const start = at + frameHeadBytes;
      if (start > length) break;
      const size = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
      if (size > initialFrameBytesMax)
        throw new ConnectionFault(
          codes.FRAME_SIZE_ERROR,
          `a frame of ${size} bytes, and at most ${initialFrameBytesMax} are allowed`,
        );
      const type = bytes[at + 3]!;
      const flagsThere = bytes[at + 4]!;
      const stream = bytes.readUInt32BE(at + 5) & 0x7fff_ffff;
      if (type === frames.data) {
        const padded = (flagsThere & flags.padded) !== 0;
        if (padded && size > 0 && start === length) break;
        at = start + (padded ? 1 : 0);
        this.#begin(stream, size, padded ? paddingOf(bytes, start, size) : undefined, flagsThere);
      } else {
        const end = start + size;
        if (end > length) break;
        sink.frame(type, flagsThere, stream, bytes, start, end);
        at = end;
      }
    }
    if (at < length && !sink.over) this.#held = Buffer.from(bytes.subarray(at, length));
  }

  /**
   * Starts a DATA frame. `padding` is the length of its padding, or undefined when the frame has no field for
   * it.
   */
  #begin(stream: number, size: number, padding: number | undefined, flagsThere: number): void {
    this.#endsStream = (flagsThere & flags.endsStream) !== 0;
    this.#padding = padding ?? 0;
    this.#content = padding === undefined ? size : size - 1 - padding;
    this.#sink.dataFrame(stream, size);
    if (this.#content + this.#padding === 0) this.#finish();
  }

  #readData(bytes: Buffer, from: number, length: number): number {
    let at = from;
    if (this.#content > 0) {
      const end = Math.min(length, at + this.#content);
      this.#content -= end - at;
      this.#sink.data(bytes.subarray(at, end));
      at = end;
    }
    if (this.#content > 0) return at;
    const skipped = Math.min(length - at, this.#padding);
    this.#padding -= skipped;
    if (this.#padding === 0) this.#finish();
    return at + skipped;
  }

  #finish(): void {
    if (this.#endsStream && !this.#sink.over) this.#sink.dataEnd();
  }
}

/** The length of a frame's padding. The first byte of the payload gives it. */
export function paddingOf(bytes: Buffer, start: number, length: number): number {
  const padding = length === 0 ? 0 : bytes[start]!;
  if (padding >= length)
    throw new ConnectionFault(codes.PROTOCOL_ERROR, 'a frame with more padding than it is long');
  return padding;
}
