import { CompactWriter } from '../../../json/compact.ts';
import { readTape } from '../../../json/read-tape.ts';
import { Node, Tape } from '../../../json/tape.ts';
import { byte } from '../../../json/tokens.ts';
import { joinedValues, type RawValues } from './raw-values.ts';

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

/** @param json the text of a valid array. */
function withoutBlanks(json: string): RawValues {
  const tape = readTape(Buffer.from(json));
  if (!(tape instanceof Tape)) throw new Error(`the values found are not JSON: ${tape.reason}`);
  const writer = new CompactWriter();
  const [starts, ends]: [number[], number[]] = [[], []];
  for (let at = 1; at < tape.close(0); at = tape.after(at)) {
    if (at > 1) writer.put(byte.comma);
    starts.push(writer.length);
    writer.value(new Node(tape, at));
    ends.push(writer.length);
  }
  return joinedValues(writer.bytes, starts, ends);
}
