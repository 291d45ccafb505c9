import type { Node } from '../../../json/tape/tape.ts';
import type { Budget } from '../../budget.ts';
import * as evaluator from '../../evaluation/evaluation.ts';
import type * as steps from '../../evaluation/steps.ts';
import type { LikeRegex, Matcher } from '../like-regex/like-regex.ts';
import { documentBase, type ObjectBase, type Offsets, offsetsIn } from '../values/object-id.ts';

export type SqlEvaluation = evaluator.Evaluation<SqlState>;
export type Step = evaluator.Step<SqlState>;
export type Condition = evaluator.Condition<SqlState>;
export type Range = steps.Range<SqlState>;

/** Evaluates an operand: it adds the items of an expression to a list. */
export type Operand = (
  evaluation: SqlEvaluation,
  item: evaluator.Item,
  into: evaluator.Item[],
) => evaluator.Outcome;

export const evaluationOf = (root: Node, isLax: boolean, budget: Budget): SqlEvaluation =>
  new evaluator.Evaluation(root, isLax, budget, new SqlState(root, budget));

/** The most compiled regular expressions that one evaluation keeps. Each takes at most 1 MiB. */
const matchersMax = 16;

/**
 * The state of an evaluation of a SQL/JSON path: compiled regular expressions, and the ids of `.keyvalue()`.
 */
class SqlState {
  readonly #root: Node;
  readonly #budget: Budget;
  readonly #matchers = new Map<LikeRegex, Matcher>();
  /** The base object from which `.keyvalue()` computes ids. */
  base: ObjectBase = documentBase;
  #places: Offsets | undefined;
  /** The id of the next object that `.keyvalue()` makes. PostgreSQL reserves 1 for the variables. */
  nextBaseId = 2;

  constructor(root: Node, budget: Budget) {
    this.#root = root;
    this.#budget = budget;
  }

  /**
   * The offsets that objects would have in PostgreSQL's binary `jsonb`. The first use walks through the whole
   * document.
   */
  get offsets(): Offsets {
    this.#places ??= offsetsIn(this.#root, this.#budget);
    return this.#places;
  }

  /**
   * The compiled form of a regular expression. The first ones are kept until the evaluation ends. Others come
   * from the common cache.
   */
  matcherOf(pattern: LikeRegex): Matcher {
    const known = this.#matchers.get(pattern);
    if (known !== undefined) return known;
    const matcher = pattern.matcher(this.#budget);
    if (this.#matchers.size < matchersMax) this.#matchers.set(pattern, matcher);
    return matcher;
  }
}
