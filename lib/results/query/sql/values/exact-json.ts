import { canonicalJson } from './canonical-json.ts';

/**
 * A JSON text as a value of which JSON.stringify writes every digit again: a number that a double does not
 * hold, such as 9007199254740993, is written out. Of members with one name the last one counts.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function parseExact(text: string): unknown {
  const revive: Revive = (_, value, { source }) =>
    typeof value !== 'number' || isHeld(value, source) ? value : rawJSON(canonicalJson(source));
  return JSON.parse(text, revive as (name: string, value: unknown) => unknown);
}

/** Whether a value is such a number, and no object whose members may be walked. */
export const isExactNumber = (value: unknown): boolean => isRawJSON(value);

/** `source` is the text of a number, a text or a word (ECMAScript: JSON.parse source text access). */
type Revive = (name: string, value: unknown, context: { readonly source: string }) => unknown;

const { rawJSON, isRawJSON } = JSON as unknown as {
  readonly rawJSON: (text: string) => object;
  readonly isRawJSON: (value: unknown) => boolean;
};

const isHeld = (value: number, source: string): boolean =>
  String(value) === source ||
  (Number.isFinite(value) && canonicalJson(JSON.stringify(value)) === canonicalJson(source));
