import { secondAt } from './second.ts';

/** The responses that arrived in one second since T0, whenever planned. Counts add over drives. */
export type AnswerRow = readonly [second: number, responses: number];

/** Counts a target's responses by arrival. An overloaded target responds at its own rate. */
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
