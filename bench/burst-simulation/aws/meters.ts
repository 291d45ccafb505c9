/**
 * Counts the use of the services for the table of results, and keeps the second in which each partition was
 * used most.
 */
export class Meters {
  readonly counts = new Map<string, number>();
  readonly #seconds = new Map<string, { second: number; used: number }>();
  /** The largest number of units that one key used in a second. */
  readonly peaks = new Map<string, number>();
  /** The second of the largest use, in epoch seconds. */
  readonly peakSeconds = new Map<string, number>();

  count(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  longest(name: string, value: number): void {
    this.peaks.set(name, Math.max(value, this.peaks.get(name) ?? 0));
  }

  /** Adds units to the use of a key in the second of this instant. */
  use(key: string, now: number, units: number): void {
    const second = Math.floor(now / 1e3);
    let running = this.#seconds.get(key);
    if (running?.second !== second) {
      running = { second, used: 0 };
      this.#seconds.set(key, running);
    }
    running.used += units;
    if (running.used <= (this.peaks.get(key) ?? 0)) return;
    this.peaks.set(key, running.used);
    this.peakSeconds.set(key, second);
  }
}
