/** The lowest (`least`) and the highest (`most`) value in one second since T0. */
export type GaugeRow = readonly [second: number, least: number, most: number];

/**
 * A number that rises and falls, such as the number of open connections, with its lowest and highest value in
 * each second. A change costs only a comparison and reads no clock. It counts in the next second that `seal`
 * ends.
 */
export class Gauge {
  readonly #rows: GaugeRow[] = [];
  #second = 0;
  #value = 0;
  #least = 0;
  #most = 0;

  get value(): number {
    return this.#value;
  }

  add(change: number): void {
    this.set(this.#value + change);
  }

  set(value: number): void {
    this.#value = value;
    if (this.#value > this.#most) this.#most = this.#value;
    else if (this.#value < this.#least) this.#least = this.#value;
  }

  /** Starts to measure at this second. Earlier changes count in no second. */
  begin(second = 0): void {
    this.#second = second;
    this.#restart();
  }

  /**
   * Ends every second before this one and keeps its lowest and highest value. If one call ends several
   * seconds, the later ones have the current value.
   */
  seal(beforeSecond: number): void {
    while (this.#second < beforeSecond) {
      this.#rows.push([this.#second, this.#least, this.#most]);
      this.#restart();
      this.#second += 1;
    }
  }

  #restart(): void {
    this.#least = this.#value;
    this.#most = this.#value;
  }

  /**
   * The rows from the first second with a value above 0 to the last such second, including the current
   * second.
   */
  rows(): readonly GaugeRow[] {
    const rows: readonly GaugeRow[] = [...this.#rows, [this.#second, this.#least, this.#most]];
    const first = rows.findIndex(isBusy);
    return first < 0 ? [] : rows.slice(first, rows.findLastIndex(isBusy) + 1);
  }
}

const isBusy = ([, , most]: GaugeRow): boolean => most > 0;

/**
 * Adds the values of several drives. Each second has the sum of the lowest values and the sum of the highest
 * values.
 */
export class GaugeSum {
  readonly #seconds = new Map<number, GaugeRow>();

  add(rows: readonly GaugeRow[]): void {
    for (const [second, least, most] of rows) {
      const [, leastOther, mostOther] = this.#seconds.get(second) ?? [second, 0, 0];
      this.#seconds.set(second, [second, leastOther + least, mostOther + most]);
    }
  }

  /** The number of seconds with a row. */
  get size(): number {
    return this.#seconds.size;
  }

  /** Rows in the order of the seconds. */
  rows(): readonly GaugeRow[] {
    return [...this.#seconds.values()].sort(([one], [other]) => one - other);
  }
}
