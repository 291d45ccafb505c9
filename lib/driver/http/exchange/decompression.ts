import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { grouped } from '../../../words.ts';
import type { ResponseHeaders } from '../transport.ts';
import { Fragments } from './fragment-buffer.ts';
import { exchanges } from './limits.ts';

/**
 * The error when a body does not have the encoding that its header gives, has an encoding that Downpour does
 * not support, or becomes too large.
 */
export class DamagedBody extends Error {}

/**
 * Decompresses the bodies of responses, one after the other. A compressed body is kept until it is complete,
 * and then decompressed in one call. Only the synchronous functions of Node.js return in the same iteration
 * of the event loop. They take a tenth of the time of a JavaScript library. A large body would delay other
 * users, so it can be inflated (decompressed) on another thread.
 */
export class Decompression {
  readonly #header: EncodingHeader;
  /** The functions that decode the current body, in order. Empty when the body is not encoded. */
  #inflates: readonly Inflate[] = [];
  readonly #held = new Fragments();
  /** The result when another thread has inflated the body. */
  #inflated: Buffer | DamagedBody | undefined;

  /** `header` is the name of the header that lists the encodings of a body. */
  constructor(header: EncodingHeader) {
    this.#header = header;
  }

  /**
   * Starts a body.
   * @throws DamagedBody for an encoding that Downpour does not support, and for too many encodings.
   */
  begin(headers: ResponseHeaders): void {
    this.#held.drop();
    this.#inflates = [];
    // If a user was stopped while another thread inflated its body, no one has read that result.
    this.#inflated = undefined;
    const named = headers.get(this.#header);
    // Several lines with the same header count as one list (RFC 9110 section 5.3).
    if (named !== undefined) this.#inflates = inflatesOf(headers.all(this.#header).join(), this.#header);
  }

  /**
   * Adds a part of a body. Returns bytes for the handlers, or undefined if the part is kept.
   * @throws DamagedBody
   */
  take(chunk: Buffer): Buffer | undefined {
    if (this.#inflates.length === 0) return chunk;
    if (this.#held.length + chunk.length > exchanges.valueBytesMax)
      throw new DamagedBody(
        `the compressed body of the response has more than ${grouped(exchanges.valueBytesMax)} bytes`,
      );
    this.#held.add(chunk);
    return undefined;
  }

  /** True when the kept body is so large that `inflate` must be called before `end`. */
  get isLarge(): boolean {
    return this.#held.length > exchanges.inflatedHereBytesMax;
  }

  /**
   * Inflates (decompresses) the kept body on another thread. Resolves when `end` can return or throw the
   * result. Large bodies are inflated one after the other, because each may need as much memory as the limit
   * allows.
   */
  async inflate(): Promise<void> {
    const before = lastInflated;
    let release: () => void = () => {};
    lastInflated = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      let bytes = this.#held.take();
      for (const { later } of this.#inflates) bytes = await later(bytes);
      this.#inflated = bytes;
    } catch (error) {
      this.#inflated = damagedBy(error);
    } finally {
      release();
    }
  }

  /** Ends a body. Returns the decompressed body if it was kept. @throws DamagedBody */
  end(): Buffer | undefined {
    const inflated = this.#inflated;
    this.#inflated = undefined;
    if (inflated instanceof DamagedBody) throw inflated;
    if (inflated !== undefined || this.#held.length === 0) return inflated;
    try {
      return this.#inflates.reduce((bytes, { now }) => now(bytes), this.#held.take());
    } catch (error) {
      throw damagedBy(error);
    }
  }
}

/** Resolves when the last large body is inflated. */
let lastInflated: Promise<void> = Promise.resolve();

function damagedBy(error: unknown): DamagedBody {
  const { code, message } = error as NodeJS.ErrnoException;
  return new DamagedBody(
    code === 'ERR_BUFFER_TOO_LARGE'
      ? `the body of the response has more than ${grouped(exchanges.inflatedBytesMax)} bytes when it is decompressed`
      : `the compressed body of the response cannot be decompressed: ${message}`,
  );
}

export type EncodingHeader = 'content-encoding' | 'transfer-encoding';

/** Decodes bytes at once in this thread, or on another thread. */
type Inflate = {
  readonly now: (bytes: Buffer) => Buffer;
  readonly later: (bytes: Buffer) => Promise<Buffer>;
};

const bounded: ZlibOptions = { maxOutputLength: exchanges.inflatedBytesMax };

const gzip: Inflate = {
  now: (bytes) => gunzipSync(bytes, bounded),
  later: (bytes) => onThread((done) => gunzip(bytes, bounded, done)),
};

const inflateByName: { readonly [encoding: string]: Inflate } = {
  gzip,
  'x-gzip': gzip,
  // By RFC 9110 section 8.4.1.2, `deflate` means the zlib format. Some servers leave the zlib header out, so
  // both forms are accepted.
  deflate: {
    now: (bytes) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, bounded),
    later: (bytes) => onThread((done) => (hasZlibHeader(bytes) ? inflate : inflateRaw)(bytes, bounded, done)),
  },
  br: {
    now: (bytes) => brotliDecompressSync(bytes, bounded),
    later: (bytes) => onThread((done) => brotliDecompress(bytes, bounded, done)),
  },
  zstd: { now: inflateFrames, later: inflateFramesLater },
};

const onThread = (work: (done: (error: Error | null, result: Buffer) => void) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    work((error, result) => (error === null ? resolve(result) : reject(error)));
  });

/** The encodings that a request can accept. */
export const encodings: readonly string[] = ['gzip', 'br', 'zstd', 'deflate'];

/**
 * The functions that decode a body. The header lists encodings in the order in which they were applied, so
 * the last one is decoded first.
 */
function inflatesOf(named: string, header: EncodingHeader): readonly Inflate[] {
  const names = named
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !plain.has(name));
  if (names.length > exchanges.encodingsMax)
    throw new DamagedBody(
      `the body of the response has ${names.length} encodings in its ${header}, and at most ${exchanges.encodingsMax} are allowed`,
    );
  return names
    .map((name) => {
      const inflate = Object.hasOwn(inflateByName, name) ? inflateByName[name] : undefined;
      if (inflate === undefined)
        throw new DamagedBody(
          `the body of the response has the ${header} '${name}', which Downpour does not support`,
        );
      return inflate;
    })
    .reverse();
}

/** Transfer codings that need no decoding here. The transport (the socket) has already joined chunks. */
const plain: ReadonlySet<string> = new Set(['', 'identity', 'chunked']);

const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length >= 2 && ((bytes[0] ?? 0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/**
 * A body that consists of several zstd frames (compressed parts). Node.js decompresses only the first frame
 * of its input, and reports where the frame ends.
 */
class Frames {
  readonly #frames: Buffer[] = [];
  readonly #bytes: Buffer;
  #left: number = exchanges.inflatedBytesMax;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The bytes from the next frame on. Undefined after the last frame. @throws Error for too many frames. */
  get next(): Buffer | undefined {
    if (this.#at >= this.#bytes.length) return undefined;
    if (this.#frames.length >= exchanges.zstdFramesMax)
      throw new Error(`the body has more than ${exchanges.zstdFramesMax} zstd frames`);
    return this.#bytes.subarray(this.#at);
  }

  get options(): ZstdOptions {
    return { info: true, maxOutputLength: Math.max(1, this.#left) };
  }

  /** Adds a result of Node.js with the option `info`. The types of Node.js do not describe its shape. */
  add(result: unknown): void {
    const { buffer, engine } = result as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    this.#frames.push(buffer);
    this.#left -= buffer.length;
    this.#at += engine.bytesWritten;
  }

  get content(): Buffer {
    return this.#frames.length === 1 ? (this.#frames[0] as Buffer) : Buffer.concat(this.#frames);
  }
}

function inflateFrames(bytes: Buffer): Buffer {
  const frames = new Frames(bytes);
  for (let next = frames.next; next !== undefined; next = frames.next)
    frames.add(zstdDecompressSync(next, frames.options));
  return frames.content;
}

async function inflateFramesLater(bytes: Buffer): Promise<Buffer> {
  const frames = new Frames(bytes);
  for (let next = frames.next; next !== undefined; next = frames.next)
    frames.add(await onThread((done) => zstdDecompress(next, frames.options, done)));
  return frames.content;
}
