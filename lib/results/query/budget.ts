import { queryLimits } from './limits.ts';
import { resultTooLong, tooManyResults, tooMuch } from './query-error.ts';

/** The bounds of one query. limits.ts explains them. */
export type Bounds = {
  readonly evaluationStepsMax: number;
  readonly evaluationMs: number;
  readonly resultsMax: number;
  readonly valueBytesMax: number;
};

/** Steps of a query between two checks of its deadline. They take about a millisecond. */
const stepsPerCheck = 1000;

/**
 * Bounds the cost of one query in either language, from its evaluation to the last character of its answer.
 * Every loop counts steps. A step takes 0.1 to 1 µs.
 */
export class Budget {
  readonly bounds: Bounds;
  readonly #now: () => number;
  readonly #deadline: number;
  /** Steps of the query that remain after the next check of the deadline. */
  #stepsLeft: number;
  #untilCheck = 0;
  #held = 0;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number, bounds: Bounds = queryLimits) {
    this.bounds = bounds;
    this.#now = now;
    this.#deadline = now() + bounds.evaluationMs;
    this.#stepsLeft = bounds.evaluationStepsMax;
    this.#allot();
  }

  /**
   * Counts steps of work of a query.
   * @throws QueryError 57014 when no steps or no time are left.
   */
  spend(steps: number): void {
    this.#untilCheck -= steps;
    if (this.#untilCheck < 0) this.checkDeadline();
  }

  /**
   * Checks the deadline of a query without counting a step.
   * @throws QueryError 57014 when no steps or no time are left.
   */
  checkDeadline(): void {
    this.#stepsLeft += this.#untilCheck;
    const { evaluationStepsMax, evaluationMs } = this.bounds;
    if (this.#stepsLeft < 0)
      throw tooMuch('57014', `the query took more than ${evaluationStepsMax} evaluation steps`);
    if (this.isOverdue) throw tooMuch('57014', `the query took longer than ${evaluationMs} ms`);
    this.#allot();
  }

  #allot(): void {
    this.#untilCheck = Math.min(stepsPerCheck, this.#stepsLeft);
    this.#stepsLeft -= this.#untilCheck;
  }

  /**
   * Checks the length of an answer in bytes.
   * @throws QueryError 54000 when it is too long.
   */
  fit(bytes: number): void {
    if (bytes > this.bounds.valueBytesMax) throw resultTooLong(this.bounds.valueBytesMax);
  }

  get isOverdue(): boolean {
    return this.#now() > this.#deadline;
  }

  /**
   * Counts the matches in a part of a document.
   * @throws QueryError 54000 when all parts together have too many.
   */
  hold(matches: number): void {
    this.#held += matches;
    if (this.#held > this.bounds.resultsMax) throw tooManyResults(this.bounds.resultsMax);
  }
}

/** The methods to which a long calculation reports its steps. Both throw to end the calculation. */
export type Work = Pick<Budget, 'spend' | 'checkDeadline'>;

/** A `Work` for callers that limit the work in another way: it counts nothing and never throws. */
export const unmeasured: Work = { spend: () => {}, checkDeadline: () => {} };
