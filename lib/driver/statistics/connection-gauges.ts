import { Gauge, type GaugeRow } from './gauge.ts';

/** Connections by target and type, with the names of a run document. */
export type ConnectionRows = Readonly<Record<string, Readonly<Record<string, readonly GaugeRow[]>>>>;

/**
 * The numbers of open connections of one drive. Each target has a gauge for each type of connection that was
 * used.
 */
export class Gauges {
  readonly #byTarget = new Map<string, Map<string, Gauge>>();
  /** The second that is measured now. A gauge that is made later begins with it. */
  #second = 0;

  of(target: string, type: string): Gauge {
    const own = this.#byTarget.get(target) ?? new Map<string, Gauge>();
    this.#byTarget.set(target, own);
    const known = own.get(type);
    if (known !== undefined) return known;
    const gauge = new Gauge();
    gauge.begin(this.#second);
    own.set(type, gauge);
    return gauge;
  }

  begin(second: number): void {
    this.#second = second;
    for (const gauge of this.#all()) gauge.begin(second);
  }

  seal(beforeSecond: number): void {
    this.#second = beforeSecond;
    for (const gauge of this.#all()) gauge.seal(beforeSecond);
  }

  rows(): ConnectionRows {
    return Object.fromEntries(
      [...this.#byTarget].map(([target, own]) => [
        target,
        Object.fromEntries([...own].map(([type, gauge]) => [type, gauge.rows()])),
      ]),
    );
  }

  *#all(): Iterable<Gauge> {
    for (const own of this.#byTarget.values()) yield* own.values();
  }
}
