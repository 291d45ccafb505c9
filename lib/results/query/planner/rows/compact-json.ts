import { CompactWriter } from '../../../json/compact.ts';
import { byte } from '../../../json/tokens.ts';

/**
 * Writes a JSON text as JSON.stringify would, so that an answer looks the same whether its document was
 * parsed or not: without blanks between tokens, and without unnecessary escapes in strings. Digits do not
 * change.
 * @param json a valid text, in which no object repeats a name.
 */
export function normalised(json: Buffer, hasBlanks: boolean): Uint8Array {
  const text = hasBlanks ? withoutBlanks(json) : json;
  const writer = new CompactWriter();
  // Few strings have an escape, and the native search for a backslash is fast.
  let from = 0;
  for (let at = text.indexOf(byte.backslash); at !== -1; ) {
    const { end, isChanged } = restOfString(text, at);
    if (isChanged) {
      const open = text.lastIndexOf(byte.quote, at);
      writer.copy(text, from, open);
      writer.text(JSON.stringify(JSON.parse(text.toString('utf8', open, end))));
      from = end;
    }
    at = text.indexOf(byte.backslash, end);
  }
  if (from === 0) return text;
  writer.copy(text, from, text.length);
  return writer.bytes;
}

function withoutBlanks(json: Buffer): Buffer {
  const written = Buffer.allocUnsafe(json.length);
  let isInString = false;
  let to = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json[at]!;
    if (!isInString && code <= byte.space) continue;
    written[to] = code;
    to += 1;
    if (code === byte.quote) isInString = !isInString;
    else if (code === byte.backslash) {
      at += 1;
      written[to] = json[at]!;
      to += 1;
    }
  }
  return written.subarray(0, to);
}

/**
 * Reads a string from its first escape.
 * @returns the position after the string. `isChanged` is true when JSON.stringify may write the string with
 *   fewer escapes: it writes all other escapes as they are.
 */
function restOfString(json: Buffer, from: number): { readonly end: number; readonly isChanged: boolean } {
  let isChanged = false;
  let at = from;
  for (; json[at] !== byte.quote; at += 1) {
    if (json[at] !== byte.backslash) continue;
    at += 1;
    if (json[at] === byte.slash || json[at] === byte.u) isChanged = true;
  }
  return { end: at + 1, isChanged };
}
