import { limits } from '../limits.ts';

/** See limits.ts. */
export type Bounds = {
  readonly evaluationStepsMax: number;
  readonly evaluationMs: number;
  readonly resultsMax: number;
  readonly valueLengthMax: number;
};

/** Steps between two looks at the clock: about a millisecond. */
const lookSteps = 1000;

/**
 * What one query may cost, from its evaluation to the last character of its answer. Steps are counted in every loop; a
 * step is what takes a tenth of a microsecond to one. The clock is looked at every thousand of them.
 */
export class Budget {
  readonly #now: () => number;
  readonly #bounds: Bounds;
  readonly #deadline: number;
  #stepsLeft: number;
  #untilLook = lookSteps;
  #held = 0;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number, bounds: Bounds = limits) {
    this.#now = now;
    this.#bounds = bounds;
    this.#deadline = now() + bounds.evaluationMs;
    this.#stepsLeft = bounds.evaluationStepsMax;
  }

  get bounds(): Bounds {
    return this.#bounds;
  }

  /** @throws BudgetFault 57014 when there are no steps or there is no time left. */
  spend(steps: number): void {
    this.#stepsLeft -= steps;
    this.#untilLook -= steps;
    if (this.#stepsLeft < 0) {
      const { evaluationStepsMax } = this.#bounds;
      throw new BudgetFault(
        '57014',
        `the query took more than ${evaluationStepsMax} steps; ask for a narrower path`,
      );
    }
    if (this.#untilLook <= 0) this.look();
  }

  /** Whether the deadline has passed, for what counts steps of its own. */
  get isOverdue(): boolean {
    return this.#now() > this.#deadline;
  }

  /** @throws BudgetFault 57014 when there is no time left. */
  look(): void {
    this.#untilLook = lookSteps;
    if (!this.isOverdue) return;
    const { evaluationMs } = this.#bounds;
    throw new BudgetFault('57014', `the query took longer than ${evaluationMs} ms; ask for a narrower path`);
  }

  /** A match that is kept. @throws BudgetFault 54000 when there are too many at a time. */
  hold(): void {
    const { resultsMax } = this.#bounds;
    this.#held += 1;
    if (this.#held > resultsMax) {
      throw new BudgetFault(
        '54000',
        `the query has more than ${resultsMax} results; ask for a narrower path`,
      );
    }
  }

  /** Matches that are kept no longer, such as those of a path in a filter once the filter is decided. */
  release(matches: number): void {
    this.#held -= matches;
  }

  get held(): number {
    return this.#held;
  }
}

/** What a long calculation tells of itself, and what ends it by throwing. */
export type Work = Pick<Budget, 'spend' | 'look'>;

/**
 * A query that was stopped. States as in PostgreSQL: 54000 results and characters, 54001 too complex or too deep, 57014
 * steps and time, 2201B a regular expression that is too large.
 */
export class BudgetFault extends Error {
  readonly sqlState: '54000' | '54001' | '57014' | '2201B';

  constructor(sqlState: BudgetFault['sqlState'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BudgetFault';
    this.sqlState = sqlState;
  }
}
