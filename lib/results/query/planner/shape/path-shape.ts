/**
 * A path in a simple form that an index can answer. Both query languages produce it from their own syntax
 * trees. A path without this form is evaluated on a parsed document.
 */
export type PathShape = {
  /**
   * The meaning of steps. `jsonpath`: a step on a value of another kind selects nothing (RFC 9535). `lax` and
   * `strict` are the modes of SQL/JSON path. In `lax` mode a step to a member applies to each element of an
   * array, and a step to elements treats any other value as an array with this one element. In `strict` mode
   * both are errors, and so is a missing value.
   */
  readonly rule: 'jsonpath' | 'lax' | 'strict';
  /** All steps from the root. Absent when a part of the path has no such simple form. */
  readonly steps?: readonly Step[];
  /** Names of all members of the root object that an evaluation can read. Absent: it may read any member. */
  readonly reach?: readonly string[];
  /**
   * Present when the path tests each element of an array by itself, so that its answer is the answers for
   * parts of the array, one after the other. `member`: the array is this member of a root object; absent: it
   * is the root.
   */
  readonly parts?: { readonly member?: string };
};

export type Step =
  /** A step to the member of an object. `deep`: of the object and of every object inside it. */
  | { readonly kind: 'member'; readonly name: string; readonly deep?: true }
  /**
   * A step to all members of an object or elements of an array. In SQL/JSON path this step is `[*]`, which
   * selects elements only.
   */
  | { readonly kind: 'wildcard'; readonly deep?: true }
  /** `.*` of SQL/JSON path: the members of an object in the order of `jsonb`. */
  | { readonly kind: 'members' }
  /** The number of elements of an array: `.size()`, or `.length` without quotes. Only as the last step. */
  | { readonly kind: 'count' }
  /**
   * A step to the elements from `start` to before `end`, or to the last. Negative numbers count from the end.
   */
  | { readonly kind: 'slice'; readonly start: number; readonly end?: number }
  /** Elements for which a condition holds: `[?...]` of JSONPath, `[*] ? (...)` of SQL/JSON path. */
  | { readonly kind: 'filter'; readonly condition: Condition };

/** A condition on one element. A path is a list of names from the element, empty for the element itself. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not' | 'isUnknown'; readonly operand: Condition }
  /** A test of one value. Its query language decides the result, also for a missing value. */
  | { readonly kind: 'number'; readonly path: readonly string[]; readonly test: NumberTest }
  | { readonly kind: 'test'; readonly path: readonly string[]; readonly test: CellTest }
  /** A comparison of the values at two paths. */
  | {
      readonly kind: 'pair';
      readonly path: readonly string[];
      readonly other: readonly string[];
      readonly test: PairTest;
    };

/**
 * Tests a scalar, as JSON text. An empty text means that there is no scalar.
 * @returns a `truth`.
 */
export type CellTest = (text: string) => number;

/**
 * A comparison with a number, the literal. Its members are the `truth` for a number that is less, the same or
 * more, and for other values.
 */
export type NumberTest = {
  readonly literal: number;
  readonly less: number;
  readonly same: number;
  readonly more: number;
  readonly ofNull: number;
  /** The outcome of the number test for strings and booleans, as a `truth`. */
  readonly ofOthers: number;
  readonly ofNothing: number;
  /**
   * Compares a number exactly with the literal of the test. It is called for numbers whose nearest double is
   * that of the literal.
   * @returns below 0, 0 or above 0.
   */
  readonly sign?: (token: string) => number;
  /**
   * True when the literal of the test has few digits. Then a number with few digits and the same nearest
   * double is equal.
   */
  readonly isShort?: boolean;
};

/**
 * A comparison of two values: its `truth` for two short numbers by their order, and a function for all other
 * pairs.
 */
export type PairTest = Pick<NumberTest, 'less' | 'same' | 'more'> & {
  readonly ofTexts: (left: string, right: string) => number;
};

/** The truth of a condition. Only tests of SQL/JSON path give "unknown". */
export const truth = { no: 0, yes: 1, unknown: 2 } as const;

/**
 * Adds names to the start of all paths of a condition, so that it tests the same values from an outer object.
 */
export function below(names: readonly string[], condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, left: below(names, condition.left), right: below(names, condition.right) };
    case 'not':
    case 'isUnknown':
      return { ...condition, operand: below(names, condition.operand) };
    case 'pair':
      return { ...condition, path: [...names, ...condition.path], other: [...names, ...condition.other] };
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
    case 'pair':
      return [condition.path, condition.other];
    default:
      return [condition.path];
  }
}

/** The names of member steps; undefined when there are other steps. */
export const namesOf = (steps: readonly Step[]): readonly string[] | undefined =>
  allOf(steps, (step) => (step.kind === 'member' && !step.deep ? step.name : undefined));

/** The results of `find` for all items. Undefined when `find` returns undefined for one of them. */
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

export type Slice = Extract<Step, { kind: 'slice' }>;

/** True for a step that counts from the end of an array. */
export const countsBack = (step: Step): boolean =>
  step.kind === 'slice' && (step.start < 0 || (step.end ?? 0) < 0);

/**
 * The indexes of the elements that a slice selects in an array of `count` elements: the first, and the one
 * after the last.
 */
export function bounds({ start, end }: Slice, count: number): { start: number; end: number } {
  const place = (index: number): number => Math.min(Math.max(fromFirst(index, count), 0), count);
  return { start: place(start), end: end === undefined ? count : place(end) };
}

/**
 * True when a slice selects at least one element, and the array has all of them. Otherwise strict mode
 * reports an error.
 */
export function isWithin({ start, end }: Slice, count: number): boolean {
  const [from, to] = [fromFirst(start, count), end === undefined ? count : fromFirst(end, count)];
  return from >= 0 && from < to && to <= count;
}

const fromFirst = (index: number, count: number): number => (index < 0 ? count + index : index);
