import type { JsonProblem } from '../json/listener.ts';
import { readTape } from '../json/read-tape.ts';
import type { Tape } from '../json/tape.ts';

/**
 * A JSON document for queries of both dialects. It is read when a query needs it, and then kept as a tape.
 */
export class Document {
  readonly bytes: Uint8Array;
  #tape: Tape | JsonProblem | undefined;
  #enclosed: Document | undefined;

  /** @param bytes UTF-8, with or without a byte order mark. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** A document from a value instead of a text. */
  static of(value: unknown): Document {
    return new Document(new TextEncoder().encode(JSON.stringify(value)));
  }

  get tape(): Tape | JsonProblem {
    this.#tape ??= readTape(this.bytes);
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
