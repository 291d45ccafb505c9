import { paddingOf } from './frame-reader.ts';
import { CompressionError } from './hpack/compression-error.ts';
import { Decoder } from './hpack/decoder.ts';
import { http2 } from './limits.ts';
import { ConnectionFault, codes, flags } from './protocol.ts';

/**
 * The decoded fields of one header block (the head of a response, or trailers). `fields` is undefined when
 * the block is too large.
 */
export type Assembled = {
  stream: number;
  endsStream: boolean;
  fields: readonly string[] | undefined;
};

/** Joins a HEADERS frame and the CONTINUATION frames that follow it to one header block. */
export class HeadAssembler {
  readonly #decoder = new Decoder();
  /** The header block that was completed last. Each block is written to the same object. */
  readonly #result: Assembled = { stream: 0, endsStream: false, fields: undefined };
  #parts: Buffer[] = [];
  #bytes = 0;
  #waits = false;

  /**
   * True when a header block has begun and is not complete. Until then, only CONTINUATION frames are allowed.
   */
  get waits(): boolean {
    return this.#waits;
  }

  /**
   * Adds a HEADERS frame.
   * @returns the header block when the frame completes it. It is valid until the next block.
   */
  headers(
    stream: number,
    flagsThere: number,
    bytes: Buffer,
    from: number,
    to: number,
  ): Assembled | undefined {
    const padded = (flagsThere & flags.padded) !== 0;
    const end = padded ? to - paddingOf(bytes, from, to - from) : to;
    const start = from + (padded ? 1 : 0) + ((flagsThere & flags.priority) !== 0 ? 5 : 0);
    if (start > end) throw new ConnectionFault(codes.FRAME_SIZE_ERROR, 'a HEADERS frame that is too short');
    const result = this.#result;
    result.stream = stream;
    result.endsStream = (flagsThere & flags.endsStream) !== 0;
    if ((flagsThere & flags.endsHeaders) !== 0) return this.#decode(bytes, start, end);
    this.#waits = true;
    this.#parts = [];
    this.#bytes = 0;
    this.#add(bytes, start, end);
    return undefined;
  }

  continuation(
    stream: number,
    flagsThere: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): Assembled | undefined {
    if (!this.#waits || stream !== this.#result.stream)
      throw new ConnectionFault(codes.PROTOCOL_ERROR, 'a CONTINUATION frame without its HEADERS frame');
    this.#add(bytes, start, end);
    if ((flagsThere & flags.endsHeaders) === 0) return undefined;
    this.#waits = false;
    const block = Buffer.concat(this.#parts);
    this.#parts = [];
    return this.#decode(block, 0, block.length);
  }

  #add(bytes: Buffer, start: number, end: number): void {
    this.#parts.push(Buffer.from(bytes.subarray(start, end)));
    // Every frame counts as 16 bytes more. Otherwise a target could send any number of empty frames.
    this.#bytes += end - start + 16;
    if (this.#bytes > http2.headBytesMax)
      throw new ConnectionFault(codes.ENHANCE_YOUR_CALM, `headers of more than ${http2.headBytesMax} bytes`);
  }

  #decode(bytes: Buffer, start: number, end: number): Assembled {
    try {
      this.#result.fields = this.#decoder.decode(bytes, start, end);
    } catch (error) {
      if (!(error instanceof CompressionError)) throw error;
      throw new ConnectionFault(codes.COMPRESSION_ERROR, `compressed headers (HPACK) with ${error.message}`);
    }
    return this.#result;
  }
}
