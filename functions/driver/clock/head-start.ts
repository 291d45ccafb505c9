/**
 * Learns how long before an instant a thread must be woken to be in time: 20 µs on a quiet machine and 100 µs
 * on a busy one. Each wake-up adjusts this time. Half of the wake-ups then come in time. With an earlier
 * start, the event loop would be busy for the rest of each wait, which costs more CPU than users gain.
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
 * The longest time in nanoseconds by which the thread is woken before the requested instant. The event loop
 * then waits for the instant in a busy loop. This costs at most as much as one wake-up.
 */
const nsMax = 80_000;
