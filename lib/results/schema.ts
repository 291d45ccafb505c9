import { type Listener, silence } from './json/listener.ts';
import { notJson } from './json/parse-json.ts';
import { scanJson } from './json/scanner.ts';
import { decodeName } from './json/text.ts';

const member = '$schema';

/**
 * Sets `$schema` in a JSON document. In a root object it replaces the existing one; in a root array it is
 * added to objects that have none. All other bytes stay.
 * @throws DownpourError NOT_JSON (400), as indexing the document would.
 */
export function withSchema(document: Uint8Array, uri: string): Uint8Array {
  const edits = new SchemaEdits(document);
  const problem = scanJson(document, edits);
  if (problem !== undefined) throw notJson(problem.reason);
  const value = Buffer.from(JSON.stringify(uri));
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, before, after } of edits.found) {
    parts.push(document.subarray(at, start), Buffer.from(before), value, Buffer.from(after));
    at = end;
  }
  return Buffer.concat([...parts, document.subarray(at)]);
}

/** The bytes that the value replaces, and the text before and after the value. */
type Edit = { readonly start: number; readonly end: number; readonly before: string; readonly after: string };

/** Collects the edits for the root object or for the objects of the root array. */
class SchemaEdits implements Listener {
  readonly long = silence.long;
  readonly repeated = silence.repeated;
  readonly passed = silence.passed;
  readonly found: Edit[] = [];
  readonly #document: Uint8Array;
  #depth = 0;
  /** The depth of the members of these objects: 1 in a root object, 2 in a root array. */
  #memberDepth = 0;
  /** Offset of the first byte inside the current object. */
  #inside = 0;
  #isEmpty = true;
  #values: { readonly start: number; readonly end: number }[] = [];
  /** True when the next value is that of a `$schema`. `#start` is the offset at which the value begins. */
  #isExpected = false;
  #start = 0;

  constructor(document: Uint8Array) {
    this.#document = document;
  }

  open(isObject: boolean, start: number): void {
    if (this.#isExpected && this.#depth === this.#memberDepth) this.#start = start;
    this.#depth += 1;
    if (this.#depth === 1) this.#memberDepth = isObject ? 1 : 2;
    if (this.#depth !== this.#memberDepth || !isObject) return;
    this.#inside = start + 1;
    this.#isEmpty = true;
    this.#values = [];
  }

  name(start: number, end: number): void {
    if (this.#depth !== this.#memberDepth) return;
    this.#isEmpty = false;
    this.#isExpected = decodeName(this.#document.subarray(start + 1, end - 1)) === member;
  }

  scalar(_kind: number, start: number, end: number): void {
    if (this.#depth === this.#memberDepth) this.#value(start, end);
  }

  close(end: number): void {
    const isCounted = this.#depth === this.#memberDepth && this.#document[end - 1] === 0x7d;
    this.#depth -= 1;
    if (isCounted) this.#closeObject();
    else if (this.#depth === this.#memberDepth) this.#value(this.#start, end);
  }

  #value(start: number, end: number): void {
    if (this.#isExpected) this.#values.push({ start, end });
    this.#isExpected = false;
  }

  #closeObject(): void {
    const inside = this.#inside;
    if (this.#values.length === 0) {
      const after = this.#isEmpty ? '' : ',';
      this.found.push({ start: inside, end: inside, before: `"${member}":`, after });
    } else if (this.#memberDepth === 1)
      for (const span of this.#values) this.found.push({ ...span, before: '', after: '' });
  }
}
