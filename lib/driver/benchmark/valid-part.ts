import { nearestName } from '../document/nearest.ts';
import { pointerTo, valueAt } from '../document/path.ts';
import type { Path } from '../document/problem.ts';
import type { FileChecking } from '../scenario/files/needed.ts';

/**
 * A document that may have wrong parts. Rules read the document through this class. They get every part that
 * the schema accepts. They report no problem of a part that the schema has rejected.
 */
export class CheckedDocument {
  readonly #value: unknown;
  /** JSON Pointers of all wrong parts, and of all parts that contain a wrong part. */
  readonly #invalid = new Set<string>();

  readonly #unread: ReadonlySet<string>;

  /**
   * `wrong` lists the places that violate the schema. `unread` lists the parts whose values could not be
   * read.
   */
  constructor(value: unknown, wrong: readonly Path[], unread: readonly Path[] = []) {
    this.#value = value;
    this.#unread = new Set(unread.map(pointerTo));
    for (const path of [...wrong, ...unread]) {
      for (let length = path.length; length >= 0; length -= 1) {
        this.#invalid.add(pointerTo(path.slice(0, length)));
      }
    }
  }

  /** True when the part at the path and everything in it are valid. */
  isValid(path: Path): boolean {
    return !this.#invalid.has(pointerTo(path));
  }

  /** True when the document has a value at the path, valid or not. */
  has(path: Path): boolean {
    return valueAt(this.#value, path) !== undefined;
  }

  /** True when a mapping has neither this member nor a misspelt form of it. */
  lacks(at: Path, name: string): boolean {
    if (this.#unread.has(pointerTo(at)) || !isMapping(valueAt(this.#value, at)) || this.has([...at, name]))
      return false;
    return !this.members(at).some(
      ([key, path]) => !this.isValid(path) && nearestName(key, [name]) !== undefined,
    );
  }

  /**
   * Returns the value at a path, in the shape that the schema guarantees. Undefined when the value is absent,
   * empty or wrong.
   */
  read<Value>(path: Path): Value | undefined {
    return this.isValid(path) ? ((valueAt(this.#value, path) ?? undefined) as Value | undefined) : undefined;
  }

  /** Returns the value at a path, valid or not, in any shape. Undefined when the value is not known. */
  written(path: Path): unknown {
    return this.#unread.has(pointerTo(path)) ? undefined : valueAt(this.#value, path);
  }

  /** Returns the paths of the items of a list. If the value is not a list, returns only its own path. */
  each(path: Path): readonly Path[] {
    const value = valueAt(this.#value, path);
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((_, index) => [...path, index]) : [path];
  }

  /**
   * Returns names and paths of the members of a mapping, or of a list of mappings. Includes members that are
   * wrong.
   */
  members(path: Path): readonly (readonly [name: string, path: Path])[] {
    return this.each(path).flatMap((at) => {
      const value = valueAt(this.#value, at);
      if (!isMapping(value)) return [];
      return Object.keys(value).map((name) => [name, [...at, name]] as const);
    });
  }
}

const isMapping = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The argument of each function that parses a part of a benchmark. It reads from `document` and reports
 * problems to `findings`.
 */
export type Checking = { readonly document: CheckedDocument } & FileChecking;
