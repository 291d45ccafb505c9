import { EscapeDecoder } from './escapes.ts';
import type { JsonQuery } from './parse-query.ts';

type Selector =
  | { readonly name: Buffer; readonly from: 0; readonly to: 0 }
  | { readonly name: undefined; readonly from: number; readonly to: number };

/**
 * Follows a query while a document is read. It decides which open objects and arrays match the beginning of
 * the query, and whether the next value matches.
 */
export class QueryPath {
  /**
   * The number of selectors (steps) in the query. A value at this depth is a result if the last selector
   * matches it.
   */
  readonly length: number;
  readonly #selectors: readonly Selector[];
  /** The number of open objects and arrays that match the query, counted from the outermost. */
  #depth = 0;
  #selects = true;
  /** The index of the current item in the open array of each depth. Not used for objects. */
  readonly #indexes: number[];
  /**
   * The name of a member that the query searches. `#compared` is the number of its bytes that are equal so
   * far in the current name, or -1 when they differ.
   */
  #name: Buffer = noName;
  #compared = 0;
  #decoder: EscapeDecoder | undefined;

  constructor(query: JsonQuery) {
    this.#selectors = query.map(selectorOf);
    this.#indexes = query.map(() => -1);
    this.length = query.length;
  }

  reset(): void {
    this.#depth = 0;
    this.#selects = true;
  }

  /** True when the query decides about values at this depth, because all values around them match. */
  decides(depth: number): boolean {
    return depth === this.#depth;
  }

  /** True when the current selector of the query matches the next value. */
  get selects(): boolean {
    return this.#selects;
  }

  /** Called when an object or array opens. It is the innermost one, at `depth`. */
  open(depth: number, isObject: boolean): void {
    if (depth !== this.#depth + 1 || !this.#selects) return;
    const selector = this.#selectors[depth - 1];
    if (selector === undefined || isObject !== (selector.name !== undefined)) return;
    this.#depth = depth;
    this.#indexes[depth - 1] = 0;
    this.#selects = selector.from === 0;
  }

  /** Called when the innermost object or array, at `depth`, ends. */
  close(depth: number): void {
    if (depth === this.#depth) this.#depth = depth - 1;
  }

  /** Called when the next item begins in an array that matches the query. */
  nextItem(): void {
    const at = this.#depth - 1;
    const index = this.#indexes[at]! + 1;
    this.#indexes[at] = index;
    const { from, to } = this.#selectors[at]!;
    this.#selects = index >= from && index <= to;
  }

  /** Called when the name of a member begins in an object that matches the query. */
  beginName(): void {
    this.#name = this.#selectors[this.#depth - 1]!.name ?? noName;
    this.#compared = 0;
    this.#selects = false;
  }

  /**
   * Compares a fragment of a member's name with the searched name. `escaped`: the name has contained an
   * escape.
   */
  compare(bytes: Buffer, from: number, to: number, escaped: boolean): void {
    if (escaped) {
      this.#decoder ??= new EscapeDecoder();
      const decoded = this.#decoder.decode(bytes.subarray(from, to), false);
      this.#compareDecoded(decoded, 0, decoded.length);
    } else this.#compareDecoded(bytes, from, to);
  }

  endName(escaped: boolean): void {
    if (escaped && this.#decoder !== undefined) {
      const rest = this.#decoder.decode(noName, true);
      this.#compareDecoded(rest, 0, rest.length);
    }
    this.#selects = this.#compared === this.#name.length;
  }

  #compareDecoded(bytes: Buffer, from: number, to: number): void {
    if (this.#compared < 0) return;
    const name = this.#name;
    let compared = this.#compared;
    for (let at = from; at < to; at += 1, compared += 1) {
      if (bytes[at] === name[compared]) continue;
      this.#compared = -1;
      return;
    }
    this.#compared = compared;
  }
}

const noName = Buffer.alloc(0);

function selectorOf(selector: JsonQuery[number]): Selector {
  return 'member' in selector
    ? { name: Buffer.from(selector.member), from: 0, to: 0 }
    : { name: undefined, from: selector.from, to: selector.to ?? Infinity };
}
