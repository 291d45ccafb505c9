import { notJson } from './json/parse-json.ts';
import { readTapeAsWritten } from './json/tape/build-tape.ts';
import { type Node, Tape } from './json/tape/tape.ts';
import type { Span } from './json/value-spans.ts';

const schemaName = '$schema';

/**
 * Sets `$schema` in a JSON document. In a root object it replaces the existing one; in a root array it is
 * added to objects that have none. All other bytes stay.
 * @throws DownpourError NOT_JSON (400), as indexing the document would.
 */
export function withSchema(document: Uint8Array, uri: string): Uint8Array {
  const root = rootOf(document);
  const value = Buffer.from(JSON.stringify(uri));
  const objects = root.isObject ? [root] : root.isArray ? root.values.filter(({ isObject }) => isObject) : [];
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, before, after } of objects.flatMap((object) => editsOf(object, root.isObject))) {
    parts.push(document.subarray(at, start), Buffer.from(before), value, Buffer.from(after));
    at = end;
  }
  return Buffer.concat([...parts, document.subarray(at)]);
}

function rootOf(document: Uint8Array): Node {
  const tape = readTapeAsWritten(document);
  if (tape instanceof Tape) return tape.root;
  throw notJson(tape.reason);
}

/** A change of bytes: `before`, the new value and `after` replace the bytes of the span. */
type Edit = Span & { readonly before: string; readonly after: string };

function editsOf(object: Node, replaces: boolean): readonly Edit[] {
  const { tape, at } = object;
  const known = object.values.filter(isSchema);
  if (replaces && known.length > 0)
    return known.map((value) => ({
      start: tape.start(value.at),
      end: tape.end(value.at),
      before: '',
      after: '',
    }));
  const inside = tape.start(at) + 1;
  const added = {
    start: inside,
    end: inside,
    before: `"${schemaName}":`,
    after: object.count === 0 ? '' : ',',
  };
  return known.length > 0 ? [] : [added];
}

const isSchema = ({ tape, at }: Node): boolean => tape.text(at - 1) === schemaName;

/** An object without its `$schema`. All other bytes stay. @throws DownpourError NOT_JSON (400). */
export function withoutSchema(object: Uint8Array): Uint8Array {
  const members = rootOf(object).values.map((value) => ({
    start: value.tape.start(value.at - 1),
    end: value.tape.end(value.at),
    isSchema: isSchema(value),
  }));
  const last = members.findLastIndex((member) => !member.isSchema);
  const parts: Uint8Array[] = [];
  let at = 0;
  members.forEach((member, index) => {
    if (!member.isSchema || index > last) return;
    parts.push(object.subarray(at, member.start));
    at = members[index + 1]?.start ?? member.start;
  });
  const [behind, end] = [members[last]?.end ?? members[0]?.start, members.at(-1)?.end];
  if (behind === undefined || end === undefined) return object;
  // The removed members may be the last ones of the object. Then the comma before them is removed, too.
  return Buffer.concat([...parts, object.subarray(at, behind), object.subarray(end)]);
}
