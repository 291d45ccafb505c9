import type { JsonNumber } from './decimal.ts';
import { readJson } from './json-reader.ts';
import { isNumber, JsonObject, type JsonValue } from './json-value.ts';
import { scientificOfToken, writtenOut } from './scientific.ts';

/**
 * One text for all JSON texts that say the same: `1.0` is `1`, members have no order, of members with one
 * name the last one counts. What is not the same, such as `"3"` and `3`, has another one.
 *
 * @throws QueryError for what is no JSON, or too deep.
 */
export function canonicalJson(text: string): string {
  return plain.test(text) ? text : canonicalOf(readJson(text));
}

/** Truths, null, short integers and texts without anything special: most of what there is. */
const plain = /^(?:true|false|null|0|-?[1-9]\d{0,14}|"[^"\\]*")$/;

/** The same of a value that is read. */
export function canonicalOf(value: JsonValue): string {
  if (isNumber(value)) return numeral(value);
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join()}]`;
  if (!(value instanceof JsonObject)) return JSON.stringify(value);
  const members = value.shape.names.map((name, slot) => [name, value.values[slot] as JsonValue] as const);
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalOf(member)}`).join()}}`;
}

/** A plain decimal, whose zeros at either end say nothing; one of very many digits has an exponent. */
function numeral(value: JsonNumber): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  const written = String(value);
  const scientific = scientificOfToken(written);
  // An exponent of ten digits and more: such a number is the same as none that is written otherwise.
  if (scientific === undefined) return written;
  const { digits, point, isNegative } = scientific;
  const scale = Math.max(0, digits.length - point);
  if (Math.abs(point) <= 1000) return digits === '' ? '0' : writtenOut({ ...scientific, scale });
  return `${isNegative ? '-' : ''}${digits}e${point - digits.length}`;
}
