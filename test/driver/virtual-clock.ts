import type { Cancel, Clock } from '../../lib/driver/clock.ts';

/** How far a virtual clock is from a perfect one. Absent: perfect. */
export type Flaws = {
  /** Milliseconds that a timer comes too late; negative: too early. */
  readonly timerMs?: () => number;
  /** Nanoseconds that an alarm comes too late; negative: too early. */
  readonly alarmNs?: () => number;
};

type Event = { atNs: number; order: number; periodMs: number | undefined; call: (() => void) | undefined };

/**
 * Time that passes only when everybody waits: a queue of what was ordered, run in the order of its instants.
 */
export class VirtualClock {
  readonly clock: Clock;
  /** Alarms that were made and not closed. */
  alarms = 0;
  #nowNs = 0;
  #orders = 0;
  /** A binary heap: the next event is at 0. */
  readonly #events: Event[] = [];
  /** Events that are no period's and were not cancelled. */
  #waiting = 0;

  /** At an instant that is no round number, so that nothing is right only because the origin is zero. */
  constructor({ timerMs = () => 0, alarmNs = () => 0 }: Flaws = {}) {
    this.#nowNs = 12_345_678_901;
    this.clock = {
      nowNs: () => this.#nowNs,
      epochMs: () => 1_700_000_000_000 + this.#nowNs / 1e6,
      // Never at once, however early a timer is: who waits again and again must see time pass.
      after: (ms, call) => this.#order(Math.max(turnNs, (ms + timerMs()) * 1e6), call),
      every: (ms, call) => this.#order(ms * 1e6, call, ms),
      // The loop takes a little to turn, or who asks the clock again and again would never see time pass.
      soon: (call) => void this.#order(turnNs, call),
      alarm: (ring) => {
        let cancel: Cancel = () => {};
        let open = true;
        this.alarms += 1;
        return {
          set: (waitNs) => {
            cancel();
            // Never at once, however early it is, as with timers.
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

  /** Events that were ordered once and are still to come. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The event loop stalls for this long: no timer is called, and due timers are late. */
  stall(ms: number): void {
    this.#nowNs += ms * 1e6;
  }

  /**
   * Lets time pass until the promise is settled. Rejects when nothing is left that could settle it. `events`
   * run before promises get their turn: more than one is faster, where nothing but this promise waits.
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
      if (idle > 100 || left === events) throw new Error('everybody waits, and nothing is to come');
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
      atNs: this.#nowNs + Math.max(0, waitNs),
      order: this.#orders,
      periodMs,
      call,
    };
    if (periodMs === undefined) this.#waiting += 1;
    this.#push(event);
    return () => {
      if (event.call === undefined) return;
      event.call = undefined;
      if (periodMs === undefined) this.#waiting -= 1;
    };
  }

  /** Runs the next event up to an instant; false without such an event. */
  #next(untilNs: number): boolean {
    for (;;) {
      const [event] = this.#events;
      if (event === undefined || event.atNs > untilNs) return false;
      this.#pop();
      const { call, periodMs } = event;
      if (call === undefined) continue;
      this.#nowNs = Math.max(this.#nowNs, event.atNs);
      if (periodMs === undefined) {
        event.call = undefined;
        this.#waiting -= 1;
      } else {
        event.atNs = this.#nowNs + periodMs * 1e6;
        this.#push(event);
      }
      call();
      return true;
    }
  }

  #push(event: Event): void {
    const events = this.#events;
    let at = events.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, events[parent] as Event)) break;
      events[at] = events[parent] as Event;
      at = parent;
    }
    events[at] = event;
  }

  #pop(): void {
    const events = this.#events;
    const last = events.pop() as Event;
    if (events.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= events.length) break;
      if (child + 1 < events.length && isBefore(events[child + 1] as Event, events[child] as Event))
        child += 1;
      if (!isBefore(events[child] as Event, last)) break;
      events[at] = events[child] as Event;
      at = child;
    }
    events[at] = last;
  }
}

const turnNs = 20_000;

const isBefore = (one: Event, other: Event): boolean =>
  one.atNs < other.atNs || (one.atNs === other.atNs && one.order < other.order);

const promisesToSettle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
