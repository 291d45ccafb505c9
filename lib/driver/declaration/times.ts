import { parseMillis, parseNanos } from '../document/time.ts';
import type { Field } from './field.ts';
import { define, own, referTo } from './schema.ts';

/** This file has fields with a time. */

const timeMillis = define('timeMillis', {
  title: 'a whole number with a unit ms, s, m or h, such as 30s',
  ...own(
    'A time: a whole number with the unit `ms`, `s`, `m` or `h`, kept in milliseconds. Without a unit it is SECONDS. No fractions.',
    '30s',
  ),
  type: ['integer', 'string'],
  pattern: '^[0-9]+ *(ms|s|m|h)?$',
});

/** A field with a time in whole milliseconds. */
export const millis = (description: string, example?: unknown): Field<number, false> => ({
  schema: referTo(timeMillis, description, example),
  always: false,
  parse: (raw, at, { findings }) => parseMillis(raw, at, findings),
});

/** A field with a time in whole milliseconds that must not be 0. */
export const someMillis = (description: string, example?: unknown): Field<number, false> => ({
  ...millis(description, example),
  parse(raw, at, { findings }) {
    const ms = parseMillis(raw, at, findings);
    if (ms === 0) findings.error(at, `${at.at(-1)} must be above 0`);
    return ms;
  },
});

export const timeNanos = define('timeNanos', {
  title: 'a number with a unit ns, us, ms, s, m or h, such as 20ms',
  ...own(
    'A short time: a number with the unit `ns`, `us`, `ms`, `s`, `m` or `h`, kept in nanoseconds. Without a unit it is NANOSECONDS.',
    '20ms',
  ),
  type: 'string',
  pattern: '^[0-9]+(\\.[0-9]+)? *(ms|us|ns|s|m|h)?$',
});

/** A field with a time in whole nanoseconds. */
export const nanos = (description: string, example?: unknown): Field<number, false> => ({
  schema: referTo(timeNanos, description, example),
  always: false,
  parse: (raw, at, { findings }) => parseNanos(raw, at, findings),
});
