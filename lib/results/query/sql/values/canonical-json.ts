import { Node } from '../../../json/tape/tape.ts';
import type { JsonNumber } from './decimal.ts';
import { isNumber, plain, readJson } from './json-value.ts';
import { scientificOfToken, writtenOut } from './scientific.ts';

/**
 * Returns one text for all JSON texts with the same meaning: `1.0` is `1`, the order of members does not
 * count, and of repeated names the last value counts. Different values, such as `"3"` and `3`, have different
 * texts.
 *
 * @throws QueryError for a text that is not JSON, or too deep.
 */
export function canonicalJson(text: string): string {
  return plainText.test(text) ? text : canonicalOf(readJson(text));
}

/**
 * A JSON text that is its own canonical form: `true`, `false`, null, a short integer, or a string without
 * escapes. Most values are.
 */
const plainText = /^(?:true|false|null|0|-?[1-9]\d{0,14}|"[^"\\]*")$/;

/** The canonical text of a parsed value. */
export function canonicalOf(node: Node): string {
  const value = plain(node);
  if (isNumber(value)) return numeral(value);
  if (!(value instanceof Node)) return JSON.stringify(value);
  if (value.isArray) return `[${value.values.map(canonicalOf).join()}]`;
  const sorted = value.members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalOf(member)}`).join()}}`;
}

/** The shortest plain decimal of a number. A number with very many digits gets an exponent. */
function numeral(value: JsonNumber): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  const written = String(value);
  const scientific = scientificOfToken(written);
  // A number with an exponent of ten digits or more equals only a number that is written the same way.
  if (scientific === undefined) return written;
  const { digits, point, isNegative } = scientific;
  const scale = Math.max(0, digits.length - point);
  if (Math.abs(point) <= 1000) return digits === '' ? '0' : writtenOut({ ...scientific, scale });
  return `${isNegative ? '-' : ''}${digits}e${point - digits.length}`;
}
