import { limits } from '../limits.ts';

/** See limits.ts. */
type Bounds = {
  readonly evaluationStepsMax: number;
  readonly evaluationMs: number;
  readonly resultsMax: number;
};

/** What one evaluation may cost. Steps are counted in every loop; the clock is looked at every thousand of them. */
export class Budget {
  readonly #now: () => number;
  readonly #bounds: Bounds;
  readonly #deadline: number;
  #steps = 0;
  #sinceLook = 0;
  #results = 0;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number, bounds: Bounds = limits) {
    this.#now = now;
    this.#bounds = bounds;
    this.#deadline = now() + bounds.evaluationMs;
  }

  spend(steps: number): void {
    const { evaluationStepsMax, evaluationMs } = this.#bounds;
    this.#steps += steps;
    this.#sinceLook += steps;
    if (this.#steps > evaluationStepsMax) {
      throw new BudgetFault(
        '57014',
        `the query took more than ${evaluationStepsMax} steps; ask for a narrower path`,
      );
    }
    if (this.#sinceLook < 1000) return;
    this.#sinceLook = 0;
    if (this.#now() > this.#deadline) {
      throw new BudgetFault(
        '57014',
        `the query took longer than ${evaluationMs} ms; ask for a narrower path`,
      );
    }
  }

  result(): void {
    const { resultsMax } = this.#bounds;
    this.#results += 1;
    if (this.#results > resultsMax) {
      throw new BudgetFault(
        '54000',
        `the query has more than ${resultsMax} results; ask for a narrower path`,
      );
    }
  }
}

/** An evaluation that was stopped. States as in PostgreSQL: 54000 and 54001 limits, 57014 cancelled. */
export class BudgetFault extends Error {
  readonly sqlState: '54000' | '54001' | '57014';

  constructor(sqlState: BudgetFault['sqlState'], message: string) {
    super(message);
    this.sqlState = sqlState;
  }
}
