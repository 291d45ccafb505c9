import type { SetValue } from '../../model/session.ts';
import type { Field } from '../declaration/field.ts';
import { choice, referTo } from '../declaration/scalars.ts';
import { bodyOf, textOf } from '../fields.ts';
import type { ProcessorKind } from '../kind.ts';

/** The form in which data is kept in a variable: text, or bytes under two names. */
export type Format = 'STRING' | 'BYTES' | 'BYTEBUF';

/** Absent: text. */
export const format: Field<Format, true> = {
  ...choice(['STRING', 'BYTES', 'BYTEBUF'], ''),
  schema: referTo('format'),
  always: true,
  fallback: 'STRING',
};

export const formatOf = (raw: unknown): Format => (raw === 'BYTES' || raw === 'BYTEBUF' ? raw : 'STRING');

/** A variable that takes a value; a bare name is its short form. */
export type Stored = { readonly toVar: string; readonly format: Format };

export const storedBy =
  (name: string): ProcessorKind<Stored>['parse'] =>
  (raw, at, scope) => {
    const body = textOf(raw) === undefined ? (bodyOf(raw) ?? {}) : { toVar: raw };
    const toVar = textOf(body.toVar);
    if (!toVar) {
      scope.findings.error(at, `${name} needs toVar`, `write '${name}: name'`);
      return undefined;
    }
    scope.writesVariable(toVar, 'object', at);
    return { toVar, format: formatOf(body.format) };
  };

/** Bytes are copied: a small part of a response would otherwise hold the whole of it in memory. */
export const convertTo = (format: Format): ((bytes: Buffer) => SetValue) =>
  format === 'STRING' ? (bytes) => bytes.toString('utf8') : (bytes) => new Uint8Array(bytes);
