import type { Clock } from '../clock.ts';
import { driving } from './limits.ts';

/**
 * Does work in pieces, one work after the other, while users are due: when a piece has taken long enough, the
 * next one waits until the event loop has turned.
 */
export class Turns {
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Begins when everything before is done. When one work fails, it may have left half of something: those
   * behind fail too.
   */
  do<Answer>(work: () => Generator<undefined, Answer>): Promise<Answer> {
    const done = this.#last.then(() => this.#inPieces(work()));
    this.#last = done;
    return done;
  }

  async #inPieces<Answer>(pieces: Generator<undefined, Answer>): Promise<Answer> {
    const { nowNs, soon } = this.#clock;
    for (let sinceNs = nowNs(); ; ) {
      const { done, value } = pieces.next();
      if (done === true) return value;
      if (nowNs() - sinceNs < driving.pieceMs * 1e6) continue;
      await new Promise<void>((resolve) => soon(resolve));
      sinceNs = nowNs();
    }
  }
}
