import { merging } from '../../../lib/driver/limits.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import type { DrivePlace } from '../../../lib/driver/planning/sharding/merge-tree.ts';
import type { Flush } from '../../../lib/driver/progress/flush.ts';
import { lostPartial } from '../../../lib/driver/run/lost-drive.ts';
import type { MergedPhase } from '../../../lib/driver/statistics/merge.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { burstStores } from '../../stores.ts';
import type { LeftOver } from './left-over.ts';

/** Reads what drives of a phase left in the store. */
export class Gathering {
  /** Those of the drives whose partials were read, by `shard/segment`. */
  readonly leases = new Map<string, string>();
  readonly #plan: Plan;
  readonly #phase: number;
  readonly #left: LeftOver | undefined;

  /** `left` takes what cannot be read; without it, that is an error. */
  constructor(plan: Plan, phase: number, left?: LeftOver) {
    this.#plan = plan;
    this.#phase = phase;
    this.#left = left;
  }

  /** Undefined for a group that nobody could merge. */
  async group(group: number): Promise<MergedPhase | undefined> {
    const read = burstStores().objects.group(this.#plan.burst, this.#phase, group);
    // Its drives are read one by one then.
    return this.#left === undefined ? read : read.catch(() => undefined);
  }

  /**
   * The partial of each drive, or what a lost one wrote down. As many are read at once as fit beside the merged statistics
   * in the function's memory.
   */
  async *partials(drives: readonly DrivePlace[]): AsyncGenerator<Partial> {
    // The first one tells how large they are.
    let atOnce = 1;
    for (let from = 0, next = 0; from < drives.length; from = next) {
      next = from + atOnce;
      const read = await Promise.all(drives.slice(from, next).map((drive) => this.#readable(drive)));
      const partials = read.filter((each) => each !== undefined);
      const most = Math.max(1, ...partials.map(({ rows }) => rows.length));
      atOnce = Math.max(1, Math.min(merging.readsAtOnce, Math.floor(merging.bytesAtOnce / most)));
      yield* partials;
    }
  }

  async #readable(drive: DrivePlace): Promise<Partial | undefined> {
    if (this.#left === undefined) return this.#read(drive);
    try {
      if (this.#left.isLate) throw new Error('there was no time left to read it');
      return await this.#read(drive);
    } catch (error) {
      this.#left.unread([drive], error);
      return undefined;
    }
  }

  async #read({ shard, segment }: DrivePlace): Promise<Partial | undefined> {
    const { bursts, objects } = burstStores();
    const { burst } = this.#plan;
    const [lease, partial] = await Promise.all([
      bursts.leaseOf(burst, { phase: this.#phase, shard, segment }),
      objects.partial(burst, this.#phase, shard, segment),
    ]);
    if (lease === undefined) return partial;
    this.leases.set(`${shard}/${segment}`, lease);
    return partial?.lease === lease ? partial : this.#lost({ shard, segment }, lease);
  }

  async #lost({ shard, segment }: DrivePlace, lease: string): Promise<Partial | undefined> {
    const { bursts, objects } = burstStores();
    const { burst } = this.#plan;
    const place = { phase: this.#phase, shard, segment };
    const flushes: Flush[] = [];
    for (;;) {
      const numbers = Array.from({ length: merging.readsAtOnce }, (_, at) => flushes.length + at);
      const read = await Promise.all(
        numbers.map((number) => objects.flush(burst, this.#phase, shard, segment, number)),
      );
      const found = read.slice(0, read.includes(undefined) ? read.indexOf(undefined) : undefined);
      flushes.push(...found.filter((each) => each !== undefined));
      if (found.length < numbers.length) break;
    }
    const live = await bursts.lastLive(burst, place);
    return lostPartial(this.#plan, place, lease, flushes, live?.totals);
  }
}
