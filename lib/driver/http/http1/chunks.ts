import { colon, cr, isBlank, lf, nine, semicolon, tokenByte, valueByte, zero } from './bytes.ts';
import { ResponseRefused } from './failures.ts';
import { responses } from './limits.ts';

/** The parts of the chunked format that the parser can read next. */
const part = {
  firstDigit: 0,
  digit: 1,
  blank: 2,
  extension: 3,
  lineFeed: 4,
  data: 5,
  dataReturn: 6,
  dataLineFeed: 7,
  trailer: 8,
  trailerName: 9,
  trailerValue: 10,
  trailerLineFeed: 11,
  lastLineFeed: 12,
  done: 13,
} as const;

const { chunkLineBytesMax, trailerBytesMax } = responses;

/**
 * Reads a body in the chunked transfer coding (RFC 9112 section 7.1): pieces that are preceded by their size.
 * Outside the data, it reads byte by byte. Extensions and trailers are checked and ignored. Each line must
 * end with CRLF. Blanks after a size are accepted, because some servers send them.
 */
export class Chunks {
  /** The number of bytes of the current chunk that the caller has not read yet. */
  left = 0;
  problem: ResponseRefused | undefined;
  #part: number = part.firstDigit;
  /** The length of the current size line so far, or of the trailers so far, in bytes. */
  #lineBytes = 0;

  get done(): boolean {
    return this.#part === part.done;
  }

  begin(): void {
    this.left = 0;
    this.problem = undefined;
    this.#part = part.firstDigit;
    this.#lineBytes = 0;
  }

  /**
   * Reads from `start` up to the next data, the end of the body or `end`. Returns the offset that it reached.
   * When `left` is above 0, data begins at that offset, and the caller reports by `take` how many bytes it
   * has used. `problem` is the reason when the body is refused.
   */
  read(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && this.#part !== part.data && this.#part !== part.done) {
      const byte = bytes[at]!;
      at += 1;
      this.#lineBytes += 1;
      if (this.#part < part.data) this.#inSizeLine(byte);
      else if (this.#part < part.trailer) this.#behindData(byte);
      else this.#inTrailers(byte);
      if (this.problem !== undefined) return at;
    }
    return at;
  }

  take(length: number): void {
    this.left -= length;
    if (this.left === 0) this.#part = part.dataReturn;
  }

  #inSizeLine(byte: number): void {
    if (this.#lineBytes > chunkLineBytesMax) this.#refuse('the line with the size of a chunk is too long');
    else if (this.#part <= part.digit) this.#inSize(byte);
    else if (this.#part === part.blank) {
      if (byte === semicolon) this.#part = part.extension;
      else if (byte === cr) this.#part = part.lineFeed;
      else if (!isBlank(byte)) this.#refuse('something other than an extension after the size of a chunk');
    } else if (this.#part === part.extension) {
      if (byte === cr) this.#part = part.lineFeed;
      else if (valueByte[byte] !== 1) this.#refuse('a control character in the extension of a chunk');
    } else if (byte !== lf) this.#refuse('a CR without an LF after the size of a chunk');
    else {
      this.#lineBytes = 0;
      this.#part = this.left > 0 ? part.data : part.trailer;
    }
  }

  #inSize(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.left = this.left * 16 + digit;
      this.#part = part.digit;
      if (this.left > Number.MAX_SAFE_INTEGER) this.#refuse('the size of a chunk is too large');
    } else if (this.#part === part.firstDigit) this.#refuse('a chunk without a size');
    else if (byte === cr) this.#part = part.lineFeed;
    else if (byte === semicolon) this.#part = part.extension;
    else if (isBlank(byte)) this.#part = part.blank;
    else this.#refuse('the size of a chunk is not a number');
  }

  #behindData(byte: number): void {
    if (this.#part === part.dataReturn && byte === cr) this.#part = part.dataLineFeed;
    else if (this.#part === part.dataLineFeed && byte === lf) this.#part = part.firstDigit;
    else this.#refuse('a chunk is longer than its size');
  }

  #inTrailers(byte: number): void {
    if (this.#lineBytes > trailerBytesMax)
      this.#refuseTrailer(`trailers of more than ${trailerBytesMax} bytes`);
    else if (this.#part === part.trailer && byte === cr) this.#part = part.lastLineFeed;
    else if (this.#part === part.trailer && tokenByte[byte] === 1) this.#part = part.trailerName;
    // A line that begins with white space continues the previous trailer (obs-fold).
    else if (this.#part === part.trailer && isBlank(byte) && this.#lineBytes > 1)
      this.#part = part.trailerValue;
    else if (this.#part === part.trailerName && byte === colon) this.#part = part.trailerValue;
    else if (this.#part === part.trailerName && tokenByte[byte] === 1) return;
    else if (this.#part === part.trailerValue && byte === cr) this.#part = part.trailerLineFeed;
    else if (this.#part === part.trailerValue && valueByte[byte] === 1) return;
    else if (this.#part === part.trailerLineFeed && byte === lf) this.#part = part.trailer;
    else if (this.#part === part.lastLineFeed && byte === lf) this.#part = part.done;
    else this.#refuseTrailer('a trailer line that is not a header field');
  }

  #refuse(what: string): void {
    this.problem = new ResponseRefused('HTTP1_CHUNK', what);
  }

  #refuseTrailer(what: string): void {
    this.problem = new ResponseRefused('HTTP1_TRAILER', what);
  }
}

function hexDigit(byte: number): number {
  if (byte >= zero && byte <= nine) return byte - zero;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}
