import type { ResponseHeaders } from '../transport.ts';
import { colon, isAt, isBlank, lf } from './bytes.ts';

/**
 * The header fields of a response. They remain in the bytes that were read. A field is decoded only when a
 * caller reads it. One object serves all responses of a connection, so it is valid only during `onHead`.
 */
export class ResponseFields implements ResponseHeaders {
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  /**
   * One bit for each name of a field that the response has, by `bitOf`. The bits make a search fast, because
   * most names that callers search are absent.
   */
  #present = 0;

  /**
   * Sets the bytes with the fields, which are between two offsets. Each line has one field and ends with
   * CRLF.
   */
  set(bytes: Buffer, start: number, end: number, present: number): void {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.#present = present;
  }

  get(name: string): string | undefined {
    const at = this.#find(name, this.#start);
    return at < 0 ? undefined : this.#value(at + name.length + 1, this.#lineEnd(at));
  }

  all(name: string): readonly string[] {
    let at = this.#find(name, this.#start);
    if (at < 0) return none;
    const values: string[] = [];
    while (at >= 0) {
      const end = this.#lineEnd(at);
      values.push(this.#value(at + name.length + 1, end));
      at = this.#find(name, end + 1);
    }
    return values;
  }

  each(visit: (name: string, value: string) => void): void {
    const bytes = this.#bytes;
    const last = this.#end;
    for (let at = this.#start; at < last; ) {
      const end = this.#lineEnd(at);
      const nameEnd = bytes.indexOf(colon, at);
      visit(bytes.toString('latin1', at, nameEnd).toLowerCase(), this.#value(nameEnd + 1, end));
      at = end + 1;
    }
  }

  /** The offset of the first line with a field of this name, from `from` on. -1 when no line has it. */
  #find(name: string, from: number): number {
    if ((this.#present & bitOf(name.length, name.charCodeAt(0))) === 0) return -1;
    const bytes = this.#bytes;
    const last = this.#end;
    for (let at = from; at < last; at = this.#lineEnd(at) + 1)
      if (bytes[at + name.length] === colon && isAt(bytes, at, name)) return at;
    return -1;
  }

  /** The offset of the LF that ends a line. */
  #lineEnd(at: number): number {
    const bytes = this.#bytes;
    let end = at;
    while (bytes[end] !== lf) end += 1;
    return end;
  }

  /** The text after a colon up to the LF of its line, without white space at both ends. */
  #value(from: number, lineEnd: number): string {
    const bytes = this.#bytes;
    let start = from;
    let end = lineEnd - 1;
    while (start < end && isBlank(bytes[start]!)) start += 1;
    while (end > start && isBlank(bytes[end - 1]!)) end -= 1;
    return bytes.toString('latin1', start, end);
  }
}

/**
 * A number with one of 32 bits for a name, chosen by its length and its first character. Upper and lower case
 * give the same bit.
 */
export const bitOf = (length: number, first: number): number => 1 << ((length ^ first) & 31);

const none: readonly string[] = [];
