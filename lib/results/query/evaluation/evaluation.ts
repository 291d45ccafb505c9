import type { Node } from '../../json/tape/tape.ts';
import type { Budget } from '../budget.ts';
import { QueryError, tooManyResults } from '../query-error.ts';

/**
 * A value while a path is evaluated: a scalar, a value of the document, or a value that a query language
 * computes.
 */
export type Item = null | boolean | string | number | object;

/** The result of a step: it found at least one item, it found none, or it met an error that is not thrown. */
export type Outcome = typeof ok | typeof notFound | typeof failed;
export const ok = 0;
export const notFound = 1;
export const failed = 2;

/**
 * A step of a path together with all steps after it. The last step adds its items to `found`. If `found` is
 * null, only the existence of an item matters, and the first item ends the search.
 */
export type Step<State = unknown> = (
  evaluation: Evaluation<State>,
  item: Item,
  found: Item[] | null,
) => Outcome;

/** True when the evaluation can stop: after an error, or after the first item when only existence matters. */
export const isEnd = (outcome: Outcome, found: Item[] | null): boolean =>
  outcome === failed || (outcome === ok && found === null);

/** A test of an item, in three-valued logic. */
export type Condition<State = unknown> = (evaluation: Evaluation<State>, item: Item) => Truth;
export type Truth = typeof isFalse | typeof isTrue | typeof isUnknown;
export const isFalse = 0;
export const isTrue = 1;
export const isUnknown = 2;

/**
 * One evaluation of an expression. A query language may add its own `state`. Both languages share this class,
 * because V8 runs slower with objects of two classes.
 */
export class Evaluation<State = unknown> {
  /** The root of the document, to which `$` in a path refers. */
  readonly root: Node;
  readonly budget: Budget;
  /** The item that the innermost filter tests, to which `@` in a path refers. */
  current: Item;
  /**
   * The number of elements of the innermost array whose index is evaluated, for `last` in a path. -1 outside
   * of arrays.
   */
  size = -1;
  /** True when a path ignores missing values and values of another kind, as JSONPath and lax mode do. */
  ignoresStructure: boolean;
  /** True when errors are thrown. False inside a predicate, where an error makes the result unknown. */
  throwsErrors = true;
  readonly state: State;

  constructor(root: Node, ignoresStructure: boolean, budget: Budget, state: State) {
    this.root = root;
    this.current = root;
    this.ignoresStructure = ignoresStructure;
    this.budget = budget;
    this.state = state;
  }

  /**
   * Counts steps of work of the query.
   * @throws QueryError 57014 when no steps or no time are left.
   */
  spend(steps: number): void {
    this.budget.spend(steps);
  }

  /**
   * Adds an item to a list, also to lists of intermediate results.
   * @throws QueryError 54000 when the list is full.
   */
  push(found: Item[], item: Item): void {
    const { resultsMax } = this.budget.bounds;
    if (found.length >= resultsMax) throw tooManyResults(resultsMax);
    found.push(item);
  }

  /**
   * Reports an error. Inside a predicate it returns `failed`, which makes the predicate unknown.
   * @throws QueryError when `throwsErrors` is true.
   */
  fail(sqlState: string, reason: string): typeof failed {
    if (this.throwsErrors) throw new QueryError(sqlState, reason);
    return failed;
  }

  /**
   * Reports a missing value, or a value of the wrong kind. That is no error when `ignoresStructure` is true.
   */
  failStructure(sqlState: string, reason: string): typeof failed | typeof notFound {
    return this.ignoresStructure ? notFound : this.fail(sqlState, reason);
  }
}

/**
 * Runs a compiled path on the document.
 * @throws QueryError 54001 for a document so deep that the stack of the JavaScript engine is exhausted.
 */
export function run<State>(
  step: Step<State>,
  evaluation: Evaluation<State>,
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

/** The last step of every path: it adds the item to the result. */
export const emit: Step = (evaluation, item, found) => {
  if (found !== null) evaluation.push(found, item);
  return ok;
};
