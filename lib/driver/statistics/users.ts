import { Histogram } from './histograms/histogram.ts';
import { secondAt } from './second-at.ts';

/** The users of a drive or a phase in one second since T0. Counts of several drives can be added. */
export type UserSecond = readonly [
  second: number,
  /** Users whose planned start is in this second. */
  due: number,
  /** Users that started in this second, for any planned start. */
  started: number,
  /** Users planned for this second who found no free session and had to wait. */
  waited: number,
  /**
   * The longest wait of these users for a session, in nanoseconds. The wait of a user who never got a session
   * ends when no new user can start any more.
   */
  waitNs: number,
];

export type UserTotal = { readonly due: number; readonly started: number };

type Counted = { second: number; due: number; started: number; waited: number; waitNs: number };

/** Counts the users of a drive. Instants are nanoseconds since T0. */
export class Users {
  readonly #seconds = new Map<number, Counted>();
  readonly #waits = new Histogram();
  #due = 0;
  #started = 0;
  /**
   * The counts of the latest second are kept here, because the next user nearly always counts in the same
   * second.
   */
  #last: Counted = { second: -1, due: 0, started: 0, waited: 0, waitNs: 0 };

  due(ns: number): void {
    this.#due += 1;
    this.#at(ns).due += 1;
  }

  started(ns: number): void {
    this.#started += 1;
    this.#at(ns).started += 1;
  }

  /** Counts a user who was due at `dueNs` and waited for a session until `untilNs`. */
  waited(dueNs: number, untilNs: number): void {
    const second = this.#at(dueNs);
    const waitNs = Math.max(0, untilNs - dueNs);
    second.waited += 1;
    second.waitNs = Math.max(second.waitNs, waitNs);
    this.#waits.record(waitNs / 1000);
  }

  /** The sums over all seconds. */
  get total(): UserTotal {
    return { due: this.#due, started: this.#started };
  }

  /** Rows in the order of the seconds. A second in which nothing was counted is absent. */
  rows(): readonly UserSecond[] {
    return [...this.#seconds.values()]
      .sort((one, other) => one.second - other.second)
      .map(({ second, due, started, waited, waitNs }) => [second, due, started, waited, Math.round(waitNs)]);
  }

  /**
   * All waits of users for a session, as an encoded histogram in microseconds. Undefined when no user waited.
   */
  waits(): string | undefined {
    return this.#waits.encode();
  }

  #at(ns: number): Counted {
    const second = secondAt(ns);
    if (second === this.#last.second) return this.#last;
    this.#last = this.#seconds.get(second) ?? { second, due: 0, started: 0, waited: 0, waitNs: 0 };
    this.#seconds.set(second, this.#last);
    return this.#last;
  }
}

/**
 * Adds the users of several drives. Each second has the sums and the longest wait, so the order of the drives
 * does not matter.
 */
export class UserSum {
  readonly #seconds = new Map<number, UserSecond>();

  add(rows: Iterable<UserSecond>): void {
    for (const row of rows) {
      const known = this.#seconds.get(row[0]);
      this.#seconds.set(row[0], known === undefined ? row : sumOf(known, row));
    }
  }

  /** Rows in the order of the seconds. */
  rows(): readonly UserSecond[] {
    return [...this.#seconds.values()].sort(([one], [other]) => one - other);
  }
}

const sumOf = (one: UserSecond, other: UserSecond): UserSecond => [
  one[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
  Math.max(one[4], other[4]),
];

export function mergeUsers(rows: Iterable<UserSecond>): readonly UserSecond[] {
  const sum = new UserSum();
  sum.add(rows);
  return sum.rows();
}
