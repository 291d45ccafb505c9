/**
 * A JSON document for queries. Each dialect has its own form of it, which is made on first use and kept.
 * This class knows neither form, because most small documents are answered without them.
 */
export class Document {
  readonly bytes: Uint8Array;
  readonly #forms = new Map<unknown, unknown>();

  /** @param bytes UTF-8, with or without a byte order mark. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** A document from a value instead of a text. */
  static of(value: unknown): Document {
    return new Document(new TextEncoder().encode(JSON.stringify(value)));
  }

  /** The form that a reader makes of the bytes. @throws what the reader throws. */
  as<Form>(read: (bytes: Uint8Array) => Form): Form {
    if (!this.#forms.has(read)) this.#forms.set(read, read(this.bytes));
    return this.#forms.get(read) as Form;
  }
}
