import type { Datetime } from '../datetime/datetime.ts';
import type { LikeRegex, Matcher } from '../like-regex/like-regex.ts';
import type { JsonObject, JsonValue } from '../values/json-value.ts';
import { documentBase, type ObjectBase, type Places, placesIn } from '../values/object-id.ts';
import { SqlPathError } from './errors.ts';

/** What flows through a path: a JSON value, or a datetime until it is printed. */
export type Item = JsonValue | Datetime;

/** What came of a step: an item at least, none, or an error that is not thrown. */
export type Outcome = typeof ok | typeof notFound | typeof failed;
export const ok = 0;
export const notFound = 1;
export const failed = 2;

/**
 * A part of a path with all that follows it. Items that come out at the end are added to `found`; without it the
 * question is only whether there is one, and the first one ends the search.
 */
export type Step = (evaluation: Evaluation, item: Item, found: Item[] | null) => Outcome;

/** A step that ends its path: it fills a list with the items of an expression. */
export type Operand = (evaluation: Evaluation, item: Item, into: Item[]) => Outcome;

/** Returns true after an error, and after the first item when it is only asked whether there is one. */
export const isEnd = (outcome: Outcome, found: Item[] | null): boolean =>
  outcome === failed || (outcome === ok && found === null);

/** What may be asked of an item, in three-valued logic. */
export type Condition = (evaluation: Evaluation, item: Item) => Truth;
export type Truth = typeof isFalse | typeof isTrue | typeof isUnknown;
export const isFalse = 0;
export const isTrue = 1;
export const isUnknown = 2;

/** What one evaluation may cost. */
export type Budget = {
  /** Items visited and pairs compared; more is 57014. */
  readonly stepsMax: number;
  /** Items in one list; more is 54000. */
  readonly resultsMax: number;
  /** Asked every few thousand steps; 57014 when it says so. */
  readonly isOverdue: () => boolean;
};

/** Steps between two checks of the deadline. */
const checkSteps = 4096;

/** Compiled patterns of one evaluation that it holds, of some 1 MiB each. */
const matchersMax = 16;

/** The state of one evaluation. */
export class Evaluation {
  /** The document, for `$`. */
  readonly root: JsonValue;
  readonly variables: JsonObject | undefined;
  readonly #budget: Budget;
  #stepsLeft: number;
  #untilCheck = 0;

  /** The item of the innermost filter, for `@`. */
  current: Item;
  /** Elements of the innermost array that is indexed, for `last`. */
  size = -1;
  /** What is not there, or of another kind than a path expects, is passed over. */
  ignoresStructure: boolean;
  /** Errors that a predicate would make unknown are thrown. */
  throwsErrors = true;
  readonly #matchers = new Map<LikeRegex, Matcher>();
  /** What the ids of `.keyvalue()` count from. */
  base: ObjectBase = documentBase;
  #places: Places | undefined;
  /** The id of the next object that `.keyvalue()` makes; 1 is the variables'. */
  nextBaseId = 2;

  constructor(root: JsonValue, isLax: boolean, variables: JsonObject | undefined, budget: Budget) {
    this.root = root;
    this.current = root;
    this.ignoresStructure = isLax;
    this.variables = variables;
    this.#budget = budget;
    this.#stepsLeft = budget.stepsMax;
  }

  /** Where objects would stand in their `jsonb`; walks through the whole document when it is first asked. */
  get places(): Places {
    if (this.#places === undefined) {
      this.#places = placesIn([this.root, this.variables ?? null], this.spending);
    }
    return this.#places;
  }

  /** The first patterns are held until the evaluation ends; more than those are asked of the ones that are kept. */
  matcherOf(pattern: LikeRegex): Matcher {
    const known = this.#matchers.get(pattern);
    if (known !== undefined) return known;
    const matcher = pattern.matcher(this);
    if (this.#matchers.size < matchersMax) this.#matchers.set(pattern, matcher);
    return matcher;
  }

  /** `spend` as a function. */
  readonly spending = (steps: number): void => this.spend(steps);

  /** @throws SqlPathError 57014 when there are no steps or there is no time left. */
  spend(steps: number): void {
    this.#untilCheck -= steps;
    if (this.#untilCheck < 0) this.checkDeadline();
  }

  /** @throws SqlPathError 57014 when there are no steps or there is no time left. */
  checkDeadline(): void {
    this.#stepsLeft += this.#untilCheck;
    const { stepsMax, isOverdue } = this.#budget;
    if (this.#stepsLeft < 0)
      throw new SqlPathError('57014', `the query took more than ${stepsMax} steps; ask for a narrower path`);
    if (isOverdue()) throw new SqlPathError('57014', 'the query took too long; ask for a narrower path');
    this.#untilCheck = Math.min(checkSteps, this.#stepsLeft);
    this.#stepsLeft -= this.#untilCheck;
  }

  /** @throws SqlPathError 54000 for a list that is full. */
  push(found: Item[], item: Item): void {
    const { resultsMax } = this.#budget;
    if (found.length >= resultsMax)
      throw new SqlPathError(
        '54000',
        `the query has more than ${resultsMax} results; ask for a narrower path`,
      );
    found.push(item);
  }

  /** An error that a predicate makes unknown. */
  fail(sqlState: string, reason: string): typeof failed {
    if (this.throwsErrors) throw new SqlPathError(sqlState, reason);
    return failed;
  }

  /** An error of structure: passed over in lax mode and below `**`. */
  failStructure(sqlState: string, reason: string): typeof failed | typeof notFound {
    return this.ignoresStructure ? notFound : this.fail(sqlState, reason);
  }
}

/** The end of a path. */
export const emit: Step = (evaluation, item, found) => {
  if (found !== null) evaluation.push(found, item);
  return ok;
};
