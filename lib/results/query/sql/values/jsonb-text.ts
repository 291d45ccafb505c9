import type { Budget } from '../../budget.ts';
import { resultTooLong } from '../../query-error.ts';
import { calculationSteps, Decimal, readingSteps } from './decimal.ts';
import { JsonObject, type JsonValue } from './json-value.ts';

/**
 * A value as PostgreSQL prints `jsonb`: `, ` between items, `: ` after names, shorter names first, numbers
 * with their digits and without exponents.
 * @throws QueryError 54000 for a text that is too long, 57014 when no steps or no time are left.
 */
export function jsonbText(value: JsonValue, budget: Budget): string {
  const writer = new JsonbWriter(budget);
  writer.value(value);
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
    if (typeof value === 'string') this.#string(value, before);
    else if (value instanceof JsonObject) this.#object(value, before);
    else if (value instanceof Decimal) this.#decimal(value, before);
    else if (value === null || typeof value !== 'object') this.#write(before + String(value));
    else this.#array(value, before);
  }

  #array(elements: readonly JsonValue[], before: string): void {
    let separator = `${before}[`;
    for (const element of elements) {
      this.value(element, separator);
      separator = ', ';
    }
    this.#write(elements.length === 0 ? `${before}[]` : ']');
  }

  #object({ shape, values }: JsonObject, before: string): void {
    let separator = `${before}{`;
    for (const slot of shape.storageOrderWithin(this.#budget)) {
      this.#string(shape.names[slot] ?? '', separator);
      this.value(values[slot] ?? null, ': ');
      separator = ', ';
    }
    this.#write(values.length === 0 ? `${before}{}` : '}');
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
