/**
 * How long before an instant a thread must be woken so that it is there in time. That is 20 µs on a quiet machine and
 * 100 on a busy one, so it is learnt from each wake-up: four of five come in time, and the rest of the wait is short.
 */
export class HeadStart {
  #ns = startNs;

  get ns(): number {
    return this.#ns;
  }

  /** A wake-up came so long before the instant; negative: after it. */
  woken(leftNs: number): void {
    // In balance when one in five is late.
    const change = leftNs < 0 ? 4 * stepNs : -stepNs;
    this.#ns = Math.min(nsMax, Math.max(nsMin, this.#ns + change));
  }
}

const startNs = 30_000;
const stepNs = 1_000;
const nsMin = 5_000;
/** What comes before is waited for with the CPU: no more of it than a wake-up costs. */
const nsMax = 80_000;
