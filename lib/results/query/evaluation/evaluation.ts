import type { Node } from '../../json/tape.ts';
import type { Budget } from '../budget.ts';
import { QueryError, tooManyResults } from '../query-error.ts';

/** A value inside a path: a scalar, a value of the document, or a computed value of one of the dialects. */
export type Item = null | boolean | string | number | object;

/** The result of a step: at least one item, no item, or an error that is not thrown. */
export type Outcome = typeof ok | typeof notFound | typeof failed;
export const ok = 0;
export const notFound = 1;
export const failed = 2;

/**
 * A part of a path with the rest of the path. Items at the end are added to `found`. Without `found` only
 * their existence counts, and the first item ends the search.
 */
export type Step<State extends Evaluation = Evaluation> = (
  evaluation: State,
  item: Item,
  found: Item[] | null,
) => Outcome;

/** Returns true after an error, and after the first item if one is enough. */
export const isEnd = (outcome: Outcome, found: Item[] | null): boolean =>
  outcome === failed || (outcome === ok && found === null);

/** A test of an item, in three-valued logic. */
export type Condition<State extends Evaluation = Evaluation> = (evaluation: State, item: Item) => Truth;
export type Truth = typeof isFalse | typeof isTrue | typeof isUnknown;
export const isFalse = 0;
export const isTrue = 1;
export const isUnknown = 2;

/** The state of one evaluation. */
export class Evaluation {
  /** The document, for `$`. */
  readonly root: Node;
  readonly budget: Budget;
  /** The item of the innermost filter, for `@`. */
  current: Item;
  /** Number of elements of the innermost indexed array, for `last`. */
  size = -1;
  /** True when a path ignores missing values and values of another kind, as JSONPath and lax mode do. */
  ignoresStructure: boolean;
  /** True when errors are thrown; false inside a predicate, where they make it unknown. */
  throwsErrors = true;

  constructor(root: Node, ignoresStructure: boolean, budget: Budget) {
    this.root = root;
    this.current = root;
    this.ignoresStructure = ignoresStructure;
    this.budget = budget;
  }

  /** @throws QueryError 57014 when no steps or no time are left. */
  spend(steps: number): void {
    this.budget.spend(steps);
  }

  /** @throws QueryError 54000 for a full list; lists of intermediate results count. */
  push(found: Item[], item: Item): void {
    const { resultsMax } = this.budget.bounds;
    if (found.length >= resultsMax) throw tooManyResults(resultsMax);
    found.push(item);
  }

  /** Reports an error that makes a predicate unknown. */
  fail(sqlState: string, reason: string): typeof failed {
    if (this.throwsErrors) throw new QueryError(sqlState, reason);
    return failed;
  }

  /** Reports an error of structure. */
  failStructure(sqlState: string, reason: string): typeof failed | typeof notFound {
    return this.ignoresStructure ? notFound : this.fail(sqlState, reason);
  }
}

/**
 * Runs a compiled path on the document.
 * @throws QueryError 54001 for a deep document: the stack of the JavaScript engine is the last bound.
 */
export function run<State extends Evaluation>(
  step: Step<State>,
  evaluation: State,
  found: Item[] | null,
  tooDeep: string,
): Outcome {
  try {
    return step(evaluation, evaluation.root, found);
  } catch (cause) {
    if (cause instanceof RangeError) throw new QueryError('54001', tooDeep, { cause });
    throw cause;
  }
}

/** The end of a path. */
export const emit: Step = (evaluation, item, found) => {
  if (found !== null) evaluation.push(found, item);
  return ok;
};
