import { lookMs, looksOften } from '../../../lib/driver/conducting/instants.ts';
import { recentsMs } from '../../../lib/driver/conducting/live-snapshot.ts';
import { copyOf, flagCopies, startCopies } from '../../../lib/driver/conducting/stop-flag.ts';
import { driving } from '../../../lib/driver/driving/limits.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import { jitterMs } from '../../../lib/driver/planning/pacing/write-jitter.ts';
import { recents } from '../../../lib/driver/progress/limits.ts';
import { burstKey, partOf, partsOf, shardsIn } from '../../../lib/names/burst-keys.ts';
import { dynamoQuotas } from '../../../lib/quotas.ts';
import { burst, countBytes, graphOf, type ItemSizes } from './items.ts';

/** The requests of a burst to its table in one second, by partition key. */
export class Second {
  readonly #units = new Map<string, { reads: number; writes: number }>();

  /** Adds writes of an item. `times` is their number in this second. */
  write(pk: string, bytes: number, times = 1): void {
    this.#of(pk).writes += times * Math.max(1, Math.ceil(bytes / dynamoQuotas.writeUnitBytes));
  }

  /** Adds reads. The bytes of all items of one request count together. */
  read(pk: string, bytes: number, consistent: boolean, times = 1): void {
    const units = Math.max(1, Math.ceil(bytes / dynamoQuotas.readUnitBytes));
    this.#of(pk).reads += times * units * (consistent ? 1 : 0.5);
  }

  units(kind: 'reads' | 'writes'): number {
    return [...this.#units.values()].reduce((sum, each) => sum + each[kind], 0);
  }

  /** The partition key with the most units, and their number. */
  hottest(kind: 'reads' | 'writes'): { readonly pk: string; readonly units: number } {
    const [[pk, most] = ['', { reads: 0, writes: 0 }]] = [...this.#units].sort(
      ([, one], [, other]) => other[kind] - one[kind],
    );
    return { pk, units: most[kind] };
  }

  get keys(): ReadonlyMap<string, { readonly reads: number; readonly writes: number }> {
    return this.#units;
  }

  #of(pk: string): { reads: number; writes: number } {
    const units = this.#units.get(pk) ?? { reads: 0, writes: 0 };
    this.#units.set(pk, units);
    return units;
  }
}

export type Shape = { readonly phases: number; readonly shards: number };

/**
 * The number of shards in each phase of a burst whose phases all run at the same time. Together the phases
 * have at least `shards` shards, and each has at least one.
 */
export const shapeOf = (shards: number, phases: number): Shape => ({
  phases,
  shards: Math.max(1, Math.ceil(shards / phases)),
});

/** How often in a second a drive checks whether it must stop. */
const looksForStop = 1_000 / driving.stopLookMs;

/** How often in a second a program that watches the burst reads its status. */
const looksPerSecond = 2;

/** Whether a drive writes its last seconds in this second, because the drives of a phase take turns. */
export const writesRecent = (shard: number): boolean => shard % recents.writeSeconds === 0;

