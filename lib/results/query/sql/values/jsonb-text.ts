import { Node } from '../../../json/tape.ts';
import { byte } from '../../../json/tokens.ts';
import type { Budget } from '../../budget.ts';
import { resultTooLong } from '../../query-error.ts';
import { calculationSteps, Decimal, numberOfToken, readingSteps } from './decimal.ts';
import { elementsOf } from './elements.ts';
import { type JsonValue, MadeObject } from './json-value.ts';
import { storedOrder } from './stored-order.ts';

/**
 * A value, or a list of values, as PostgreSQL prints `jsonb`: `, ` between items, `: ` after names, shorter
 * names first, numbers with their digits and without exponents.
 * @throws QueryError 54000 for a text that is too long, 57014 when no steps or no time are left.
 */
export function jsonbText(value: JsonValue | readonly JsonValue[], budget: Budget): string {
  const writer = new JsonbWriter(budget);
  if (Array.isArray(value)) writer.list(value);
  else writer.value(value as JsonValue);
  return writer.text();
}

/** Units of a string that are escaped at once. Each may become six units. */
const portionLength = 2 ** 14;
/** Parts that are joined at once, because each of many small parts would take 32 bytes until the end. */
const partsMax = 2 ** 12;

class JsonbWriter {
  readonly #budget: Budget;
  readonly #joined: string[] = [];
  #parts: string[] = [];
  #length = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  text(): string {
    this.#join();
    return this.#joined.join('');
  }

  /** @param before the separator after the previous value. */
  value(value: JsonValue, before = ''): void {
    if (value instanceof Node) this.#node(value, before);
    else if (typeof value === 'string') this.#string(value, before);
    else if (value instanceof Decimal) this.#decimal(value, before);
    else if (!(value instanceof MadeObject)) this.#write(before + String(value));
    else {
      this.#write(`${before}{"id": ${value.id}`);
      this.#string(value.key, ', "key": ');
      this.value(value.value, ', "value": ');
      this.#write('}');
    }
  }

  list(values: Iterable<JsonValue>, before = ''): void {
    let separator = `${before}[`;
    for (const value of values) {
      this.value(value, separator);
      separator = ', ';
    }
    this.#write(separator === ', ' ? ']' : `${before}[]`);
  }

  #node(node: Node, before: string): void {
    const { tape, at } = node;
    if (node.isArray) this.list(elementsOf(node), before);
    else if (node.isObject) this.#object(node, before);
    else if (tape.first(at) === byte.quote) this.#text(node, before);
    else {
      const token = tape.token(at);
      const isNumber = token[0] !== 't' && token[0] !== 'f';
      const number = isNumber && /^-0|\d[eE]/.test(token) ? numberOfToken(token) : token;
      if (number instanceof Decimal) this.#decimal(number, before);
      else this.#write(before + String(number));
    }
  }

  #object(node: Node, before: string): void {
    const { tape } = node;
    let separator = `${before}{`;
    for (const value of storedOrder(node, this.#budget)) {
      this.#text(new Node(tape, value - 1), separator);
      this.value(new Node(tape, value), ': ');
      separator = ', ';
    }
    this.#write(node.count === 0 ? `${before}{}` : '}');
  }

  /** A string or name. Without escapes it is printed as it is written. */
  #text({ tape, at }: Node, before: string): void {
    if (tape.isEscaped(at) || tape.end(at) - tape.start(at) > portionLength)
      this.#string(tape.text(at), before);
    else this.#write(before + tape.token(at));
  }

  #string(text: string, before: string): void {
    if (text.length <= portionLength) {
      this.#write(before + JSON.stringify(text));
      return;
    }
    this.#check(text.length + 2);
    this.#write(`${before}"`);
    for (let from = 0; from < text.length; ) {
      const to = endOfPortion(text, from);
      this.#write(JSON.stringify(text.slice(from, to)).slice(1, -1));
      from = to;
    }
    this.#write('"');
  }

  /** A computed number of 131,000 digits takes 14 ms. */
  #decimal(value: Decimal, before: string): void {
    this.#budget.spend(value.isComputed ? calculationSteps(value) : readingSteps(value));
    this.#write(before + value.toString());
  }

  #write(part: string): void {
    this.#check(part.length);
    this.#length += part.length;
    this.#parts.push(part);
    if (this.#parts.length >= partsMax) this.#join();
    this.#budget.spend(1 + (part.length >> 5));
  }

  #join(): void {
    this.#joined.push(this.#parts.join(''));
    this.#parts = [];
  }

  #check(more: number): void {
    const { valueLengthMax } = this.#budget.bounds;
    if (this.#length + more > valueLengthMax) throw resultTooLong(valueLengthMax);
  }
}

/**
 * Avoids a cut between the halves of a surrogate pair, because JSON.stringify would escape the halves one by
 * one.
 */
function endOfPortion(text: string, from: number): number {
  const to = from + portionLength;
  const last = text.charCodeAt(to - 1);
  return last >= 0xd800 && last <= 0xdbff ? to + 1 : to;
}
