import type { ShardTarget } from '../model/plan.ts';
import { Deadlines } from '../request/deadlines.ts';
import { Pool, type PoolsEnvironment } from './pool.ts';

/** The pools of connections of one shard, one for each target, and the time limits of their requests. */
export class Pools {
  readonly list: readonly Pool[];
  readonly #limits = new Map<number, Deadlines>();
  readonly #environment: PoolsEnvironment;

  constructor(targets: readonly ShardTarget[], environment: PoolsEnvironment) {
    this.#environment = environment;
    this.list = targets.map((target) => {
      const limitMs = target.requestTimeoutMs;
      return new Pool(target, limitMs === undefined ? undefined : this.deadlines(limitMs), environment);
    });
  }

  /** Makes every request count its bytes. Called when a request step has a handler of raw bytes. */
  countBytes(): void {
    for (const pool of this.list) pool.countsBytes = true;
  }

  /**
   * Opens the core connections of every target (those that must be open before T0). Rejects with the error of
   * the first target that cannot be reached.
   */
  async open(signal: AbortSignal): Promise<void> {
    const { repeatCookies = true } = this.#environment;
    await Promise.all(this.list.flatMap((pool) => [pool.open(signal), pool.origin.load(repeatCookies)]));
  }

  /** The number of requests to all targets that were sent and have no response yet. */
  get inFlight(): number {
    return this.list.reduce((sum, pool) => sum + pool.inFlight, 0);
  }

  deadlines(limitMs: number): Deadlines {
    const known = this.#limits.get(limitMs);
    if (known !== undefined) return known;
    const deadlines = new Deadlines(limitMs, this.#environment.clock);
    this.#limits.set(limitMs, deadlines);
    return deadlines;
  }

  /** Stops sending requests that wait for a connection, because all users are about to stop. */
  halt(): void {
    for (const pool of this.list) pool.halt();
  }

  close(): void {
    for (const deadlines of this.#limits.values()) deadlines.close();
    for (const pool of this.list) pool.close();
  }
}
