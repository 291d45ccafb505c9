import type { Cancel, Clock } from '../clock.ts';

/**
 * A request with a time limit, as a member of a linked list. Only `Deadlines` writes `older` and `younger`.
 */
export type Timed = {
  /**
   * The instant from which the time limit counts, in nanoseconds since T0. It does not change while the
   * request is in the list.
   */
  readonly sentNs: number;
  older: Timed | undefined;
  younger: Timed | undefined;
  timeOut(): void;
};

/**
 * The requests in flight with the same time limit, oldest first. They expire in the order in which they were
 * sent. So one timer, for the oldest request, is enough.
 */
export class Deadlines {
  readonly #limitNs: number;
  readonly #clock: Clock;
  #head: Timed | undefined;
  #tail: Timed | undefined;
  #cancelTimer: Cancel | undefined;

  /** `limitMs` is the time limit in milliseconds. The instants of `clock` count from T0. */
  constructor(limitMs: number, clock: Clock) {
    this.#limitNs = limitMs * 1e6;
    this.#clock = clock;
  }

  add(request: Timed): void {
    request.older = this.#tail;
    request.younger = undefined;
    if (this.#tail === undefined) this.#head = request;
    else this.#tail.younger = request;
    this.#tail = request;
    if (this.#cancelTimer === undefined) this.#arm();
  }

  /** Removes a request. Does nothing when it is not in the list. */
  remove(request: Timed): void {
    const { older, younger } = request;
    if (older === undefined) {
      if (this.#head !== request) return;
      this.#head = younger;
    } else older.younger = younger;
    if (younger === undefined) this.#tail = older;
    else younger.older = older;
    request.older = undefined;
    request.younger = undefined;
  }

  close(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #arm(): void {
    if (this.#head === undefined) return;
    const waitMs = (this.#head.sentNs + this.#limitNs - this.#clock.nowNs()) / 1e6;
    this.#cancelTimer = this.#clock.after(Math.max(1, Math.ceil(waitMs)), () => this.#expire());
  }

  #expire(): void {
    this.#cancelTimer = undefined;
    const dueNs = this.#clock.nowNs() - this.#limitNs;
    while (this.#head !== undefined && this.#head.sentNs <= dueNs) {
      const request = this.#head;
      this.remove(request);
      request.timeOut();
    }
    // While the expired request ended, another request may have been sent, which sets the timer.
    if (this.#cancelTimer === undefined) this.#arm();
  }
}
