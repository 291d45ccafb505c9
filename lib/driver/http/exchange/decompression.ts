import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
  zstdDecompressSync,
} from 'node:zlib';
import type { ResponseHeaders } from '../transport.ts';
import { exchanges } from './limits.ts';

/** The error of a body that does not have the encoding of its header, or that becomes too large. */
export class DamagedBody extends Error {}

/**
 * Decompresses the bodies of responses, one after the other. A compressed body is kept until it is complete,
 * and then decompressed at once. In Node, only the synchronous functions finish in the same turn of the event
 * loop. They take a tenth of the time of a JavaScript library.
 */
export class Decompression {
  readonly #header: EncodingHeader;
  /** The functions that decode the current body, in order. Empty when the body is not encoded. */
  #inflates: readonly Inflate[] = [];
  #held: Buffer[] = [];
  #heldBytes = 0;

  /** `header` is the name of the header that lists the encodings of a body. */
  constructor(header: EncodingHeader) {
    this.#header = header;
  }

  /**
   * Begins a body.
   * @throws DamagedBody for an encoding that Downpour does not support.
   */
  begin(headers: ResponseHeaders): void {
    this.#held = [];
    this.#heldBytes = 0;
    this.#inflates = [];
    const named = headers.get(this.#header);
    // Several lines of a header are one list (RFC 9110 section 5.3).
    if (named !== undefined) this.#inflates = inflatesOf(headers.all(this.#header).join(), this.#header);
  }

  /**
   * Takes a part of a body. Returns bytes for the handlers, or undefined if they are kept.
   * @throws DamagedBody
   */
  take(chunk: Buffer): Buffer | undefined {
    if (this.#inflates.length === 0) return chunk;
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > exchanges.valueBytesMax)
      throw new DamagedBody(`a compressed body has more than ${exchanges.valueBytesMax} bytes`);
    // The bytes are copied, because the transport reads the next chunk into the same buffer.
    this.#held.push(Buffer.from(chunk));
    return undefined;
  }

  /** Ends a body. Returns the decompressed body if it was kept. @throws DamagedBody */
  end(): Buffer | undefined {
    if (this.#heldBytes === 0) return undefined;
    const [first, ...more] = this.#held;
    let bytes = first === undefined || more.length > 0 ? Buffer.concat(this.#held) : first;
    this.#held = [];
    this.#heldBytes = 0;
    try {
      for (const inflate of this.#inflates) bytes = inflate(bytes);
      return bytes;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new DamagedBody(
        code === 'ERR_BUFFER_TOO_LARGE'
          ? `a compressed body becomes more than ${exchanges.inflatedBytesMax} bytes`
          : `a compressed body cannot be inflated: ${message}`,
      );
    }
  }
}

export type EncodingHeader = 'content-encoding' | 'transfer-encoding';

type Inflate = (bytes: Buffer) => Buffer;

const bounded: ZlibOptions = { maxOutputLength: exchanges.inflatedBytesMax };

const inflateByName: { readonly [encoding: string]: Inflate } = {
  gzip: (bytes) => gunzipSync(bytes, bounded),
  'x-gzip': (bytes) => gunzipSync(bytes, bounded),
  // By RFC 9110 section 8.4.1.2, `deflate` means the zlib format. Some servers leave the zlib header out.
  deflate: (bytes) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, bounded),
  br: (bytes) => brotliDecompressSync(bytes, bounded),
  zstd: inflateFrames,
};

/** The encodings that a request can accept. */
export const encodings: readonly string[] = ['gzip', 'br', 'zstd', 'deflate'];

/** The functions that decode a body. The encoding that was applied last is decoded first. */
function inflatesOf(named: string, header: EncodingHeader): readonly Inflate[] {
  return named
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !plain.has(name))
    .map((name) => {
      const inflate = Object.hasOwn(inflateByName, name) ? inflateByName[name] : undefined;
      if (inflate === undefined)
        throw new DamagedBody(`a body has the ${header} '${name}', which Downpour does not support`);
      return inflate;
    })
    .reverse();
}

/** These codings need no decoding here. The transport has already joined the chunks. */
const plain: ReadonlySet<string> = new Set(['', 'identity', 'chunked']);

const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/**
 * Decompresses a body of several zstd frames. Node decompresses the first frame of its input and reports
 * where the frame ends.
 */
function inflateFrames(bytes: Buffer): Buffer {
  const frames: Buffer[] = [];
  let left: number = exchanges.inflatedBytesMax;
  for (let at = 0; at < bytes.length; ) {
    if (frames.length >= exchanges.zstdFramesMax)
      throw new Error(`more than ${exchanges.zstdFramesMax} frames`);
    // With the option `info`, the result has this shape. The types of Node do not describe it.
    const { buffer, engine } = zstdDecompressSync(bytes.subarray(at), {
      info: true,
      maxOutputLength: Math.max(1, left),
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    frames.push(buffer);
    left -= buffer.length;
    at += engine.bytesWritten;
  }
  return frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames);
}
