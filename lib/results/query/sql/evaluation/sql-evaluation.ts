import * as evaluator from '../../evaluation/evaluation.ts';
import type { LikeRegex, Matcher } from '../like-regex/like-regex.ts';
import { documentBase, type ObjectBase, type Offsets, offsetsIn } from '../values/object-id.ts';

export type Step = evaluator.Step<SqlEvaluation>;
export type Condition = evaluator.Condition<SqlEvaluation>;

/** A step at the end of its path: it fills a list with the items of an expression. */
export type Operand = (
  evaluation: SqlEvaluation,
  item: evaluator.Item,
  into: evaluator.Item[],
) => evaluator.Outcome;

/** Compiled patterns that one evaluation keeps, of some 1 MiB each. */
const matchersMax = 16;

/** The state of one evaluation, with the compiled patterns and the ids of `.keyvalue()`. */
export class SqlEvaluation extends evaluator.Evaluation {
  readonly #matchers = new Map<LikeRegex, Matcher>();
  /** The base for the ids of `.keyvalue()`. */
  base: ObjectBase = documentBase;
  #places: Offsets | undefined;
  /** The id of the next object that `.keyvalue()` makes. PostgreSQL reserves 1 for the variables. */
  nextBaseId = 2;

  /** The offsets of objects in their `jsonb`. The first use walks through the whole document. */
  get offsets(): Offsets {
    this.#places ??= offsetsIn(this.root, this);
    return this.#places;
  }

  /** The first patterns are kept until the evaluation ends. Further patterns come from the cache. */
  matcherOf(pattern: LikeRegex): Matcher {
    const known = this.#matchers.get(pattern);
    if (known !== undefined) return known;
    const matcher = pattern.matcher(this.budget);
    if (this.#matchers.size < matchersMax) this.#matchers.set(pattern, matcher);
    return matcher;
  }
}
