import { Decimal } from './decimal.ts';
import { SqlPathError } from './errors.ts';
import { JsonObject, type JsonValue } from './json-value.ts';

/**
 * A value as PostgreSQL prints `jsonb`: `, ` between items, `: ` after names, shorter names first, numbers with their
 * digits and without exponents.
 * @param lengthMax UTF-16 units that the text may have.
 * @throws SqlPathError 54000 for a longer one.
 */
export function jsonbText(value: JsonValue, lengthMax = Number.POSITIVE_INFINITY): string {
  const writer = new JsonbWriter(lengthMax);
  writer.value(value);
  return writer.text;
}

class JsonbWriter {
  readonly #lengthMax: number;
  text = '';

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  value(value: JsonValue): void {
    if (typeof value === 'string') this.#write(JSON.stringify(value));
    else if (value instanceof JsonObject) this.#object(value);
    else if (value === null || typeof value !== 'object' || value instanceof Decimal)
      this.#write(String(value));
    else this.#array(value);
  }

  #array(elements: readonly JsonValue[]): void {
    this.#write('[');
    let separator = '';
    for (const element of elements) {
      this.#write(separator);
      this.value(element);
      separator = ', ';
    }
    this.#write(']');
  }

  #object({ shape, values }: JsonObject): void {
    this.#write('{');
    let separator = '';
    for (const slot of shape.storageOrder) {
      this.#write(`${separator}${JSON.stringify(shape.names[slot])}: `);
      this.value(values[slot] ?? null);
      separator = ', ';
    }
    this.#write('}');
  }

  #write(part: string): void {
    this.text += part;
    if (this.text.length > this.#lengthMax) {
      throw new SqlPathError(
        '54000',
        `the result has more than ${this.#lengthMax} characters; ask for a narrower path`,
      );
    }
  }
}
