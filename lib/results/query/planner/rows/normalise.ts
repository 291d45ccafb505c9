import { kind } from '../../../json/kind.ts';
import type { Listener } from '../../../json/listener.ts';
import { scanJson, scanLimits } from '../../../json/scanner.ts';
import { byte } from '../../../json/tokens.ts';
import { joinedValues, type RawValues } from './raw-values.ts';

/**
 * Values as JSON.stringify writes them, so that an answer looks the same whether a document was parsed for it or not:
 * without blanks between tokens, and without escapes that a string can do without. Digits stay as they are.
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

/** A value is one array deeper in an answer than in its document. */
const depthMax = scanLimits.depthMax + 1;

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

/** @param json the text of a valid array. */
function withoutBlanks(json: string): RawValues {
  const compact = new Compact(Buffer.from(json));
  const problem = scanJson(compact.source, compact, depthMax);
  if (problem !== undefined) throw new Error(`a value of the document is not JSON: ${problem.reason}`);
  return compact.values();
}

/** Writes the tokens of an array behind one another. No token is longer than the way it was written. */
class Compact implements Listener {
  readonly source: Buffer;
  readonly #written: Uint8Array;
  #length = 0;
  #depth = 0;
  /** True between a value and the next one. */
  #needsComma = false;
  /** Places of the elements of the array. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(source: Buffer) {
    this.source = source;
    this.#written = new Uint8Array(source.length);
  }

  values(): RawValues {
    const elements = this.#written.subarray(1, this.#length - 1);
    return joinedValues(elements, this.#starts, this.#ends);
  }

  open(isObject: boolean): void {
    this.#begin();
    this.#put(isObject ? byte.openBrace : byte.openBracket);
    this.#depth += 1;
    this.#needsComma = false;
  }

  close(end: number): void {
    this.#put(this.source[end - 1]!);
    this.#depth -= 1;
    this.#end();
  }

  name(start: number, end: number): void {
    if (this.#needsComma) this.#put(byte.comma);
    this.#needsComma = false;
    this.#copy(start, end, true);
    this.#put(byte.colon);
  }

  scalar(kinds: number, start: number, end: number): void {
    this.#begin();
    this.#copy(start, end, kinds === kind.string);
    this.#end();
  }

  long(): void {}
  repeated(): void {}
  passed(): void {}

  #begin(): void {
    if (this.#needsComma) this.#put(byte.comma);
    if (this.#depth === 1) this.#starts.push(this.#length - 1);
  }

  #end(): void {
    if (this.#depth === 1) this.#ends.push(this.#length - 1);
    this.#needsComma = true;
  }

  #put(code: number): void {
    this.#written[this.#length] = code;
    this.#length += 1;
  }

  #copy(start: number, end: number, isString: boolean): void {
    const { source } = this;
    let to = this.#length;
    for (let at = start; at < end; at += 1) {
      const code = source[at]!;
      if (code === byte.backslash && isString) {
        this.#putUnescaped(start, end);
        return;
      }
      this.#written[to] = code;
      to += 1;
    }
    this.#length = to;
  }

  #putUnescaped(start: number, end: number): void {
    const text = JSON.stringify(JSON.parse(this.source.toString('utf8', start, end)));
    const bytes = Buffer.from(text);
    this.#written.set(bytes, this.#length);
    this.#length += bytes.length;
  }
}
