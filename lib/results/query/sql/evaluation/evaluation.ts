import type { Node } from '../../../json/tape.ts';
import type { Budget } from '../../budget.ts';
import { QueryError, tooManyResults } from '../../query-error.ts';
import type { Datetime } from '../datetime/datetime.ts';
import type { LikeRegex, Matcher } from '../like-regex/like-regex.ts';
import type { JsonValue } from '../values/json-value.ts';
import { documentBase, type ObjectBase, type Offsets, offsetsIn } from '../values/object-id.ts';

/** A value inside a path: a JSON value, or a datetime until it is printed. */
export type Item = JsonValue | Datetime;

/** The result of a step: at least one item, no item, or an error that is not thrown. */
export type Outcome = typeof ok | typeof notFound | typeof failed;
export const ok = 0;
export const notFound = 1;
export const failed = 2;

/**
 * A part of a path with the rest of the path. Items at the end are added to `found`. Without `found` only
 * their existence counts, and the first item ends the search.
 */
export type Step = (evaluation: Evaluation, item: Item, found: Item[] | null) => Outcome;

/** A step at the end of its path: it fills a list with the items of an expression. */
export type Operand = (evaluation: Evaluation, item: Item, into: Item[]) => Outcome;

/** Returns true after an error, and after the first item if one is enough. */
export const isEnd = (outcome: Outcome, found: Item[] | null): boolean =>
  outcome === failed || (outcome === ok && found === null);

/** A test of an item, in three-valued logic. */
export type Condition = (evaluation: Evaluation, item: Item) => Truth;
export type Truth = typeof isFalse | typeof isTrue | typeof isUnknown;
export const isFalse = 0;
export const isTrue = 1;
export const isUnknown = 2;

/** Compiled patterns that one evaluation keeps, of some 1 MiB each. */
const matchersMax = 16;

/** The state of one evaluation. */
export class Evaluation {
  /** The document, for `$`. */
  readonly root: Node;
  readonly #budget: Budget;

  /** The item of the innermost filter, for `@`. */
  current: Item;
  /** Number of elements of the innermost indexed array, for `last`. */
  size = -1;
  /** True when a path ignores missing values and values of another kind. */
  ignoresStructure: boolean;
  /** True when errors are thrown; false inside a predicate, where they make it unknown. */
  throwsErrors = true;
  readonly #matchers = new Map<LikeRegex, Matcher>();
  /** The base for the ids of `.keyvalue()`. */
  base: ObjectBase = documentBase;
  #places: Offsets | undefined;
  /** The id of the next object that `.keyvalue()` makes. PostgreSQL reserves 1 for the variables. */
  nextBaseId = 2;

  constructor(root: Node, isLax: boolean, budget: Budget) {
    this.root = root;
    this.current = root;
    this.ignoresStructure = isLax;
    this.#budget = budget;
  }

  /** The offsets of objects in their `jsonb`. The first use walks through the whole document. */
  get offsets(): Offsets {
    this.#places ??= offsetsIn(this.root, this);
    return this.#places;
  }

  /** The first patterns are kept until the evaluation ends. Further patterns come from the cache. */
  matcherOf(pattern: LikeRegex): Matcher {
    const known = this.#matchers.get(pattern);
    if (known !== undefined) return known;
    const matcher = pattern.matcher(this.#budget);
    if (this.#matchers.size < matchersMax) this.#matchers.set(pattern, matcher);
    return matcher;
  }

  /** @throws QueryError 57014 when no steps or no time are left. */
  spend(steps: number): void {
    this.#budget.spend(steps);
  }

  /** @throws QueryError 54000 for a full list; lists of intermediate results count. */
  push(found: Item[], item: Item): void {
    const { resultsMax } = this.#budget.bounds;
    if (found.length >= resultsMax) throw tooManyResults(resultsMax);
    found.push(item);
  }

  /** Reports an error that makes a predicate unknown. */
  fail(sqlState: string, reason: string): typeof failed {
    if (this.throwsErrors) throw new QueryError(sqlState, reason);
    return failed;
  }

  /** Reports an error of structure, which is ignored in lax mode and below `**`. */
  failStructure(sqlState: string, reason: string): typeof failed | typeof notFound {
    return this.ignoresStructure ? notFound : this.fail(sqlState, reason);
  }
}

/** The end of a path. */
export const emit: Step = (evaluation, item, found) => {
  if (found !== null) evaluation.push(found, item);
  return ok;
};
