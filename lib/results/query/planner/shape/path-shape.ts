import type { Comparison } from '../../operators.ts';

/**
 * A path in the few words that an index understands. Either dialect makes one of its own syntax tree; a path
 * that cannot be said in these words is evaluated on a parsed document.
 */
export type PathShape = {
  /**
   * How steps are meant. `jsonpath`: a step on a value of another kind selects nothing (RFC 9535). `lax` and
   * `strict` are the modes of SQL/JSON path: `lax` takes an array as its elements where a member is asked
   * for, and everything else as an array of itself where elements are; to `strict` both are errors, and so is
   * what is not there.
   */
  readonly rule: 'jsonpath' | 'lax' | 'strict';
  /** The whole path from the root. Absent when some part of it is no such step. */
  readonly steps?: readonly Step[];
  /** Names of all members of a root object that an evaluation can look at. Absent: possibly any. */
  readonly reach?: readonly string[];
  /**
   * Present when the path asks each element of an array by itself, so that its answer is that of parts of the
   * array, one after the other: of the member of a root object by this name, or of a root array.
   */
  readonly parts?: { readonly member?: string };
};

export type Step =
  /** The member of an object. `deep`: of every object below, itself included. */
  | { readonly kind: 'member'; readonly name: string; readonly deep?: true }
  /** All members of an object or elements of an array; in SQL/JSON path `[*]`, elements only. */
  | { readonly kind: 'wildcard'; readonly deep?: true }
  /** `.*` of SQL/JSON path: the members of an object in the order of `jsonb`. */
  | { readonly kind: 'members' }
  /** How many elements an array has: `.size()`, or `.length` without quotes. Only as the last step. */
  | { readonly kind: 'count' }
  /** Elements from `start` to before `end`, or to the last. Negative ones count from the end. */
  | { readonly kind: 'slice'; readonly start: number; readonly end?: number }
  /** Elements for which a condition holds: `[?...]` of JSONPath, `[*] ? (...)` of SQL/JSON path. */
  | { readonly kind: 'filter'; readonly condition: Condition };

/** A condition on one element. Paths are names from the element on, none for itself. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not' | 'isUnknown'; readonly operand: Condition }
  /** RFC 9535 section 2.3.5.2.2: the value at the path, or its absence, on the left. */
  | {
      readonly kind: 'comparison';
      readonly path: readonly string[];
      readonly operator: Comparison;
      readonly literal: Literal;
    }
  /** There is a value at the path. */
  | { readonly kind: 'existence'; readonly path: readonly string[] }
  /** There is one, and JavaScript takes it for true. */
  | { readonly kind: 'truth'; readonly path: readonly string[] }
  /** Other rules of a dialect. */
  | { readonly kind: 'number'; readonly path: readonly string[]; readonly test: NumberTest }
  | { readonly kind: 'test'; readonly path: readonly string[]; readonly test: CellTest };

/**
 * Asks for the scalar between two places, as it is written; they are the same when there is none. @returns a
 * `truth`.
 */
export type CellTest = (bytes: Uint8Array, start: number, end: number) => number;

/**
 * A comparison with a number: what it says of a number that is less, the same or more, and of everything
 * else.
 */
export type NumberTest = {
  readonly literal: number;
  readonly less: number;
  readonly same: number;
  readonly more: number;
  readonly ofNull: number;
  /** Of strings and booleans. */
  readonly ofOthers: number;
  readonly ofNothing: number;
  /**
   * The sign of a number, as it is written, less the literal: asked for numbers whose nearest double is the
   * literal's.
   */
  readonly sign?: (token: string) => number;
  /** True when the literal has so few digits that a number of few digits with the same double is the same. */
  readonly isShort?: boolean;
};

/** Truth of a condition. Unknown is SQL's; only its tests give it. */
export const truth = { no: 0, yes: 1, unknown: 2 } as const;

export type Literal = string | number | boolean | null;

/** The same condition on what is further up by these names. */
export function below(names: readonly string[], condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, left: below(names, condition.left), right: below(names, condition.right) };
    case 'not':
    case 'isUnknown':
      return { ...condition, operand: below(names, condition.operand) };
    default:
      return { ...condition, path: [...names, ...condition.path] };
  }
}

/** The paths of all tests of a condition. */
export function pathsOf(condition: Condition): readonly (readonly string[])[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...pathsOf(condition.left), ...pathsOf(condition.right)];
    case 'not':
    case 'isUnknown':
      return pathsOf(condition.operand);
    default:
      return [condition.path];
  }
}

/** The names of steps to members; undefined when there are others. */
export const namesOf = (steps: readonly Step[]): readonly string[] | undefined =>
  allOf(steps, (step) => (step.kind === 'member' && !step.deep ? step.name : undefined));

/** The results of `find` for all items; undefined when it finds nothing for one of them. */
export function allOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): readonly Found[] | undefined {
  const found: Found[] = [];
  for (const item of items) {
    const one = find(item);
    if (one === undefined) return undefined;
    found.push(one);
  }
  return found;
}

/** The element at an index. */
export const elementAt = (index: number): Step =>
  index === -1 ? { kind: 'slice', start: -1 } : { kind: 'slice', start: index, end: index + 1 };

export const isDeep = (step: Step): boolean =>
  (step.kind === 'member' || step.kind === 'wildcard') && step.deep === true;

type Slice = Extract<Step, { kind: 'slice' }>;

/** A slice of so many elements, from and to where it reaches. */
export function bounds({ start, end }: Slice, count: number): { start: number; end: number } {
  const place = (index: number): number => Math.min(Math.max(fromFirst(index, count), 0), count);
  return { start: place(start), end: end === undefined ? count : place(end) };
}

/**
 * Returns true when all that a slice asks for is there, and is something: else it is an error of strict mode.
 */
export function isWithin({ start, end }: Slice, count: number): boolean {
  const [from, to] = [fromFirst(start, count), end === undefined ? count : fromFirst(end, count)];
  return from >= 0 && from < to && to <= count;
}

const fromFirst = (index: number, count: number): number => (index < 0 ? count + index : index);
