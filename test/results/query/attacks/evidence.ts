import { createHash } from 'node:crypto';
import { CompactWriter } from '../../../../lib/results/json/compact.ts';
import { Node } from '../../../../lib/results/json/tape/tape.ts';

export const fingerprint = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** The JSON text of a value without blanks. */
export function textOf(value: Node): string {
  const writer = new CompactWriter();
  writer.value(value);
  return Buffer.from(writer.bytes).toString();
}

/**
 * The texts of all values in a document, of the names in it, and of numbers that may be an index or a length.
 */
export function nodesOf({ tape, at }: Node): ReadonlySet<string> {
  const found = new Set<string>(['null', ...Array.from({ length: 300 }, (_, index) => String(index))]);
  for (let entry = at; entry <= (tape.isOpen(at) ? tape.close(at) : at); entry += 1)
    if (!isClosing(tape.first(entry))) found.add(textOf(new Node(tape, entry)));
  return found;
}

const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

/** The state of the process that an attack might change. */
export function surroundings(): string {
  const prototypes = [Object, Array, String, Number, Function, RegExp, Map, Set, Error].map(
    (one) => one.prototype,
  );
  const shared: readonly object[] = [globalThis, ...prototypes, Object, Array, JSON, Math];
  return shared.map((one) => Reflect.ownKeys(one).map(String).join()).join('\n');
}
