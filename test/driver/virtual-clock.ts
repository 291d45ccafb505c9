import { EventQueue } from '../../bench/burst-simulation/time/event-queue.ts';
import type { Cancel, Clock } from '../../lib/driver/clock.ts';

/** The flaws of a virtual clock. Absent: its timers are exact. */
export type Flaws = {
  /** The milliseconds by which a timer fires too late. Negative: too early. */
  readonly timerMs?: () => number;
  /** The nanoseconds by which an alarm comes too late. Negative: too early. */
  readonly alarmNs?: () => number;
};

/** A call that is due at `at`, in nanoseconds. `periodMs` is the interval of a repeated call. */
type Event = { at: number; order: number; periodMs: number | undefined; call: (() => void) | undefined };

/**
 * A clock whose time passes only when all code waits. Ordered calls are in a queue, and run in the order of
 * their instants.
 */
export class VirtualClock {
  readonly clock: Clock;
  /** The number of alarms that were made and not closed. */
  alarms = 0;
  #nowNs = 0;
  #orders = 0;
  readonly #events = new EventQueue<Event>();
  /** The number of waiting events, without periodic and cancelled ones. */
  #waiting = 0;
  #periodic = 0;

  /**
   * The clock begins at an uneven instant. A result that is correct only for the origin zero is then
   * detected.
   */
  constructor({ timerMs = () => 0, alarmNs = () => 0 }: Flaws = {}) {
    this.#nowNs = 12_345_678_901;
    this.clock = {
      nowNs: () => this.#nowNs,
      epochMs: () => 1_700_000_000_000 + this.#nowNs / 1e6,
      // A timer never fires at once, even if it is early. Code that waits again and again must see time pass.
      after: (ms, call) => this.#order(Math.max(turnNs, (ms + timerMs()) * 1e6), call),
      every: (ms, call) => this.#order(ms * 1e6, call, ms),
      // A turn of the loop takes some time. Code that reads the clock again and again must see time pass.
      soon: (call) => void this.#order(turnNs, call),
      alarm: (ring) => {
        let cancel: Cancel = () => {};
        let open = true;
        this.alarms += 1;
        return {
          set: (waitNs) => {
            cancel();
            // An alarm never comes at once, even if it is early.
            cancel = this.#order(Math.max(turnNs, waitNs + alarmNs()), ring);
          },
          cancel: () => cancel(),
          close: () => {
            cancel();
            if (open) this.alarms -= 1;
            open = false;
          },
        };
      },
    };
  }

  /** The number of waiting events, without periodic and cancelled ones. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The number of periodic events that are not cancelled. */
  get periodic(): number {
    return this.#periodic;
  }

  /** The event loop stalls for this long: no timer is called, and due timers are late. */
  stall(ms: number): void {
    this.#nowNs += ms * 1e6;
  }

  /**
   * Lets time pass until the promise is settled. Rejects when no event is left that could settle it. `events`
   * is the number of events between two turns of promises. More than one is faster, if only this promise
   * waits.
   */
  async until<T>(promise: Promise<T>, events = 1): Promise<T> {
    let settled = false;
    const settle = (): void => {
      settled = true;
    };
    promise.then(settle, settle);
    for (let idle = 0; ; idle = this.#waiting === 0 ? idle + 1 : 0) {
      await promisesToSettle();
      if (settled) return promise;
      let left = events;
      while (left > 0 && this.#next(Infinity)) left -= 1;
      if (idle > 100 || left === events) throw new Error('all code waits, and no event is left');
    }
  }

  async pass(ms: number): Promise<void> {
    const endNs = this.#nowNs + ms * 1e6;
    do await promisesToSettle();
    while (this.#next(endNs));
    this.#nowNs = Math.max(this.#nowNs, endNs);
  }

  #order(waitNs: number, call: () => void, periodMs?: number): Cancel {
    this.#orders += 1;
    const event: Event = {
      at: this.#nowNs + Math.max(0, waitNs),
      order: this.#orders,
      periodMs,
      call,
    };
    if (periodMs === undefined) this.#waiting += 1;
    else this.#periodic += 1;
    this.#events.push(event);
    return () => {
      if (event.call === undefined) return;
      event.call = undefined;
      if (periodMs === undefined) this.#waiting -= 1;
      else this.#periodic -= 1;
    };
  }

  /** Runs the next event up to an instant. False when there is no such event. */
  #next(untilNs: number): boolean {
    for (;;) {
      const event = this.#events.next;
      if (event === undefined || event.at > untilNs) return false;
      this.#events.pop();
      const { call, periodMs } = event;
      if (call === undefined) continue;
      this.#nowNs = Math.max(this.#nowNs, event.at);
      if (periodMs === undefined) {
        event.call = undefined;
        this.#waiting -= 1;
      } else {
        event.at = this.#nowNs + periodMs * 1e6;
        this.#events.push(event);
      }
      call();
      return true;
    }
  }
}

const turnNs = 20_000;

const promisesToSettle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
