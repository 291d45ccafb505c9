import { gunzipSync } from 'node:zlib';
import { grouped } from '../../../../words.ts';
import { exchanges } from '../../../http/exchange/limits.ts';
import { lazily } from '../../lazy-modules.ts';
import { scenarios } from '../../limits.ts';
import type { Gunzip } from './gunzip-library.ts';

/** The library that decompresses (inflates) gzip. It must be loaded before data is inflated. */
export const gunzip = lazily('the inflator', () => import('./gunzip-library.ts'));

/** The error when data is not gzip, is cut off, or becomes too large. */
export class DamagedGzip extends Error {}

/**
 * Decompresses (inflates) gzip data that arrives in fragments. Several gzip streams in a row are one value,
 * and zeros after them are ignored. Small values are inflated at once, which takes a tenth of the time.
 * Larger values are inflated in pieces as they arrive.
 */
export class Inflation {
  #held: Buffer[] = [];
  #heldBytes = 0;
  #stream: Gunzip | undefined;
  #inflated: Buffer[] = [];
  #inflatedBytes = 0;
  /** True after the last gzip stream, when only zeros follow. */
  #over = false;

  begin(): void {
    this.#held = [];
    this.#heldBytes = 0;
    this.#stream = undefined;
    this.#inflated = [];
    this.#inflatedBytes = 0;
    this.#over = false;
  }

  /**
   * Reads a fragment and returns its inflated pieces.
   * @throws DamagedGzip
   */
  *take(bytes: Buffer, last: boolean): Generator<Buffer> {
    if (this.#stream !== undefined) yield* this.#takePieces(bytes, last);
    else {
      if (bytes.length > 0) this.#held.push(bytes);
      this.#heldBytes += bytes.length;
      if (this.#heldBytes <= scenarios.gzipHeldBytesMax) {
        if (last && this.#heldBytes > 0) yield whole(Buffer.concat(this.#held));
        return;
      }
      this.#stream = new gunzip.module.Gunzip((inflated) => {
        if (inflated.length > 0) this.#inflated.push(bufferOf(inflated));
      });
      yield* this.#takePieces(Buffer.concat(this.#held), last);
      this.#held = [];
    }
  }

  *#takePieces(bytes: Buffer, last: boolean): Generator<Buffer> {
    const { gzipPieceBytes } = scenarios;
    const { inflatedBytesMax } = exchanges;
    // The loop also runs once for the end of the data, even if no bytes are left.
    for (let at = 0; !this.#over && (at < bytes.length || (last && at === 0)); at += gzipPieceBytes) {
      this.#push(bytes.subarray(at, at + gzipPieceBytes), last && at + gzipPieceBytes >= bytes.length);
      for (const inflated of this.#inflated) {
        this.#inflatedBytes += inflated.length;
        if (this.#inflatedBytes > inflatedBytesMax) throw tooMuch();
        yield inflated;
      }
      this.#inflated = [];
    }
  }

  #push(bytes: Buffer, last: boolean): void {
    try {
      this.#stream?.push(bytes, last);
    } catch (error) {
      const { code } = error as { code?: number };
      const isBehindMember = this.#inflatedBytes + this.#inflated.length > 0;
      this.#over =
        code === gunzip.module.FlateErrorCode.InvalidHeader && isBehindMember && bytes.at(-1) === 0;
      if (!this.#over) throw damaged(error);
    }
  }
}

function whole(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: exchanges.inflatedBytesMax });
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooMuch() : damaged(error);
  }
}

const tooMuch = (): DamagedGzip =>
  new DamagedGzip(
    `the gzip data of a response has more than ${grouped(exchanges.inflatedBytesMax)} bytes when it is decompressed`,
  );

const damaged = (error: unknown): DamagedGzip =>
  new DamagedGzip(`the gzip data of a response cannot be decompressed: ${(error as Error).message}`);

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
