import { ordered } from './keys.ts';

/**
 * The number of partitions for the items of drives. When 5,000 drives end in one second, a third of each
 * partition's capacity remains free.
 */
export const driveParts = 64;

/**
 * The partition of a drive's items. Phases begin at different partitions. Otherwise a hundred phases of one
 * shard would share one.
 */
export const partOf = (phase: number, shard: number): number => (phase + shard) % driveParts;

/** The partitions of a phase with this many shards, each with its number of shards. */
export const partsOf = (phase: number, shards: number): readonly number[] =>
  Array.from({ length: Math.min(driveParts, shards) }, (_, shard) => partOf(phase, shard));
export const shardsIn = (phase: number, part: number, shards: number): number =>
  Math.ceil((shards - ((((part - phase) % driveParts) + driveParts) % driveParts)) / driveParts);

/**
 * Keys of the bursts table. A partition accepts 1,000 writes and 3,000 reads a second, so an item that every
 * drive reads or writes has a partition of its own. docs/scale.md has the arithmetic. All items have
 * `expiresAt` (epoch seconds).
 */
export const burstKey = {
  burst: (burst: string) => ({ pk: burst, sk: 'burst' }),
  /** The burst that a user started with this `Idempotency-Key`. */
  request: (user: string, key: string) => ({ pk: `request#${user}`, sk: key }),
  /** The running bursts of an API key that limits their number. */
  slots: (key: number) => ({ pk: `key#${key}`, sk: 'places' }),
  /** The conductor's state with its version. */
  conductor: (burst: string) => ({ pk: burst, sk: 'conductor' }),
  /**
   * The stop flag: the reason why a burst, or phases of it, must not send. Every drive at work reads a copy
   * each second.
   */
  flag: (burst: string, copy: number) => ({ pk: `${burst}#flag#${copy}`, sk: 'flag' }),
  /** The start signal of a phase. The phase's waiting drives read a copy. */
  start: (burst: string, phase: number, copy: number) => ({
    pk: copy === 0 ? `${burst}#start#${phase}` : `${burst}#start#${phase}#${copy}`,
    sk: 'start',
  }),
  /** The token of the state that waits for the start of a phase. */
  token: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'token' }),
  /** The token of the state that waits for the drives of a phase in other regions. */
  regionsToken: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'regions' }),
  /** The parts of a phase whose drives are all ready, have all finished or have all terminated. */
  phaseCount: (burst: string, phase: number) => ({ pk: `${burst}#drives#${phase}`, sk: 'count' }),
  /** The partition of the leases and counts of one part of a phase. */
  drives: (burst: string, phase: number, part: number) => ({ pk: `${burst}#drives#${phase}#${part}` }),
  /** The shards of one part and segment that are ready, have finished or have terminated. */
  partCount: (burst: string, phase: number, part: number, segment: number) => ({
    ...burstKey.drives(burst, phase, part),
    sk: `count#${ordered(segment)}`,
  }),
  lease: (burst: string, phase: number, shard: number, segment: number) => ({
    ...burstKey.drives(burst, phase, partOf(phase, shard)),
    sk: `lease#${ordered(segment)}#${ordered(shard)}`,
  }),
  live: (burst: string, phase: number, shard: number, segment: number) => ({
    ...burstKey.lives(burst, partOf(phase, shard)),
    sk: `${ordered(phase)}#${ordered(segment)}#${ordered(shard)}`,
  }),
  /** The partition of the live items of a part, for all phases. */
  lives: (burst: string, part: number) => ({ pk: `${burst}#live#${part}` }),
  /** The prefix of the sort keys of the live items of a phase, or of one of its segments. */
  livesOf: (phase: number, segment?: number) =>
    segment === undefined ? `${ordered(phase)}#` : `${ordered(phase)}#${ordered(segment)}#`,
  /** The last seconds of a drive, in the partition of its live item. */
  recent: (burst: string, phase: number, shard: number, segment: number) => ({
    ...burstKey.lives(burst, partOf(phase, shard)),
    sk: `${burstKey.recentsOf(phase, segment)}${ordered(shard)}`,
  }),
  /** The prefix of the sort keys of the last seconds of a phase, or of one of its segments. */
  recentsOf: (phase: number, segment?: number) => `recent#${burstKey.livesOf(phase, segment)}`,
  /** An item for each minute of a phase with the seconds of all drives, for people who watch. */
  minute: (burst: string, phase: number, minute: number) => ({
    ...burstKey.minutes(burst, phase),
    sk: ordered(minute),
  }),
  /** The partition of the minutes of a phase. */
  minutes: (burst: string, phase: number) => ({ pk: `${burst}#seconds#${phase}` }),
  /** All live items together, for people who watch. */
  snapshot: (burst: string) => ({ pk: `${burst}#snapshot`, sk: 'snapshot' }),
  /** The measured request rate that a shard of this deployment can send. */
  calibration: () => ({ pk: 'calibration', sk: 'calibration' }),
  /** An item for each burst, in the order of their creation, for lists. */
  listed: (createdAt: number, burst: string) => ({
    pk: 'bursts',
    sk: `${String(createdAt).padStart(15, '0')}#${burst}`,
  }),
} as const;
