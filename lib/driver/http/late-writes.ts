import type { Clock } from '../clock.ts';
import { connecting } from './limits.ts';

/**
 * The requests that follow a response, on all connections of one run. They are written after all responses
 * of a turn of the event loop. Then they wake the target once. A write after each response would wake it for
 * each request, which costs the sender up to a microsecond.
 */
export class LateWrites {
  readonly #soon: Clock['soon'];
  #waiting: (() => void)[] = [];
  #spare: (() => void)[] = [];

  constructor(soon: Clock['soon']) {
    this.#soon = soon;
  }

  add(write: () => void): void {
    const count = this.#waiting.push(write);
    if (count === 1) this.#soon(this.#writeAll);
    else if (count === connecting.writesAtOnceMax) this.#writeAll();
  }

  readonly #writeAll = (): void => {
    const writes = this.#waiting;
    this.#waiting = this.#spare;
    for (const write of writes) write();
    writes.length = 0;
    this.#spare = writes;
  };
}
