import { CompactWriter } from '../../../json/compact.ts';
import { Node } from '../../../json/tape.ts';
import type { Budget } from '../../budget.ts';
import { resultTooLong } from '../../query-error.ts';

/**
 * Writes matches as the JSON text of an array, or of the first one, `null` without a match. It keeps the
 * digits and the order of the document.
 * @throws QueryError 54000 when the text becomes too long, 57014 when no steps or no time are left.
 */
export function writeMatches(matches: readonly unknown[], isArray: boolean, budget: Budget): string {
  const writer = new CompactWriter();
  const bound = new LengthBound(writer, budget);
  if (!isArray) {
    bound.write(matches[0] ?? null);
    return bound.text();
  }
  writer.put(0x5b);
  for (const [at, match] of matches.entries()) {
    if (at > 0) writer.put(0x2c);
    bound.write(match);
  }
  writer.put(0x5d);
  return bound.text();
}

/** Checks that a text is not too long. A character has at most three bytes for each UTF-16 unit. */
class LengthBound {
  readonly #writer: CompactWriter;
  readonly #budget: Budget;
  /** Bytes from which the characters are counted. */
  #countFrom: number;

  constructor(writer: CompactWriter, budget: Budget) {
    this.#writer = writer;
    this.#budget = budget;
    this.#countFrom = budget.bounds.valueLengthMax;
  }

  write(match: unknown): void {
    const before = this.#writer.length;
    if (match instanceof Node) {
      const { tape, at } = match;
      if (before + (tape.end(at) - tape.start(at)) / 6 > 3 * this.#budget.bounds.valueLengthMax)
        throw resultTooLong(this.#budget.bounds.valueLengthMax);
      this.#writer.value(match);
    } else this.#writer.text(JSON.stringify(match));
    this.#budget.spend(1 + (this.#writer.length - before) / 50);
    this.#check();
  }

  text(): string {
    this.#check();
    const { bytes } = this.#writer;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  }

  #check(): void {
    const { bytes, length } = this.#writer;
    if (length <= this.#countFrom) return;
    const { valueLengthMax } = this.#budget.bounds;
    const units = unitsOf(bytes);
    if (units > valueLengthMax) throw resultTooLong(valueLengthMax);
    this.#countFrom = length + valueLengthMax - units;
  }
}

/** UTF-16 units of a text in UTF-8. */
function unitsOf(bytes: Uint8Array): number {
  let units = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at]!;
    if ((code & 0xc0) !== 0x80) units += code >= 0xf0 ? 2 : 1;
  }
  return units;
}
