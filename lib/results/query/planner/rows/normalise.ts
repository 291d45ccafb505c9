import { byte, isBlank, stringEnd } from '../../../json/tokens.ts';
import { joinedValues, noValues, type RawValues } from './raw-values.ts';

/**
 * Values as JSON.stringify writes them, so that an answer looks the same whether its document was parsed or
 * not: without blanks between tokens, and without unnecessary escapes in strings. Digits do not change.
 */
export function normalised(values: RawValues, hasBlanks: boolean): RawValues {
  if (!hasBlanks && !values.hasEscapes) return values;
  const first = (): string | undefined => {
    const text = values.first();
    if (text === undefined) return undefined;
    return hasBlanks ? withoutBlanks(`[${text}]`).first() : withoutEscapes(text);
  };
  if (!hasBlanks)
    return {
      ...values,
      first,
      array: () => withoutEscapes(values.array()),
      texts: () => values.texts().map(withoutEscapes),
    };
  const compact = (): RawValues => withoutBlanks(values.array());
  return { ...values, first, array: () => compact().array(), texts: () => compact().texts() };
}

/**
 * @param json valid JSON text without blanks. Few strings have escapes, and V8's own search finds them fast.
 */
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

/** Searches from a position inside the string that is not inside an escape. */
function closingQuote(json: string, from: number): number {
  for (let at = json.indexOf('"', from); ; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && json[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
}

/** @param json the text of a valid array. No token becomes longer. */
function withoutBlanks(json: string): RawValues {
  const source = Buffer.from(json);
  const written = new Uint8Array(source.length);
  const [starts, ends]: [number[], number[]] = [[0], []];
  let [depth, length] = [0, 0];
  for (let at = 0; at < source.length; at += 1) {
    const code = source[at]!;
    if (isBlank(code)) continue;
    if (code === byte.quote) {
      const end = stringEnd(source, at + 1) + 1;
      length += copyString(source, at, end, written, length);
      at = end - 1;
      continue;
    }
    if (code === byte.openBrace || code === byte.openBracket) depth += 1;
    else if (code === byte.closeBrace || code === byte.closeBracket) depth -= 1;
    else if (code === byte.comma && depth === 1) {
      ends.push(length - 1);
      starts.push(length);
    }
    written[length] = code;
    length += 1;
  }
  const elements = written.subarray(1, length - 1);
  if (elements.length === 0) return noValues;
  return joinedValues(elements, starts, [...ends, elements.length]);
}

/**
 * Copies a string with its quotes.
 * @returns the number of bytes written.
 */
function copyString(source: Buffer, start: number, end: number, to: Uint8Array, at: number): number {
  for (let place = start; place < end; place += 1) {
    const code = source[place]!;
    if (code === byte.backslash) {
      const bytes = Buffer.from(JSON.stringify(JSON.parse(source.toString('utf8', start, end))));
      to.set(bytes, at);
      return bytes.length;
    }
    to[at + place - start] = code;
  }
  return end - start;
}
