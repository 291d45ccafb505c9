import { kind } from '../json/kind.ts';
import { decodeName } from '../json/text.ts';
import type { SchemaPlace } from './run-index.ts';

const written = new TextEncoder().encode('"$schema"');

/** The `$schema` of a document's root, members and elements, each by its last value. */
export class SchemaList {
  /** Whether the next value is one. */
  isExpected = false;
  hasMore = false;
  readonly #max: number;
  readonly #places = new Map<SchemaPlace['key'], SchemaPlace>();

  constructor(max: number) {
    this.#max = max;
  }

  get places(): readonly SchemaPlace[] {
    return [...this.#places.values()];
  }

  /** A name in an object whose `$schema` counts. An escape in it (`"\u0024schema"`) is looked through. */
  name(bytes: Uint8Array, start: number, end: number): void {
    if (end - start === written.length)
      this.isExpected = written.every((code, at) => bytes[start + at] === code);
    else this.isExpected = end - start > written.length && end - start <= 50 && isEscaped(bytes, start, end);
  }

  value(kinds: number, bytes: Uint8Array, start: number, end: number, key: SchemaPlace['key']): void {
    this.isExpected = false;
    this.#places.delete(key);
    if (kinds !== kind.string || start < 0) return;
    if (this.#places.size === this.#max) this.hasMore = true;
    else
      this.#places.set(key, {
        uri: decodeName(bytes.subarray(start + 1, end - 1)),
        ...(key === undefined ? {} : { key }),
      });
  }

  forget(key: SchemaPlace['key']): void {
    this.isExpected = false;
    this.#places.delete(key);
  }
}

/** Of 9 characters none takes more than 6 bytes, so a longer name is another one. */
function isEscaped(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start + 1] === 0x5c && decodeName(bytes.subarray(start + 1, end - 1)) === '$schema';
}
