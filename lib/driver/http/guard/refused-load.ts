import type { Target } from '../../model/benchmark.ts';
import type { ResponseHeaders } from '../transport.ts';
import { refusals } from './limits.ts';

/**
 * Detects that a target asks Downpour to stop the load: it answers several requests in a row with 503 and
 * `Retry-After`. An overloaded server answers only some requests in this way, and the load continues. A
 * server that wants no load answers all requests in this way.
 */
export class Refusals {
  readonly #target: Pick<Target, 'key'>;
  readonly #notify: (message: string) => void;
  #inARow = 0;

  /** `notify` is called once, with the message for the user that the target refuses the load. */
  constructor(target: Pick<Target, 'key'>, notify: (message: string) => void) {
    this.#target = target;
    this.#notify = notify;
  }

  record(status: number, headers: ResponseHeaders): void {
    const after = status === 503 ? headers.get('retry-after') : undefined;
    if (after === undefined) {
      this.#inARow = 0;
      return;
    }
    this.#inARow += 1;
    if (this.#inARow !== refusals.refusalsMax) return;
    this.#notify(
      `${this.#target.key} asks for the load to stop: it answered ${refusals.refusalsMax} requests in a row with 503 and ` +
        `'Retry-After: ${after.slice(0, refusals.shownCharsMax)}'; write 'stopOnRetryAfter: false' in ergonomics if your test is about such responses`,
    );
  }
}
