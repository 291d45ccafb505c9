import type { Clock } from '../clock.ts';
import { driving } from './limits.ts';

/**
 * Runs longer work in small pieces, because users may be due meanwhile. Only one work runs at a time. Each
 * begins in a new iteration of the event loop. When the pieces of an iteration have taken long enough, the
 * next piece waits for the next iteration.
 */
export class Turns {
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Starts a work after all earlier works have ended. A failed work may leave incomplete data, so later works
   * fail as well.
   */
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
