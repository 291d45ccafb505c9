import { ordered } from './key-format.ts';

/**
 * The number of partitions for the items of the drives of a burst. When 5,000 drives end in one second, a
 * third of each partition's capacity remains free.
 */
export const driveParts = 64;

/**
 * The number of the partition that has a drive's items. Each phase begins at a different partition. Otherwise
 * the drives of a hundred phases with one shard would share one partition.
 */
export const partOf = (phase: number, shard: number): number => (phase + shard) % driveParts;

/**
 * The numbers of the partitions that have the drives of a phase. `shardsIn` is the number of shards in one of
 * them.
 */
export const partsOf = (phase: number, shards: number): readonly number[] =>
  Array.from({ length: Math.min(driveParts, shards) }, (_, shard) => partOf(phase, shard));
export const shardsIn = (phase: number, part: number, shards: number): number =>
  Math.ceil((shards - ((((part - phase) % driveParts) + driveParts) % driveParts)) / driveParts);

/**
 * Keys of the table of bursts. A partition accepts 1,000 writes and 3,000 reads a second, so an item that
 * every drive reads or writes has a partition of its own. docs/scale.md has the arithmetic. All items have
 * `expiresAt` (epoch seconds).
 */
export const burstKey = {
  burst: (burst: string) => ({ pk: burst, sk: 'burst' }),
  /** The burst that a user started with this `Idempotency-Key`. */
  request: (user: string, key: string) => ({ pk: `request#${user}`, sk: key }),
  /** The running bursts of an API key whose concurrent bursts are limited. */
  slots: (key: number) => ({ pk: `key#${key}`, sk: 'places' }),
  /** The conductor's state with its version. */
  conductor: (burst: string) => ({ pk: burst, sk: 'conductor' }),
  /**
   * The stop flag: the reason why a burst, or some of its phases, must not send requests. Each running drive
   * reads a copy of it twice a second.
   */
  flag: (burst: string, copy: number) => ({ pk: `${burst}#flag#${copy}`, sk: 'flag' }),
  /** The start signal of a phase. The drives that wait for the start read a copy of it. */
  start: (burst: string, phase: number, copy: number) => ({
    pk: copy === 0 ? `${burst}#start#${phase}` : `${burst}#start#${phase}#${copy}`,
    sk: 'start',
  }),
  /** The Step Functions task token that continues the state machine when a phase starts. */
  token: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'token' }),
  /**
   * The Step Functions task token that continues the state machine when the drives of a phase in other
   * regions have ended.
   */
  regionsToken: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'regions' }),
  /**
   * For one phase, the partitions (`partOf`) in which all drives are ready, have finished or have terminated.
   */
  phaseCount: (burst: string, phase: number) => ({ pk: `${burst}#drives#${phase}`, sk: 'count' }),
  /** The partition with the leases and counts of a part: the drives of a phase with the same `partOf`. */
  drives: (burst: string, phase: number, part: number) => ({ pk: `${burst}#drives#${phase}#${part}` }),
  /**
   * For one partition (`part`) and one segment of a phase, the shards that are ready, have finished or have
   * terminated.
   */
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
  /** The partition with the last reports of all drives whose `partOf` is this part, for all phases. */
  lives: (burst: string, part: number) => ({ pk: `${burst}#live#${part}` }),
  /** The prefix of the sort keys of drives' last reports in a phase, or in one of its segments. */
  livesOf: (phase: number, segment?: number) =>
    segment === undefined ? `${ordered(phase)}#` : `${ordered(phase)}#${ordered(segment)}#`,
  /** The measurements of a drive's last seconds. They are in the partition of the drive's last report. */
  recent: (burst: string, phase: number, shard: number, segment: number) => ({
    ...burstKey.lives(burst, partOf(phase, shard)),
    sk: `${burstKey.recentsOf(phase, segment)}${ordered(shard)}`,
  }),
  /** The prefix of the sort keys of drives' last seconds in a phase, or in one of its segments. */
  recentsOf: (phase: number, segment?: number) => `recent#${burstKey.livesOf(phase, segment)}`,
  /**
   * The measurements of one minute of a phase, second by second and summed over all drives. Only for users
   * who watch the burst.
   */
  minute: (burst: string, phase: number, minute: number) => ({
    ...burstKey.minutes(burst, phase),
    sk: ordered(minute),
  }),
  /** The partition that has the items of all minutes of a phase. */
  minutes: (burst: string, phase: number) => ({ pk: `${burst}#seconds#${phase}` }),
  /** The last reports of all drives in one item, for users who watch the burst. */
  snapshot: (burst: string) => ({ pk: `${burst}#snapshot`, sk: 'snapshot' }),
  /** The measured request rate that a shard of this deployment can send. */
  calibration: () => ({ pk: 'calibration', sk: 'calibration' }),
  /** An item for each burst, in the order of their creation, for lists. */
  listed: (createdAt: number, burst: string) => ({
    pk: 'bursts',
    sk: `${String(createdAt).padStart(15, '0')}#${burst}`,
  }),
} as const;
