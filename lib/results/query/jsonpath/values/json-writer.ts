import type { Budget } from '../../budget.ts';
import { QueryError, resultTooLong } from '../../query-error.ts';
import { decodeText } from './lossless-value.ts';

/**
 * Writes a value in the lossless encoding as JSON text, with the digits and the order of the document.
 * @throws QueryError 54000 when the text becomes too long, 57014 when no time is left, 54001 for a value that
 *   is nested too deeply. It checks these after each portion.
 */
export function writeJson(value: unknown, budget: Budget): string {
  const writer = new JsonWriter(budget);
  try {
    writer.value(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new QueryError('54001', 'the result is nested too deeply', { cause });
  }
  return writer.text();
}

/**
 * Values in one call of JSON.stringify: enough to be as fast as one call for all, few enough to stop in
 * between.
 */
const portion = 10_000;

class JsonWriter {
  readonly #budget: Budget;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  text(): string {
    return this.#parts.join('');
  }

  value(value: unknown): void {
    if (weigh(value, portion) <= portion || typeof value !== 'object' || value === null) this.#whole(value);
    else if (Array.isArray(value)) this.#array(value);
    else this.#object(value as Readonly<Record<string, unknown>>);
  }

  #whole(value: unknown): void {
    if (typeof value === 'string') this.#check(value.length);
    this.#add(decodeText(JSON.stringify(value)));
  }

  /** Writes elements in portions, and a large element by itself. */
  #array(elements: readonly unknown[]): void {
    this.#add('[');
    for (let from = 0; from < elements.length; ) {
      const to = endOfPortion(elements, from);
      if (from > 0) this.#add(',');
      if (to === from) this.value(elements[from]);
      else this.#add(decodeText(JSON.stringify(elements.slice(from, to)).slice(1, -1)));
      from = Math.max(to, from + 1);
    }
    this.#add(']');
  }

  #object(members: Readonly<Record<string, unknown>>): void {
    let separator = '{';
    for (const name of Object.keys(members)) {
      this.#add(`${separator}${decodeText(JSON.stringify(name))}:`);
      this.value(members[name]);
      separator = ',';
    }
    this.#add('}');
  }

  #add(part: string): void {
    this.#check(part.length);
    this.#length += part.length;
    this.#parts.push(part);
    this.#budget.spend(1 + part.length / 50);
  }

  #check(more: number): void {
    const { valueLengthMax } = this.#budget.bounds;
    if (this.#length + more <= valueLengthMax) return;
    throw resultTooLong(valueLengthMax);
  }
}

/** The index after the last element that fits into a portion; `from` when not even the first element fits. */
function endOfPortion(elements: readonly unknown[], from: number): number {
  let left = portion;
  let to = from;
  for (; to < elements.length; to += 1) {
    left -= weigh(elements[to], left);
    if (left < 0) break;
  }
  return to;
}

/**
 * The number of values in a value, including itself; a long text counts for several. It stops counting above
 * `most`.
 */
function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / 16;
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && weight <= most; at += 1) weight += weigh(value[at], most - weight);
    return weight;
  }
  for (const name in value) {
    weight += 1 + weigh((value as Readonly<Record<string, unknown>>)[name], most - weight);
    if (weight > most) break;
  }
  return weight;
}
