import { decodeName, isWritten } from '../json/decode-utf8.ts';
import { kind } from '../json/kind.ts';
import { byte } from '../json/tokens.ts';
import type { IndexedSchema } from './index-types.ts';

const written = new TextEncoder().encode('"$schema"');

/**
 * Collects the `$schema` of the root object, of its members and of elements of a root array. If `$schema` is
 * repeated, its last value counts.
 */
export class SchemaList {
  /** True when the next value of the document is that of a `$schema`. */
  isExpected = false;
  hasMore = false;
  readonly #max: number;
  readonly #places = new Map<IndexedSchema['key'], IndexedSchema>();

  constructor(max: number) {
    this.#max = max;
  }

  get places(): readonly IndexedSchema[] {
    return [...this.#places.values()];
  }

  /** Checks whether a name of a member is `$schema`. It may be written with escapes (`"\u0024schema"`). */
  name(bytes: Uint8Array, start: number, end: number): void {
    this.isExpected = isWritten(written, bytes, start, end) || isEscaped(bytes, start, end);
  }

  value(kinds: number, bytes: Uint8Array, start: number, end: number, key: IndexedSchema['key']): void {
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

  forget(key: IndexedSchema['key']): void {
    this.isExpected = false;
    this.#places.delete(key);
  }
}

/**
 * The most bytes of the name `$schema`: two quotes, and six bytes for each of its characters when they are
 * escaped.
 */
const escapedBytesMax = 2 + 6 * '$schema'.length;

function isEscaped(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= written.length || end - start > escapedBytesMax) return false;
  const name = bytes.subarray(start + 1, end - 1);
  return name.includes(byte.backslash) && decodeName(name) === '$schema';
}
