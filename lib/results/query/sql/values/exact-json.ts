import { canonicalJson } from './canonical-json.ts';

/**
 * Parses a JSON text to a value from which JSON.stringify writes every digit again: a number that a double
 * does not hold, such as 9007199254740993, becomes raw JSON. If a name is repeated, its last value counts.
 *
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseExact(text: string): unknown {
  const revive: Revive = (_, value, { source }) =>
    typeof value !== 'number' || isHeld(value, source) ? value : JSON.rawJSON(canonicalJson(source));
  return JSON.parse(text, revive as (name: string, value: unknown) => unknown);
}

/** True for a number as raw JSON. JavaScript represents it as an object, which has no members to visit. */
export const isExactNumber = (value: unknown): boolean => JSON.isRawJSON(value);

/**
 * The callback of `JSON.parse` for each value. `source` is the text of a number, a string or a word in the
 * document (ECMAScript: JSON.parse source text access).
 */
type Revive = (name: string, value: unknown, context: { readonly source: string }) => unknown;

const isHeld = (value: number, source: string): boolean =>
  String(value) === source ||
  (Number.isFinite(value) && canonicalJson(JSON.stringify(value)) === canonicalJson(source));
