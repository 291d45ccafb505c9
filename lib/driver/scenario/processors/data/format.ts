import { choice } from '../../../declaration/scalars.ts';
import { define, referTo } from '../../../declaration/schema.ts';
import type { SetValue } from '../../../model/session.ts';
import type { ScopedField } from '../../declaration/scoped-field.ts';

/** The form in which a variable keeps data: text, or bytes. `BYTES` and `BYTEBUF` mean the same. */
export type Format = 'STRING' | 'BYTES' | 'BYTEBUF';

const definition = define('format', {
  description: 'Form in which data is kept in a variable: text (UTF-8), a byte array, or a buffer.',
  enum: ['BYTEBUF', 'BYTES', 'STRING'],
  default: 'STRING',
});

/** The member `format`. Without it, the data is stored as text. */
export const format: ScopedField<Format, true> = {
  ...choice(['STRING', 'BYTES', 'BYTEBUF'], ''),
  schema: referTo(definition),
  always: true,
  fallback: 'STRING',
};

/**
 * Returns the function that converts bytes to a form. Bytes are copied. Otherwise a small part of a response
 * would keep the whole response in memory.
 */
export const convertTo = (format: Format): ((bytes: Buffer) => SetValue) =>
  format === 'STRING' ? (bytes) => bytes.toString('utf8') : (bytes) => new Uint8Array(bytes);
