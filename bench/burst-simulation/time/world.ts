import { current } from './invocation.ts';

/** Cancels a scheduled event. */
export type Cancel = () => void;

type Event = { at: number; order: number; call: (() => void) | undefined };

/**
 * Time that passes only when everybody waits: a queue of what was ordered, in the order of its instants. It
 * is the true time, in epoch milliseconds; what a function takes for it is off by the error of its machine's
 * clock.
 */
export class World {
  #now: number;
  #orders = 0;
  /** A binary heap: the next event is at 0. */
  readonly #events: Event[] = [];
  /** The number of events that have happened. */
  happened = 0;

  constructor(startsAt: number) {
    this.#now = startsAt;
  }

  get now(): number {
    return this.#now;
  }

  /** Does not call back for an invocation that is over by then. */
  after(ms: number, call: () => void): Cancel {
    const owner = current();
    this.#orders += 1;
    const due = (): void => {
      if (owner === undefined || !owner.isOver) call();
    };
    const event: Event = { at: this.#now + Math.max(0, ms), order: this.#orders, call: due };
    this.#push(event);
    return () => {
      event.call = undefined;
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /**
   * Lets time pass until the promise is settled. Rejects when nothing is left that could settle it.
   * `outside`: waits for what happens in real time, such as the work of a thread, where there is any.
   */
  async until<T>(promise: Promise<T>, outside?: () => Promise<unknown>): Promise<T> {
    let settled = false;
    const settle = (): void => {
      settled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await promisesToSettle();
      if (settled) return promise;
      if (this.#next()) continue;
      if (outside === undefined) throw new Error('everybody waits, and nothing is to come');
      await outside();
    }
  }

  /** Runs all events of the next instant. The promises that they settle continue afterwards. */
  #next(): boolean {
    const instant = this.#events[0]?.at;
    if (instant === undefined) return false;
    while (this.#events[0]?.at === instant) {
      const event = this.#pop();
      if (event.call === undefined) continue;
      this.#now = instant;
      this.happened += 1;
      event.call();
    }
    return true;
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

  #pop(): Event {
    const events = this.#events;
    const first = events[0] as Event;
    const last = events.pop() as Event;
    let at = 0;
    for (; events.length > 0; ) {
      let child = 2 * at + 1;
      if (child >= events.length) break;
      if (child + 1 < events.length && isBefore(events[child + 1] as Event, events[child] as Event))
        child += 1;
      if (!isBefore(events[child] as Event, last)) break;
      events[at] = events[child] as Event;
      at = child;
    }
    if (events.length > 0) events[at] = last;
    return first;
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** The real function, because the global one is virtual when this is called. */
const { setImmediate: turn } = globalThis;
const promisesToSettle = (): Promise<void> => new Promise((resolve) => turn(resolve));
