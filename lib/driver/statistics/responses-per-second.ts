import { secondAt } from './second-at.ts';

/**
 * The responses that arrived in one second since T0. The planned and the sending times of their requests do
 * not matter. Counts add over drives.
 */
export type AnswerRow = readonly [second: number, responses: number];

/**
 * Counts the responses of a target by the time of their arrival. An overloaded target responds at its own
 * rate, for any rate of requests.
 */
export class Answers {
  readonly #counts: number[] = [];

  /** Counts a response. `endedNs` is nanoseconds since T0. */
  add(endedNs: number): void {
    this.#add(secondAt(endedNs), 1);
  }

  addRows(rows: readonly AnswerRow[]): void {
    for (const [second, responses] of rows) this.#add(second, responses);
  }

  /** The responses by second. Seconds without a response are absent. */
  rows(): readonly AnswerRow[] {
    return this.#counts.flatMap((count, second) => (count === 0 ? [] : [[second, count] as const]));
  }

  #add(second: number, responses: number): void {
    while (this.#counts.length <= second) this.#counts.push(0);
    this.#counts[second]! += responses;
  }
}
