import { readLossless } from './jsonpath/values/lossless-reader.ts';
import { queryLimits } from './limits.ts';
import { type JsonValue, readJson } from './sql/sql-json-path.ts';

/**
 * A JSON document for queries. Each dialect has its own form of it, which is made on first use and kept.
 * JSONPath uses the values of JSON.parse in the lossless encoding (lossless-value.ts). SQL/JSON path uses
 * objects with exact decimals, which take three to five times the time and memory.
 */
export class Document {
  readonly bytes: Uint8Array;
  #lossless: { readonly value: unknown } | undefined;
  #sql: { readonly value: JsonValue } | undefined;

  /** @param bytes UTF-8, with or without a byte order mark. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** A document from a value instead of a text. */
  static of(value: unknown): Document {
    return new Document(new TextEncoder().encode(JSON.stringify(value)));
  }

  /** @throws DownpourError NOT_JSON (400). */
  get lossless(): unknown {
    this.#lossless ??= { value: readLossless(this.bytes) };
    return this.#lossless.value;
  }

  /** @throws QueryError 22P02 if the text is not JSON, 54001 if it is nested too deeply. */
  get sql(): JsonValue {
    this.#sql ??= { value: readJson(new TextDecoder().decode(this.bytes), queryLimits.documentDepthMax) };
    return this.#sql.value;
  }
}
