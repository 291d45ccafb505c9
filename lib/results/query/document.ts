import type { readTape } from '../json/read-tape.ts';

/** The reader of a tape, which comes from the caller: most functions that know documents read none. */
type Read = typeof readTape;

/**
 * A JSON document for queries of both dialects. It is read when a query needs it, and then kept as a tape.
 */
export class Document {
  readonly bytes: Uint8Array;
  #tape: ReturnType<Read> | undefined;
  #enclosed: Document | undefined;

  /** @param bytes UTF-8, with or without a byte order mark. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** A document from a value instead of a text. */
  static of(value: unknown): Document {
    return new Document(new TextEncoder().encode(JSON.stringify(value)));
  }

  tape(read: Read): ReturnType<Read> {
    this.#tape ??= read(this.bytes);
    return this.#tape;
  }

  /** An array whose only element is this document. */
  get enclosed(): Document {
    const isMarked = this.bytes[0] === 0xef;
    this.#enclosed ??= new Document(
      Buffer.concat([Buffer.of(0x5b), this.bytes.subarray(isMarked ? 3 : 0), Buffer.of(0x5d)]),
    );
    return this.#enclosed;
  }
}
