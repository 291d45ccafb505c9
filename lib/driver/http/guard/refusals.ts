import type { Target } from '../../model/benchmark.ts';
import type { ResponseHeaders } from '../transport.ts';
import { refusals } from './limits.ts';

/**
 * Listens whether a target asks for the load to stop: it answers one request after the other with 503 and
 * `Retry-After`. A server that is overloaded answers some requests so, and loads go on through that; who
 * wants none of it answers all.
 */
export class Refusals {
  readonly #target: Pick<Target, 'key'>;
  readonly #tell: (message: string) => void;
  #inARow = 0;

  /** `tell` is called once, with one sentence for people. */
  constructor(target: Pick<Target, 'key'>, tell: (message: string) => void) {
    this.#target = target;
    this.#tell = tell;
  }

  heard(status: number, headers: ResponseHeaders): void {
    const after = status === 503 ? headers.get('retry-after') : undefined;
    if (after === undefined) {
      this.#inARow = 0;
      return;
    }
    this.#inARow += 1;
    if (this.#inARow !== refusals.refusalsMax) return;
    this.#tell(
      `${this.#target.key} asks for the load to stop: it answered ${refusals.refusalsMax} requests in a row with 503 and ` +
        `'Retry-After: ${after.slice(0, refusals.shownCharsMax)}'; write 'stopOnRetryAfter: false' in ergonomics where that is what the test is about`,
    );
  }
}
