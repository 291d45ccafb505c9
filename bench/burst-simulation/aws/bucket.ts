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

  /** Takes this number of tokens. When the bucket has fewer, it takes none and returns false. */
  take(count = 1): boolean {
    this.#refill();
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes the requested tokens if any token is left, so that the last request may leave a debt. */
  admit(count: number): boolean {
    this.#refill();
    if (count > 0 && this.#tokens <= 0) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes one token as soon as there is one. Returns the milliseconds until then. */
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
