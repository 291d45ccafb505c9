/**
 * Learns how long before an instant a thread must be woken to be in time. It takes 20 µs on a quiet machine
 * and 100 µs on a busy one. Each wake-up adjusts this head start, so that half of the wake-ups are in time.
 * With a longer head start, the event loop would be busy while it waits, which costs more CPU than it gains
 * in accuracy.
 */
export class HeadStart {
  readonly nsMax = nsMax;
  #ns = startNs;

  get ns(): number {
    return this.#ns;
  }

  /**
   * Adjusts the head start after a wake-up that came `leftNs` before the instant. A negative number means
   * after it.
   */
  woken(leftNs: number): void {
    // The head start is in balance when half of the wake-ups are late.
    const change = leftNs < 0 ? stepNs : -stepNs;
    this.#ns = Math.min(nsMax, Math.max(nsMin, this.#ns + change));
  }
}

const startNs = 30_000;
const stepNs = 1_000;
const nsMin = 5_000;
/**
 * The longest head start in nanoseconds. After an early wake-up the event loop waits for the instant in a
 * busy loop. This costs at most as much as one wake-up.
 */
const nsMax = 80_000;
