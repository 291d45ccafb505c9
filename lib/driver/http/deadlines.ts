/** A request under a time limit; `Deadlines` keeps its neighbours. */
export type Timed = {
  /** Nanoseconds since T0. */
  readonly sentNs: number;
  older: Timed | undefined;
  younger: Timed | undefined;
  timeOut(): void;
};

/**
 * The requests in flight under one time limit, oldest first: because the limit is the same for all, the order of
 * sending is the order of expiry, and one timer at the head serves any number of requests.
 */
export class Deadlines {
  readonly #limitNs: number;
  readonly #nowNs: () => number;
  #head: Timed | undefined;
  #tail: Timed | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, nowNs: () => number) {
    this.#limitNs = limitMs * 1e6;
    this.#nowNs = nowNs;
  }

  add(exchange: Timed): void {
    exchange.older = this.#tail;
    exchange.younger = undefined;
    if (this.#tail === undefined) this.#head = exchange;
    else this.#tail.younger = exchange;
    this.#tail = exchange;
    if (this.#timer === undefined) this.#arm();
  }

  remove(exchange: Timed): void {
    const { older, younger } = exchange;
    if (older === undefined) {
      if (this.#head !== exchange) return;
      this.#head = younger;
    } else older.younger = younger;
    if (younger === undefined) this.#tail = older;
    else younger.older = older;
    exchange.older = undefined;
    exchange.younger = undefined;
  }

  close(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#head = undefined;
    this.#tail = undefined;
  }

  #arm(): void {
    if (this.#head === undefined) return;
    const waitMs = (this.#head.sentNs + this.#limitNs - this.#nowNs()) / 1e6;
    this.#timer = setTimeout(() => this.#expire(), Math.max(1, Math.ceil(waitMs)));
  }

  #expire(): void {
    this.#timer = undefined;
    const dueNs = this.#nowNs() - this.#limitNs;
    while (this.#head !== undefined && this.#head.sentNs <= dueNs) {
      const exchange = this.#head;
      this.remove(exchange);
      exchange.timeOut();
    }
    this.#arm();
  }
}
