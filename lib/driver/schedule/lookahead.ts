import type { Schedule } from './schedule.ts';

/** A schedule whose next arrivals can be read in advance. */
export class Lookahead implements Schedule {
  readonly #schedule: Schedule;
  readonly #read: number[] = [];

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  next(): number {
    return this.#read.shift() ?? this.#schedule.next();
  }

  /**
   * The first of the next arrivals that is not before an instant. Infinity when it is not among those read in
   * advance.
   */
  firstFrom(ns: number): number {
    for (let at = 0; at < aheadMax; at += 1) {
      const arrivalNs = this.#read[at] ?? this.#schedule.next();
      if (at === this.#read.length) this.#read.push(arrivalNs);
      if (arrivalNs >= ns) return arrivalNs;
    }
    return Infinity;
  }
}

/**
 * The most arrivals that are read in advance. When all of them are close to the next one, the alarm prepares
 * for none of them.
 */
const aheadMax = 8;
