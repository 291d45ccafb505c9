import type { Group, Span } from './run-index.ts';

/** Where the rows of a group lie: for each the bytes since the end of the one before, and its own, as LEB128 numbers. */
export class RowOffsets {
  #bytes = new Uint8Array(4096);
  #length = 0;
  #end = 0;

  add(start: number, end: number): void {
    if (this.#length === 0) this.#end = start;
    if (this.#length + 20 > this.#bytes.length) this.#grow();
    this.#put(start - this.#end);
    this.#put(end - start);
    this.#end = end;
  }

  /** The bytes are overwritten by the next row. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #put(number: number): void {
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      this.#bytes[this.#length] = (rest & 0x7f) | 0x80;
      this.#length += 1;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Where the rows of a group lie in the document. @param content of its block of offsets. */
export function rowSpans(content: Uint8Array, group: Pick<Group, 'start' | 'rows'>): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  let place = group.start;
  const next = (): number => {
    let [number, factor] = [0, 1];
    for (; content[at] >= 0x80; at += 1) {
      number += (content[at] & 0x7f) * factor;
      factor *= 0x80;
    }
    number += content[at] * factor;
    at += 1;
    return number;
  };
  while (spans.length < group.rows) {
    const start = place + next();
    place = start + next();
    spans.push({ start, end: place });
  }
  return spans;
}
