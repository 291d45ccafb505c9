import { nearestName } from '../document/nearest.ts';
import { pointerTo, valueAt } from '../document/path.ts';
import type { Path } from '../document/problem.ts';
import type { FileChecking } from '../scenario/files/needed.ts';

/**
 * A document with parts that may be wrong. Semantic rules read through it, so that they run on every part
 * that the schema accepts and report nothing about the parts that it rejected already.
 */
export class CheckedDocument {
  readonly #value: unknown;
  /** Pointers of everything wrong and of all that contains it. */
  readonly #invalid = new Set<string>();

  readonly #unread: ReadonlySet<string>;

  /** `wrong`: where the schema is violated; `unread`: parts that could not be read. */
  constructor(value: unknown, wrong: readonly Path[], unread: readonly Path[] = []) {
    this.#value = value;
    this.#unread = new Set(unread.map(pointerTo));
    for (const path of [...wrong, ...unread]) {
      for (let length = path.length; length >= 0; length -= 1) {
        this.#invalid.add(pointerTo(path.slice(0, length)));
      }
    }
  }

  /** True when nothing is wrong at the path or below it. */
  isValid(path: Path): boolean {
    return !this.#invalid.has(pointerTo(path));
  }

  /** True when something is written there, right or wrong. */
  has(path: Path): boolean {
    return valueAt(this.#value, path) !== undefined;
  }

  /** True when a mapping should have a member and has neither it nor a misspelt one. */
  lacks(at: Path, name: string): boolean {
    if (this.#unread.has(pointerTo(at)) || !isMapping(valueAt(this.#value, at)) || this.has([...at, name]))
      return false;
    return !this.members(at).some(
      ([key, path]) => !this.isValid(path) && nearestName(key, [name]) !== undefined,
    );
  }

  /**
   * The value at a valid path, in the shape that the schema has proved; undefined when absent, empty or not
   * valid.
   */
  read<Value>(path: Path): Value | undefined {
    return this.isValid(path) ? ((valueAt(this.#value, path) ?? undefined) as Value | undefined) : undefined;
  }

  /** The value at a path, right or wrong, of whatever shape; undefined when nothing is known of it. */
  written(path: Path): unknown {
    return this.#unread.has(pointerTo(path)) ? undefined : valueAt(this.#value, path);
  }

  /** Paths of the items of a list, or of the thing itself when it is written without a list. */
  each(path: Path): readonly Path[] {
    const value = valueAt(this.#value, path);
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value.map((_, index) => [...path, index]) : [path];
  }

  /** Names and paths of a mapping's members, or of the members of a list of mappings; valid or not. */
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

/** Every parse function of a benchmark reads from the document and reports to the findings. */
export type Checking = { readonly document: CheckedDocument } & FileChecking;
