import { createHash } from 'node:crypto';
import { isExactNumber, parseExact } from '../../../results/query/sql/values/exact-json.ts';

/**
 * Converts a fingerprint to the one text that identifies its series. Members are sorted at all depths and
 * numbers keep all digits, so equal fingerprints have the same text. Rows contain the text, so a long value
 * is cut and a hash of it is added.
 *
 * @param json a JSON object of label values. Comparable datasets have the same values.
 * @throws SyntaxError for invalid JSON.
 */
export function fingerprintText(json: string): string {
  const members = Object.entries(ordered(parseExact(json)) as object);
  const whole = JSON.stringify(bounded(members, valueLengthMax));
  return whole.length <= textLengthMax ? whole : JSON.stringify(bounded(members, 0));
}

/**
 * The stored fingerprints that a request selects: the requested fingerprint if it is stored. Otherwise those
 * with equal values after texts are read as JSON. The original stores every value as a text, so its
 * dashboards request `{"cores":"4"}`.
 */
export function meantFingerprints(requested: string, stored: readonly string[]): readonly string[] {
  if (stored.includes(requested)) return [requested];
  const values = withoutTexts(requested);
  return stored.filter((fingerprint) => withoutTexts(fingerprint) === values);
}

/**
 * True when a request for the fingerprint may select other fingerprints, because one of its texts is JSON.
 */
export const hasJsonText = (fingerprint: string): boolean => withoutTexts(fingerprint) !== fingerprint;

/** The fingerprint after each text that contains JSON is replaced by the value in that JSON. */
function withoutTexts(fingerprint: string): string {
  const members = Object.entries(parseExact(fingerprint) as object).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    try {
      return [name, parseExact(value)];
    } catch {
      // A text that is no JSON remains, as most texts do.
      return [name, value];
    }
  });
  return fingerprintText(JSON.stringify(Object.fromEntries(members)));
}

/** A hash of a fingerprint, which is short enough for a key of the table. */
export const seriesOf = (fingerprint: string): string => hashOf(fingerprint).slice(0, 22);

/**
 * The most characters of one value of a fingerprint, and of all values together. Up to 45 variables of a test
 * store the text again.
 */
const valueLengthMax = 1000;
const textLengthMax = 4000;

function bounded(members: readonly (readonly [string, unknown])[], lengthMax: number): object {
  return Object.fromEntries(
    members.map(([name, value]) => {
      const text = JSON.stringify(value);
      if (text.length <= Math.max(lengthMax, 60)) return [name, value];
      const begin = (typeof value === 'string' ? value : text).slice(0, lengthMax / 5).toWellFormed();
      return [name, `${begin}... ${text.length} characters, SHA-256 ${hashOf(text)}`];
    }),
  );
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
