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

/** A body that is not what its header says, or becomes too much. */
export class DamagedBody extends Error {}

/**
 * Inflates the bodies of responses, one after the other. A compressed body is held until it is complete and
 * inflated in one go: Node has no other way that does not leave the event loop, and it takes a tenth of the
 * time of one in JavaScript.
 */
export class Inflation {
  readonly #header: EncodingHeader;
  /** What undoes the encodings of the present body, in this order. Empty: it is not encoded. */
  #inflates: readonly Inflate[] = [];
  #held: Buffer[] = [];
  #heldBytes = 0;

  /** `header` says how a body is encoded. */
  constructor(header: EncodingHeader) {
    this.#header = header;
  }

  /** @throws DamagedBody for an encoding that nobody knows. */
  begin(headers: ResponseHeaders): void {
    this.#held = [];
    this.#heldBytes = 0;
    this.#inflates = [];
    const named = headers.get(this.#header);
    // Several lines are one list (RFC 9110 section 5.3).
    if (named !== undefined) this.#inflates = inflatesOf(headers.all(this.#header).join(), this.#header);
  }

  /** The body so far as handlers read it; undefined while it is held. @throws DamagedBody */
  take(chunk: Buffer): Buffer | undefined {
    if (this.#inflates.length === 0) return chunk;
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > exchanges.valueBytesMax)
      throw new DamagedBody(`a compressed body has more than ${exchanges.valueBytesMax} bytes`);
    // The transport reads the next chunk into the same place.
    this.#held.push(Buffer.from(chunk));
    return undefined;
  }

  /** What was held of a body that is complete. @throws DamagedBody */
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
  // RFC 9110 section 8.4.1.2 means the zlib format; some servers leave it out.
  deflate: (bytes) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, bounded),
  br: (bytes) => brotliDecompressSync(bytes, bounded),
  zstd: inflateFrames,
};

/** What a request can ask for. */
export const encodings: readonly string[] = ['gzip', 'br', 'zstd', 'deflate'];

/** The last one that was applied is undone first. */
function inflatesOf(named: string, header: EncodingHeader): readonly Inflate[] {
  return named
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !plain.has(name))
    .map((name) => {
      const inflate = Object.hasOwn(inflateByName, name) ? inflateByName[name] : undefined;
      if (inflate === undefined)
        throw new DamagedBody(`a body has the ${header} '${name}', which is not known here`);
      return inflate;
    })
    .reverse();
}

/** The transport has put chunks together already. */
const plain: ReadonlySet<string> = new Set(['', 'identity', 'chunked']);

const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/** Of several frames Node inflates the first one and says where it ends. */
function inflateFrames(bytes: Buffer): Buffer {
  const frames: Buffer[] = [];
  let left: number = exchanges.inflatedBytesMax;
  for (let at = 0; at < bytes.length; ) {
    if (frames.length >= exchanges.zstdFramesMax)
      throw new Error(`more than ${exchanges.zstdFramesMax} frames`);
    // With `info` the answer has this shape, and the types do not say so.
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
