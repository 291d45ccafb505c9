import type { Clock } from '../clock.ts';
import { driving } from './limits.ts';

/**
 * Does work in pieces while users are due, one work after the other. Each work begins in a turn of the event
 * loop of its own. When pieces have taken long enough, the next one waits for the next turn.
 */
export class Turns {
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a work after all earlier works. A failed work may leave incomplete data, so later works fail. */
  do<Answer>(work: () => Generator<undefined, Answer>): Promise<Answer> {
    const done = this.#last.then(() => this.#inPieces(work()));
    this.#last = done;
    return done;
  }

  async #inPieces<Answer>(pieces: Generator<undefined, Answer>): Promise<Answer> {
    const { nowNs, soon } = this.#clock;
    for (;;) {
      await new Promise<void>((resolve) => soon(resolve));
      for (const sinceNs = nowNs(); nowNs() - sinceNs < driving.piecesMs * 1e6; ) {
        const { done, value } = pieces.next();
        if (done === true) return value;
      }
    }
  }
}
