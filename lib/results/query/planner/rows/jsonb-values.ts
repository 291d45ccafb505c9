import { readTape } from '../../../json/tape/build-tape.ts';
import { byte } from '../../../json/tokens.ts';
import type { Budget } from '../../budget.ts';
import { queryLimits } from '../../limits.ts';
import { jsonbText } from '../../sql/sql-json-path.ts';
import { documentRoot } from '../../sql/values/json-value.ts';
import { jsonOf, type RawValues } from './raw-values.ts';

/**
 * Values as PostgreSQL prints `jsonb`, which is the form of answers to SQL/JSON path: all of them as an
 * array, or the first one.
 * @throws QueryError 54000 for a text that is too long, 57014 when no steps or no time are left.
 */
export function jsonbValues(values: RawValues, array: boolean, budget: Budget): Uint8Array {
  const json = jsonOf(values, array);
  return (
    (array && spaced(json, values.count)) ||
    jsonbText(documentRoot(readTape(json), queryLimits.documentDepthMax + 1), budget)
  );
}

/**
 * Writes a list with a blank after each comma, as PostgreSQL prints it. This is enough for most columns. One
 * pass over 180,000 values takes 5 ms, and one value after another takes 40 ms. Undefined when PostgreSQL
 * prints more differently: objects, arrays, escapes, blanks, exponents, -0.
 */
function spaced(json: Uint8Array, count: number): Uint8Array | undefined {
  const bytes = new Uint8Array(json.length + Math.max(0, count - 1));
  const last = json.length - 1;
  let isInString = false;
  let to = 0;
  for (let from = 0; from <= last; from += 1) {
    const code = json[from]!;
    if (code === byte.quote) isInString = !isInString;
    else if (isInString) {
      if (code === byte.backslash) return undefined;
    } else if (from > 0 && from < last && isOdd(code, json[from - 1]!, json[from + 1]!)) return undefined;
    bytes[to] = code;
    to += 1;
    if (code !== byte.comma || isInString) continue;
    bytes[to] = byte.space;
    to += 1;
  }
  return bytes;
}

/** True for a byte outside of strings at which `jsonb` would be printed differently. */
function isOdd(code: number, before: number, after: number): boolean {
  if (isDigit(code) || code === byte.comma || code === byte.dot) return false;
  if ((code | 0x20) === byte.e) return isDigit(before);
  if (code === byte.minus) return after === byte.zero;
  return code <= byte.space || (code | 0x20) === byte.openBrace || (code | 0x20) === byte.closeBrace;
}

const isDigit = (code: number): boolean => code >= byte.zero && code <= byte.nine;
