import type { Plan } from '../../../lib/driver/model/plan.ts';
import type { DriveId } from '../../../lib/driver/planning/sharding/merge-groups.ts';
import type { Flush } from '../../../lib/driver/progress/flush.ts';
import { lostPartial } from '../../../lib/driver/run/lost-drive.ts';
import type { MergedPhase } from '../../../lib/driver/statistics/merge.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { burstStores } from '../../stores.ts';
import { reading } from './limits.ts';
import type { BestEffort } from './unread-drives.ts';

/** Reads the stored results of the drives of a phase. */
export class DriveReader {
  /** The leases of the drives whose results were read, by `shard/segment`. */
  readonly leases = new Map<string, string>();
  readonly #plan: Plan;
  readonly #phase: number;
  readonly #bestEffort: BestEffort | undefined;

  /** `bestEffort` records the drives that cannot be read. Absent: an unreadable drive throws an error. */
  constructor(plan: Plan, phase: number, bestEffort?: BestEffort) {
    this.#plan = plan;
    this.#phase = phase;
    this.#bestEffort = bestEffort;
  }

  /**
   * Reads the results of a group of drives, which were merged earlier. Undefined for a group that could not
   * be merged.
   */
  async group(group: number): Promise<MergedPhase | undefined> {
    const read = burstStores().objects.group(this.#plan.burst, this.#phase, group);
    // In best-effort mode, an unreadable group counts as not merged, and its drives are read one by one.
    return this.#bestEffort === undefined ? read : read.catch(() => undefined);
  }

  /**
   * Reads the result (partial) of each drive. For a lost drive it reads the parts that the drive stored while
   * it ran (flushes). It reads as many at once as fit into the memory next to the merged statistics.
   */
  async *partials(drives: readonly DriveId[]): AsyncGenerator<Partial> {
    // The first partial is read alone, because its size decides how many are read at once.
    let atOnce = 1;
    for (let from = 0, next = 0; from < drives.length; from = next) {
      next = from + atOnce;
      const read = await Promise.all(drives.slice(from, next).map((drive) => this.#readable(drive)));
      const partials = read.filter((each) => each !== undefined);
      const most = Math.max(1, ...partials.map(({ rows }) => rows.length));
      atOnce = Math.max(1, Math.min(reading.readsAtOnce, Math.floor(reading.bytesAtOnce / most)));
      yield* partials;
    }
  }

  async #readable(drive: DriveId): Promise<Partial | undefined> {
    if (this.#bestEffort === undefined) return this.#read(drive);
    try {
      if (this.#bestEffort.isLate)
        throw new Error('there was no time left to read the measurements of this load generator');
      return await this.#read(drive);
    } catch (error) {
      this.#bestEffort.unread([drive], error);
      return undefined;
    }
  }

  async #read({ shard, segment }: DriveId): Promise<Partial | undefined> {
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

  async #lost({ shard, segment }: DriveId, lease: string): Promise<Partial | undefined> {
    const { bursts, objects } = burstStores();
    const { burst } = this.#plan;
    const place = { phase: this.#phase, shard, segment };
    const flushes: Flush[] = [];
    for (;;) {
      const numbers = Array.from({ length: reading.readsAtOnce }, (_, at) => flushes.length + at);
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
