import { queryLimits } from './limits.ts';
import { resultTooLong, tooManyResults, tooMuch } from './query-error.ts';

/** See limits.ts. */
export type Bounds = {
  readonly evaluationStepsMax: number;
  readonly evaluationMs: number;
  readonly resultsMax: number;
  readonly valueBytesMax: number;
};

/** Steps between two checks of the deadline: about a millisecond. */
const stepsPerCheck = 1000;

/**
 * Bounds the cost of one query in either dialect, from its evaluation to the last character of its answer.
 * Every loop counts steps. A step takes from a tenth of a microsecond to one microsecond.
 */
export class Budget {
  readonly bounds: Bounds;
  readonly #now: () => number;
  readonly #deadline: number;
  /** Steps left after the next check. */
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

  /** @throws QueryError 57014 when no steps or no time are left. */
  spend(steps: number): void {
    this.#untilCheck -= steps;
    if (this.#untilCheck < 0) this.checkDeadline();
  }

  /** @throws QueryError 57014 when no steps or no time are left. */
  checkDeadline(): void {
    this.#stepsLeft += this.#untilCheck;
    const { evaluationStepsMax, evaluationMs } = this.bounds;
    if (this.#stepsLeft < 0) throw tooMuch('57014', `the query took more than ${evaluationStepsMax} steps`);
    if (this.isOverdue) throw tooMuch('57014', `the query took longer than ${evaluationMs} ms`);
    this.#allot();
  }

  #allot(): void {
    this.#untilCheck = Math.min(stepsPerCheck, this.#stepsLeft);
    this.#stepsLeft -= this.#untilCheck;
  }

  /** @throws QueryError 54000 when an answer of this many bytes is too long. */
  fit(bytes: number): void {
    if (bytes > this.bounds.valueBytesMax) throw resultTooLong(this.bounds.valueBytesMax);
  }

  get isOverdue(): boolean {
    return this.#now() > this.#deadline;
  }

  /**
   * Counts matches of a part of a document.
   * @throws QueryError 54000 when all parts together have too many.
   */
  hold(matches: number): void {
    this.#held += matches;
    if (this.#held > this.bounds.resultsMax) throw tooManyResults(this.bounds.resultsMax);
  }
}

/** A long calculation reports its steps here. Both methods throw to end the calculation. */
export type Work = Pick<Budget, 'spend' | 'checkDeadline'>;

/** The work of a caller that bounds it in another way. */
export const unmeasured: Work = { spend: () => {}, checkDeadline: () => {} };
