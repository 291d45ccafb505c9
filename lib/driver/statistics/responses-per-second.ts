import { secondAt } from './second-at.ts';

/**
 * The number of responses that arrived in one second since T0. It does not matter when their requests were
 * planned or sent. Counts of several drives can be added.
 */
export type AnswerRow = readonly [second: number, responses: number];

/**
 * Counts the responses of a target by the time of their arrival. This shows the rate at which an overloaded
 * target can respond, at any rate of requests.
 */
export class Answers {
  readonly #counts: number[] = [];

  /** Counts a response in the second of its arrival. `endedNs` is nanoseconds since T0. */
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
