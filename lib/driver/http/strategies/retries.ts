import type { Cancel, Clock } from '../../clock.ts';
import { connecting } from '../limits.ts';

/** Schedules another attempt, after a pause, for connections that could not be opened. */
export class Retries {
  readonly #clock: Clock;
  readonly #cancels = new Set<Cancel>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  later(call: () => void): void {
    const cancel = this.#clock.after(connecting.retryPauseMs, () => {
      this.#cancels.delete(cancel);
      call();
    });
    this.#cancels.add(cancel);
  }

  close(): void {
    for (const cancel of this.#cancels) cancel();
  }
}
