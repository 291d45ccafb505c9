import type { Value } from '../../model/session.ts';
import { textOf } from '../fields.ts';

/** The form in which data is kept in a variable: text, or bytes under two names. */
export type Format = 'STRING' | 'BYTES' | 'BYTEBUF';

/** Absent: text. */
export function formatOf(raw: unknown): Format {
  const text = textOf(raw);
  return text === 'BYTES' || text === 'BYTEBUF' ? text : 'STRING';
}

/** Bytes are copied: a small part of a response would otherwise hold the whole of it in memory. */
export const convertTo = (format: Format): ((bytes: Buffer) => Exclude<Value, undefined>) =>
  format === 'STRING' ? (bytes) => bytes.toString('utf8') : (bytes) => new Uint8Array(bytes);
