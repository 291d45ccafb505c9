import { stringEnd } from '../../../json/tokens.ts';
import type { RawValues } from './raw-values.ts';

/**
 * Values as JSON.stringify writes them, so that an answer looks the same whether a document was parsed for it or not:
 * without blanks between tokens, and without escapes that a string can do without. Digits stay as they are.
 */
export function normalised(values: RawValues, hasBlanks: boolean): RawValues {
  if (!hasBlanks && !values.hasEscapes) return values;
  const { count, bytes, hasEscapes, first, array, texts } = values;
  const normalise = hasBlanks ? withoutBlanks : withoutEscapes;
  const normaliseFirst = (): string | undefined => {
    const text = first();
    return text === undefined ? undefined : normalise(text);
  };
  return {
    count,
    bytes,
    hasEscapes,
    first: normaliseFirst,
    array: () => normalise(array()),
    texts: () => texts().map(normalise),
  };
}

const quote = 0x22;
const space = 0x20;
const backslash = 0x5c;

/** @param json valid JSON text without blanks. Few strings have escapes, and searches that V8 does itself find them. */
function withoutEscapes(json: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = json.indexOf('\\'); at !== -1; at = json.indexOf('\\', from)) {
    const open = json.lastIndexOf('"', at);
    const end = closingQuote(json, at) + 1;
    parts.push(json.slice(from, open), JSON.stringify(JSON.parse(json.slice(open, end))));
    from = end;
  }
  parts.push(json.slice(from));
  return parts.join('');
}

/** From a place inside the string, on which no escape ends. */
function closingQuote(json: string, from: number): number {
  for (let at = json.indexOf('"', from); ; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && json[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
}

/** @param json valid JSON text. */
function withoutBlanks(json: string): string {
  // A byte of 0 ends the loop that looks for the end of a string.
  const bytes = Buffer.from(`${json}\0`);
  const end = bytes.length - 1;
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < end; ) {
    const code = bytes[at]!;
    if (code === quote) {
      const close = stringEnd(bytes, at + 1) + 1;
      const written = bytes.subarray(at, close);
      if (written.includes(backslash)) {
        parts.push(bytes.toString('utf8', from, at), JSON.stringify(JSON.parse(written.toString())));
        from = close;
      }
      at = close;
    } else if (code <= space) {
      parts.push(bytes.toString('utf8', from, at));
      while (bytes[at]! <= space && at < end) at += 1;
      from = at;
    } else at += 1;
  }
  parts.push(bytes.toString('utf8', from, end));
  return parts.join('');
}
