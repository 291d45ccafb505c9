import { CompactWriter } from '../../../json/compact.ts';
import { readTape } from '../../../json/tape/build-tape.ts';
import { Tape } from '../../../json/tape/tape.ts';
import { byte } from '../../../json/tokens.ts';

/**
 * Writes a JSON text as JSON.stringify would, so that an answer looks the same whether its document was
 * parsed or not: without blanks between tokens, and without unnecessary escapes in strings. Digits do not
 * change.
 */
export function normalised(json: Buffer, hasBlanks: boolean): Uint8Array {
  const writer = new CompactWriter();
  if (hasBlanks) {
    const tape = readTape(json);
    if (!(tape instanceof Tape))
      throw new Error(`a bug in Downpour: the values that the query found are not JSON: ${tape.reason}`);
    writer.value(tape.root);
    return writer.bytes;
  }
  // Only strings with an escape are written again. Few strings have one, and the native search for a
  // backslash is fast.
  let from = 0;
  for (let at = json.indexOf(byte.backslash); at !== -1; at = json.indexOf(byte.backslash, from)) {
    const open = json.lastIndexOf(byte.quote, at);
    const end = closingQuote(json, at) + 1;
    writer.copy(json, from, open);
    writer.text(JSON.stringify(JSON.parse(json.toString('utf8', open, end))));
    from = end;
  }
  if (from === 0) return json;
  writer.copy(json, from, json.length);
  return writer.bytes;
}

/**
 * The position of the quote that closes a string.
 * @param from a position inside the string, not inside an escape.
 */
function closingQuote(json: Buffer, from: number): number {
  for (let at = json.indexOf(byte.quote, from); ; at = json.indexOf(byte.quote, at + 1)) {
    let before = at;
    while (before > from && json[before - 1] === byte.backslash) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
}
