import type { ShardTarget } from '../model/plan.ts';
import { Deadlines } from '../request/deadlines.ts';
import { Pool, type PoolsEnvironment } from './pool.ts';

/** The pools of one shard: one for each target, and the time limits their requests run under. */
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

  /** A request is asked for its bytes: from now on every request accounts for its own. */
  countBytes(): void {
    for (const pool of this.list) pool.countsBytes = true;
  }

  /** Opens the core connections of every target; rejects with the first target that cannot be reached. */
  async open(signal: AbortSignal): Promise<void> {
    const { repeatCookies = true } = this.#environment;
    await Promise.all(this.list.flatMap((pool) => [pool.open(signal), pool.origin.load(repeatCookies)]));
  }

  /** Requests sent and not yet answered. */
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

  /** All users are about to stop: nothing that waits for a connection is sent any more. */
  halt(): void {
    for (const pool of this.list) pool.halt();
  }

  close(): void {
    for (const deadlines of this.#limits.values()) deadlines.close();
    for (const pool of this.list) pool.close();
  }
}
