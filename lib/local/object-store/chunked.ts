import { ProtocolError } from '../protocol/protocol-error.ts';

const lineBytesMax = 8192;

/**
 * Decodes a body in `aws-chunked` form, in pieces of any size: `hex-size[;extensions] CRLF data CRLF ... 0
 * CRLF trailers CRLF`. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export class ChunkedBody {
  /** The trailers with lower-case names, complete after `end`. */
  readonly trailers: Record<string, string> = {};
  #state: 'size' | 'data' | 'dataEnd' | 'trailer' = 'size';
  /** The received beginning of an incomplete line. */
  #line: Buffer = Buffer.alloc(0);
  /** The number of bytes of the current chunk that are still missing. */
  #missing = 0;

  /**
   * Decodes the data in a piece.
   * @throws ProtocolError (400) for broken framing.
   */
  *decode(piece: Buffer): Generator<Buffer> {
    let rest = piece;
    while (rest.length > 0) {
      if (this.#state !== 'data') {
        rest = this.#takeLine(rest);
        continue;
      }
      const data = rest.subarray(0, this.#missing);
      rest = rest.subarray(data.length);
      this.#missing -= data.length;
      if (this.#missing === 0) this.#state = 'dataEnd';
      yield data;
    }
  }

  /**
   * Ends the body.
   * @throws ProtocolError (400) when the last chunk is missing.
   */
  end(): void {
    if (this.#state !== 'trailer') throw new ProtocolError(400, 'IncompleteBody');
  }

  #takeLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(10);
    const taken = end === -1 ? bytes : bytes.subarray(0, end + 1);
    this.#line = Buffer.concat([this.#line, taken]);
    if (this.#line.length > lineBytesMax) throw new ProtocolError(400, 'InvalidChunkSizeError');
    if (end !== -1) {
      this.#readLine(this.#line.toString('latin1').trimEnd());
      this.#line = Buffer.alloc(0);
    }
    return bytes.subarray(taken.length);
  }

  #readLine(line: string): void {
    if (this.#state === 'trailer') {
      const colon = line.indexOf(':');
      if (colon > 0) this.trailers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
      return;
    }
    if (this.#state === 'dataEnd') {
      if (line !== '') throw new ProtocolError(400, 'InvalidChunkSizeError');
      this.#state = 'size';
      return;
    }
    if (!/^[0-9a-f]{1,10}(;.*)?$/i.test(line)) throw new ProtocolError(400, 'InvalidChunkSizeError');
    this.#missing = Number.parseInt(line, 16);
    this.#state = this.#missing === 0 ? 'trailer' : 'data';
  }
}
