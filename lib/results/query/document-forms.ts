import type { Document } from './document.ts';
import { readLossless } from './jsonpath/values/lossless-reader.ts';
import { queryLimits } from './limits.ts';
import { type JsonValue, readJson } from './sql/sql-json-path.ts';

/**
 * A document for JSONPath: the values of JSON.parse in the lossless encoding (lossless-value.ts).
 * @throws DownpourError NOT_JSON (400).
 */
export const losslessOf = (document: Document): unknown => document.as(lossless);

/**
 * A document for SQL/JSON path: objects with exact decimals, which take three to five times the time and
 * memory.
 * @throws QueryError 22P02 if the text is not JSON, 54001 if it is nested too deeply.
 */
export const sqlOf = (document: Document): JsonValue => document.as(sql);

const lossless = (bytes: Uint8Array): unknown => readLossless(bytes);
const sql = (bytes: Uint8Array): JsonValue =>
  readJson(new TextDecoder().decode(bytes), queryLimits.documentDepthMax);
