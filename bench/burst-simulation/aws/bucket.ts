import type { World } from '../time/world.ts';

/** The quota of a service as a token bucket: calls take tokens, which are refilled over time. */
export class Bucket {
  readonly #world: World;
  readonly #most: number;
  readonly #perMs: number;
  #tokens: number;
  #at: number;

  constructor(world: World, most: number, perSecond: number) {
    this.#world = world;
    this.#most = most;
    this.#perMs = perSecond / 1e3;
    this.#tokens = most;
    this.#at = world.now;
  }

  /**
   * Takes this number of tokens. When fewer tokens are left in the bucket, the call takes none and returns
   * false.
   */
  take(count = 1): boolean {
    this.#refill();
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /**
   * Takes the requested tokens if any token is left. So the last request may take more than there are, and
   * the bucket owes the difference.
   */
  admit(count: number): boolean {
    this.#refill();
    if (count > 0 && this.#tokens <= 0) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes one token, now or as soon as the bucket is refilled. Returns the milliseconds until then. */
  waitMs(): number {
    this.#refill();
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs;
  }

  #refill(): void {
    const { now } = this.#world;
    this.#tokens = Math.min(this.#most, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
