import { CompactWriter } from '../../../json/compact.ts';
import { Node } from '../../../json/tape/tape.ts';
import type { Budget } from '../../budget.ts';

/**
 * Writes matches as the JSON text of an array, or the first match alone, `null` without a match. Numbers keep
 * their digits, and members their order.
 * @throws QueryError 54000 when the text becomes too long, 57014 when no steps or no time are left.
 */
export function writeMatches(matches: readonly unknown[], isArray: boolean, budget: Budget): Uint8Array {
  const writer = new CompactWriter();
  const write = (match: unknown): void => {
    const before = writer.length;
    if (match instanceof Node) writer.value(match);
    else writer.text(JSON.stringify(match));
    budget.spend(1 + (writer.length - before) / 50);
    budget.fit(writer.length);
  };
  if (!isArray) write(matches[0] ?? null);
  else {
    writer.put(0x5b);
    for (const [at, match] of matches.entries()) {
      if (at > 0) writer.put(0x2c);
      write(match);
    }
    writer.put(0x5d);
  }
  budget.fit(writer.length);
  return writer.bytes;
}
