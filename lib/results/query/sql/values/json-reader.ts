import { QueryError } from '../../query-error.ts';
import { type JsonNumber, numberOfToken } from './decimal.ts';
import { JsonObject, type JsonValue } from './json-value.ts';
import { Shape } from './shape.ts';
import { Shapes } from './shapes.ts';

/** Default for the levels of nested arrays and objects. */
const nestingDefault = 1000;

/**
 * Reads a JSON text (RFC 8259) without losing digits or the order of members.
 * @param nestingMax levels of nested arrays and objects.
 * @throws QueryError 22P02 with the place if the text is not JSON, 54001 if it is nested too deeply.
 */
export function readJson(text: string, nestingMax = nestingDefault): JsonValue {
  const reader = new JsonReader(text, nestingMax);
  const value = reader.value();
  reader.end();
  return value;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The plain part of a string: no quote, no backslash, no control character. */
const plainString = /[ !#-[\]-\uffff]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

/**
 * Reads text instead of listening to the scanner of lib/results/json: names and strings are slices of the
 * text. A listener would decode each from bytes, which takes a third more CPU for a document of 10 MB.
 */
class JsonReader {
  readonly #text: string;
  readonly #shapes = new Shapes();
  #at = 0;
  #nesting: number;

  constructor(text: string, nestingMax: number) {
    this.#text = text;
    this.#nesting = nestingMax;
  }

  value(): JsonValue {
    switch (this.#next()) {
      case openBrace:
        return this.#nested(() => this.#object());
      case openBracket:
        return this.#nested(() => this.#array());
      case quote:
        return this.#string();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  end(): void {
    if (!Number.isNaN(this.#next())) this.#fail();
  }

  /** The next unit that is not blank, NaN at the end. The position stays before it. */
  #next(): number {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      this.#at += 1;
    }
  }

  #nested<Value>(read: () => Value): Value {
    this.#nesting -= 1;
    if (this.#nesting < 0) throw new QueryError('54001', 'the document is nested too deeply');
    this.#at += 1;
    const value = read();
    this.#nesting += 1;
    return value;
  }

  #array(): readonly JsonValue[] {
    const elements: JsonValue[] = [];
    if (this.#takes(closeBracket)) return elements;
    for (;;) {
      elements.push(this.value());
      if (this.#takes(closeBracket)) return elements;
      this.#expect(comma);
    }
  }

  #object(): JsonObject {
    const names = this.#shapes.begin();
    const values: JsonValue[] = [];
    if (this.#takes(closeBrace)) return new JsonObject(emptyShape, values);
    for (;;) {
      if (this.#next() !== quote) this.#fail();
      const { guess } = names;
      if (guess !== undefined && this.#text.startsWith(guess, this.#at)) {
        this.#at += guess.length;
        names.takeGuess();
      } else names.add(this.#string());
      this.#expect(colon);
      values.push(this.value());
      if (this.#takes(closeBrace)) break;
      this.#expect(comma);
    }
    const shape = names.shape();
    return shape === undefined ? withoutRepetitions(names.all(), values) : new JsonObject(shape, values);
  }

  #string(): string {
    const begin = this.#at + 1;
    plainString.lastIndex = begin;
    plainString.test(this.#text);
    const end = plainString.lastIndex;
    if (this.#text.charCodeAt(end) === quote) {
      this.#at = end + 1;
      return this.#text.slice(begin, end);
    }
    return this.#escapedString(end);
  }

  /** @param at the first unit that is not plain. */
  #escapedString(at: number): string {
    let end = at;
    while (this.#text.charCodeAt(end) === backslash) {
      plainString.lastIndex = end + 2;
      plainString.test(this.#text);
      end = plainString.lastIndex;
    }
    const text = this.#text.slice(this.#at, end + 1);
    try {
      const string = JSON.parse(text) as string;
      this.#at = end + 1;
      return string;
    } catch {
      // JSON.parse reports a place inside the string. The error needs the place of the string in the
      // document.
      return this.#fail();
    }
  }

  #number(): JsonNumber {
    return numberOfToken(this.#match(number));
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? this.#fail();
    this.#at += found.length;
    return found;
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) this.#fail();
    this.#at += word.length;
    return value;
  }

  #takes(unit: number): boolean {
    if (this.#next() !== unit) return false;
    this.#at += 1;
    return true;
  }

  #expect(unit: number): void {
    if (!this.#takes(unit)) this.#fail();
  }

  #fail(): never {
    throw new QueryError('22P02', 'invalid input syntax for type json', { position: this.#at });
  }
}

const emptyShape = new Shape([]);

/** A repeated name keeps its first place and gets its last value. */
function withoutRepetitions(names: readonly string[], values: readonly JsonValue[]): JsonObject {
  const members = new Map(names.map((name, at) => [name, values[at] ?? null]));
  return new JsonObject(new Shape([...members.keys()]), [...members.values()]);
}
