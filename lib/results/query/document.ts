import type { readTape } from '../json/tape/build-tape.ts';

/**
 * The function that reads a document to a tape, the offsets of its tokens. Callers pass this function, so
 * that other code which handles documents does not load it.
 */
type Read = typeof readTape;

/** A JSON document for queries in both languages. The first query parses it to a tape, which is then kept. */
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

  /** A document with an array that contains only this document. */
  get enclosed(): Document {
    const isMarked = this.bytes[0] === 0xef;
    this.#enclosed ??= new Document(
      Buffer.concat([Buffer.of(0x5b), this.bytes.subarray(isMarked ? 3 : 0), Buffer.of(0x5d)]),
    );
    return this.#enclosed;
  }
}
