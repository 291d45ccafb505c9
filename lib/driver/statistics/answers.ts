import { secondAt } from './second.ts';

/**
 * Responses that came in one second since T0, whenever their requests were due or sent. Counts add over
 * drives.
 */
export type AnswerRow = readonly [second: number, responses: number];

/**
 * Responses of a target by the clock. An overloaded target responds at its own rate, whatever the rate of
 * requests is.
 */
export class Answers {
  readonly #counts: number[] = [];

  /** Nanoseconds since T0. */
  add(endedNs: number): void {
    this.#add(secondAt(endedNs), 1);
  }

  addRows(rows: readonly AnswerRow[]): void {
    for (const [second, responses] of rows) this.#add(second, responses);
  }

  /** Seconds without any are absent. */
  rows(): readonly AnswerRow[] {
    return this.#counts.flatMap((count, second) => (count === 0 ? [] : [[second, count] as const]));
  }

  #add(second: number, responses: number): void {
    while (this.#counts.length <= second) this.#counts.push(0);
    this.#counts[second]! += responses;
  }
}
