import { readLossless } from './jsonpath/values/lossless-reader.ts';
import { queryLimits } from './limits.ts';
import { type JsonValue, readJson } from './sql/sql-json-path.ts';

/**
 * A JSON document that queries are asked of. Each dialect has its own form of it, made when it is first
 * needed and kept: JSONPath what JSON.parse gives, in the lossless encoding (lossless-value.ts); SQL/JSON
 * path objects for exact decimals, at three to five times the time and memory.
 */
export class Document {
  readonly bytes: Uint8Array;
  #lossless: { readonly value: unknown } | undefined;
  #sql: { readonly value: JsonValue } | undefined;

  /** @param bytes UTF-8, perhaps with a byte order mark. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** A value that was not read from a text. */
  static of(value: unknown): Document {
    return new Document(new TextEncoder().encode(JSON.stringify(value)));
  }

  /** @throws DownpourError NOT_JSON (400). */
  get lossless(): unknown {
    this.#lossless ??= { value: readLossless(this.bytes) };
    return this.#lossless.value;
  }

  /** @throws QueryError 22P02 for what is no JSON, 54001 for what is nested too deeply. */
  get sql(): JsonValue {
    this.#sql ??= { value: readJson(new TextDecoder().decode(this.bytes), queryLimits.documentDepthMax) };
    return this.#sql.value;
  }
}
