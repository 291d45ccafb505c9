import type { Partial } from './partial.ts';

/** Least and most sessions at work in each second since T0, from the changes that the engine reports. */
export class SessionLog {
  readonly #seconds: [second: number, least: number, most: number][] = [];
  #active = 0;

  /** Seconds never go back. Those skipped had as many sessions as before, all the time. */
  note(second: number, active: number): void {
    for (let next = this.#seconds.length; next <= second; next += 1) {
      this.#seconds.push([next, this.#active, this.#active]);
    }
    this.#active = active;
    const current = this.#seconds[second];
    if (current === undefined) return;
    if (active < current[1]) current[1] = active;
    if (active > current[2]) current[2] = active;
  }

  /** From the first second with a session to the last one. */
  rows(): Partial['sessions'] {
    const first = this.#seconds.findIndex(isBusy);
    return first < 0 ? [] : this.#seconds.slice(first, this.#seconds.findLastIndex(isBusy) + 1);
  }
}

function isBusy([, , most]: readonly [number, number, number]): boolean {
  return most > 0;
}
