import { CompactWriter } from '../../../json/compact.ts';
import { Node, type Tape } from '../../../json/tape/tape.ts';
import { byte } from '../../../json/tokens.ts';
import type { Budget } from '../../budget.ts';
import { calculationSteps, Decimal, numberOfToken, readingSteps } from './decimal.ts';
import { type JsonValue, MadeObject } from './json-value.ts';
import { storedOrder } from './stored-order.ts';

/**
 * A value, or a list of values, as PostgreSQL prints `jsonb`: `, ` between items, `: ` after names, shorter
 * names first, numbers with their digits and without exponents. The text is in UTF-8.
 * @throws QueryError 54000 for a text that is too long, 57014 when no steps or no time are left.
 */
export function jsonbText(value: JsonValue | readonly JsonValue[], budget: Budget): Uint8Array {
  const writer = new JsonbWriter(budget);
  if (Array.isArray(value)) writer.list(value);
  else writer.one(value as JsonValue);
  return writer.bytes;
}

class JsonbWriter extends CompactWriter {
  readonly #budget: Budget;

  constructor(budget: Budget) {
    super();
    this.#budget = budget;
  }

  list(values: readonly JsonValue[]): void {
    this.put(byte.openBracket);
    for (const [at, value] of values.entries()) {
      if (at > 0) this.#separate(byte.comma);
      this.one(value);
    }
    this.put(byte.closeBracket);
    this.#budget.fit(this.length);
  }

  one(value: JsonValue): void {
    if (value instanceof Node) this.#node(value.tape, value.at);
    else if (value instanceof Decimal) this.#decimal(value);
    else if (!(value instanceof MadeObject)) this.#written(JSON.stringify(value));
    else {
      this.#written(`{"id": ${value.id}, "key": ${JSON.stringify(value.key)}, "value": `);
      this.one(value.value);
      this.put(byte.closeBrace);
    }
  }

  #node(tape: Tape, at: number): void {
    if (!tape.isOpen(at)) this.#scalar(tape, at);
    else if (tape.gap(at) === 1) this.#object(tape, at);
    else {
      this.put(byte.openBracket);
      const close = tape.close(at);
      for (let element = at + 1; element < close; element = tape.after(element)) {
        if (element > at + 1) this.#separate(byte.comma);
        this.#node(tape, element);
      }
      this.put(byte.closeBracket);
    }
    this.#budget.fit(this.length);
  }

  #object(tape: Tape, at: number): void {
    this.put(byte.openBrace);
    for (const [turn, value] of storedOrder(new Node(tape, at), this.#budget).entries()) {
      if (turn > 0) this.#separate(byte.comma);
      this.#scalar(tape, value - 1);
      this.#separate(byte.colon);
      this.#node(tape, value);
    }
    this.put(byte.closeBrace);
  }

  /** Writes a scalar or a name. A text without escapes and exponents is copied from the document. */
  #scalar(tape: Tape, at: number): void {
    const [start, end] = [tape.start(at), tape.end(at)];
    const first = tape.bytes[start]!;
    if (first === byte.quote ? tape.isEscaped(at) : isRewritten(tape.bytes, start, end)) {
      if (first === byte.quote) this.#written(JSON.stringify(tape.text(at)));
      else this.#number(tape.token(at));
      return;
    }
    this.copy(tape.bytes, start, end);
    this.#budget.spend(1 + ((end - start) >> 5));
  }

  #number(token: string): void {
    const number = numberOfToken(token);
    if (number instanceof Decimal) this.#decimal(number);
    else this.#written(String(number));
  }

  /** Writes a number as PostgreSQL prints it. A calculated number of 131,000 digits takes 14 ms. */
  #decimal(value: Decimal): void {
    this.#budget.spend(value.isComputed ? calculationSteps(value) : readingSteps(value));
    this.#written(value.toString());
  }

  #written(text: string): void {
    this.text(text);
    this.#budget.spend(1 + (text.length >> 5));
    this.#budget.fit(this.length);
  }

  #separate(code: number): void {
    this.put(code);
    this.put(byte.space);
  }
}

/**
 * True for a number that `jsonb` prints in another form than the document: -0, or a number with an exponent.
 */
function isRewritten(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first === byte.t || first === byte.f || first === byte.n) return false;
  if (first === byte.minus && bytes[start + 1] === byte.zero) return true;
  for (let at = start + 1; at < end; at += 1) if ((bytes[at]! | 0x20) === byte.e) return true;
  return false;
}