/** The requests of a second in which all drives are at work and `watchers` programs watch. */
export function atWork({ phases, shards }: Shape, sizes: ItemSizes, watchers: number): Second {
  const second = new Second();
  const copies = flagCopies(graphOf(phases, shards));
  for (let phase = 0; phase < phases; phase += 1)
    for (let shard = 0; shard < shards; shard += 1) {
      second.write(burstKey.live(burst, phase, shard, 0).pk, sizes.live);
      if (writesRecent(shard)) second.write(burstKey.recent(burst, phase, shard, 0).pk, sizes.recent);
      second.read(burstKey.flag(burst, copyOf(copies, phase, shard)).pk, sizes.flag, false, looksForStop);
    }
  if (watchers === 0) return second;
  // One of the watching programs reads the reports of all drives, and the others use its result. It reads
  // each phase in all of its parts.
  const needed = Array.from({ length: phases }, (_, phase) => ({ phase, shards, from: 0 }));
  const looksAtRecents = 1_000 / recentsMs(needed);
  for (let phase = 0; phase < phases; phase += 1) {
    for (const part of partsOf(phase, shards)) {
      const drives = shardsIn(phase, part, shards);
      second.read(burstKey.lives(burst, part).pk, sizes.live * drives, false);
      second.read(burstKey.lives(burst, part).pk, sizes.recent * drives, false, looksAtRecents);
    }
    second.read(burstKey.minutes(burst, phase).pk, sizes.minute, true);
    second.write(burstKey.minutes(burst, phase).pk, sizes.minute);
    second.read(burstKey.minutes(burst, phase).pk, sizes.minute, false, watchers);
  }
  second.write(burstKey.snapshot(burst).pk, sizes.snapshot, 2);
  const looks = looksPerSecond * watchers;
  second.read(burstKey.snapshot(burst).pk, sizes.snapshot, false, looks);
  second.read(burstKey.burst(burst).pk, sizes.record, true, looks);
  second.read(burstKey.conductor(burst).pk, sizes.conductor, false, looks);
  return second;
}

/**
 * The requests of a second in which all drives take their leases, report that they are ready and check for
 * their start. Drives of a phase with few shards also write an empty report.
 */
export function gettingReady({ phases, shards }: Shape, sizes: ItemSizes): Second {
  const second = new Second();
  const copies = flagCopies(graphOf(phases, shards));
  const looks = 1_000 / lookMs(shards);
  for (let phase = 0; phase < phases; phase += 1) {
    for (let shard = 0; shard < shards; shard += 1) {
      second.write(burstKey.lease(burst, phase, shard, 0).pk, sizes.lease);
      second.write(
        burstKey.partCount(burst, phase, partOf(phase, shard), 0).pk,
        countBytes(shardsIn(phase, partOf(phase, shard), shards)),
      );
      if (shards <= pacing.jitterDrivesMin)
        second.write(burstKey.live(burst, phase, shard, 0).pk, sizes.live);
      const copy = copyOf(startCopies(shards), phase, shard);
      second.read(burstKey.start(burst, phase, copy).pk, sizes.start, looksOften(shards), looks);
      second.read(burstKey.flag(burst, copyOf(copies, phase, shard)).pk, sizes.flag, false, looksForStop);
    }
    second.write(burstKey.phaseCount(burst, phase).pk, countBytes(0), partsOf(phase, shards).length);
  }
  return second;
}

/** The requests of a second in which all drives check once more for a stop before their start. */
export function lastLook({ phases, shards }: Shape, sizes: ItemSizes): Second {
  const second = new Second();
  const copies = flagCopies(graphOf(phases, shards));
  for (let phase = 0; phase < phases; phase += 1)
    for (let shard = 0; shard < shards; shard += 1)
      second.read(burstKey.flag(burst, copyOf(copies, phase, shard)).pk, sizes.flag, true);
  return second;
}

/**
 * The requests of a second in which all drives end. Each writes its last report and its last seconds. Each
 * also reports that it has finished and terminated: with one write in a burst of many drives, and else with
 * two.
 */
export function ending({ phases, shards }: Shape, sizes: ItemSizes): Second {
  const second = new Second();
  const updates = jitterMs(phases * shards) > 0 ? 1 : 2;
  for (let phase = 0; phase < phases; phase += 1) {
    for (let shard = 0; shard < shards; shard += 1) {
      second.write(burstKey.live(burst, phase, shard, 0).pk, sizes.live);
      second.write(burstKey.recent(burst, phase, shard, 0).pk, sizes.recent);
      const { pk } = burstKey.partCount(burst, phase, partOf(phase, shard), 0);
      // An update writes the whole item, which has two sets of shard numbers.
      second.write(pk, 2 * countBytes(shardsIn(phase, partOf(phase, shard), shards)), updates);
    }
    second.write(
      burstKey.phaseCount(burst, phase).pk,
      2 * countBytes(0),
      updates * partsOf(phase, shards).length,
    );
  }
  return second;
}
