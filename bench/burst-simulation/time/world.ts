import { EventQueue } from './event-queue.ts';
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
  readonly #events = new EventQueue<Event>();
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
    this.#events.push(event);
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
    const instant = this.#events.next?.at;
    if (instant === undefined) return false;
    while (this.#events.next?.at === instant) {
      const event = this.#events.pop();
      if (event.call === undefined) continue;
      this.#now = instant;
      this.happened += 1;
      event.call();
    }
    return true;
  }
}

/** The real function, because the global one is virtual when this is called. */
const { setImmediate: turn } = globalThis;
const promisesToSettle = (): Promise<void> => new Promise((resolve) => turn(resolve));
