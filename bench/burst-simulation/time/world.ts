import { EventQueue } from './event-queue.ts';
import { current } from './invocation.ts';

/** Cancels a scheduled event. */
export type Cancel = () => void;

type Event = { at: number; order: number; call: (() => void) | undefined };

/**
 * Virtual time, which only passes when all code waits: a queue of events in the order of their instants. It
 * is the true time, in epoch milliseconds. The clock of a function's machine differs from it by an error.
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

  /** Calls back after some time, unless the invocation that asked for it has ended by then. */
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
   * Lets time pass until the promise is settled. Rejects when no event is left that could settle it.
   * `outside` waits for work in real time, such as that of a thread, and may be absent.
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
      if (outside === undefined) throw new Error('all code waits, and no event is left');
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

/** The real `setImmediate`. The global function is already virtual when this code runs. */
const { setImmediate: turn } = globalThis;
const promisesToSettle = (): Promise<void> => new Promise((resolve) => turn(resolve));
