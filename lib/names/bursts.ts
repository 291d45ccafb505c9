import { ordered } from './keys.ts';

/**
 * Items of drives are spread over so many partitions: 5,000 of them that end in one second leave a third of each partition
 * free.
 */
export const driveParts = 64;

/** The part of a drive's items. Phases begin at different parts, or a hundred phases of one shard would share one. */
export const partOf = (phase: number, shard: number): number => (phase + shard) % driveParts;

/** The parts of a phase of so many shards, and how many shards lie in one of them. */
export const partsOf = (phase: number, shards: number): readonly number[] =>
  Array.from({ length: Math.min(driveParts, shards) }, (_, shard) => partOf(phase, shard));
export const shardsIn = (phase: number, part: number, shards: number): number =>
  Math.ceil((shards - ((((part - phase) % driveParts) + driveParts) % driveParts)) / driveParts);

/**
 * Items of the bursts table. A partition takes 1,000 writes and 3,000 reads a second, so nothing that every drive reads
 * or writes lies beside anything else: docs/scale.md has the sums. All carry `expiresAt` (epoch seconds).
 */
export const burstKey = {
  burst: (burst: string) => ({ pk: burst, sk: 'burst' }),
  /** The burst of an `Idempotency-Key` of one user. */
  request: (user: string, key: string) => ({ pk: `request#${user}`, sk: key }),
  /** The bursts that an API key has at work, when it may not have any number. */
  places: (key: number) => ({ pk: `key#${key}`, sk: 'places' }),
  /** The conductor's state with its version, for the conductor and who watches. */
  conductor: (burst: string) => ({ pk: burst, sk: 'conductor' }),
  /** Why a burst or phases of it must not send; every drive at work reads a copy each second. */
  flag: (burst: string, copy: number) => ({ pk: `${burst}#flag#${copy}`, sk: 'flag' }),
  /** When a phase starts; its waiting drives read a copy. */
  start: (burst: string, phase: number, copy: number) => ({
    pk: copy === 0 ? `${burst}#start#${phase}` : `${burst}#start#${phase}#${copy}`,
    sk: 'start',
  }),
  /** What answers the state that waits for the start of a phase. */
  token: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'token' }),
  /** What answers the state that waits for the drives of a phase in other regions. */
  regionsToken: (burst: string, phase: number) => ({ pk: `${burst}#start#${phase}`, sk: 'regions' }),
  /** The parts of a phase of which all drives are ready, have finished or have terminated. */
  phaseCount: (burst: string, phase: number) => ({ pk: `${burst}#drives#${phase}`, sk: 'count' }),
  /** The partition of the leases and counts of one part of a phase. */
  drives: (burst: string, phase: number, part: number) => ({ pk: `${burst}#drives#${phase}#${part}` }),
  /** The shards of one part and segment that are. */
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
  /** The partition of the live items of a part, of all phases. */
  lives: (burst: string, part: number) => ({ pk: `${burst}#live#${part}` }),
  /** The sort keys of the live items of a phase begin with this, or of one of its segments. */
  livesOf: (phase: number, segment?: number) =>
    segment === undefined ? `${ordered(phase)}#` : `${ordered(phase)}#${ordered(segment)}#`,
  /** All live items together, for who watches. */
  snapshot: (burst: string) => ({ pk: `${burst}#snapshot`, sk: 'snapshot' }),
  /** What a shard of this deployment is good for. */
  calibration: () => ({ pk: 'calibration', sk: 'calibration' }),
  /** One for each burst, in the order of their creation. */
  listed: (createdAt: number, burst: string) => ({
    pk: 'bursts',
    sk: `${String(createdAt).padStart(15, '0')}#${burst}`,
  }),
} as const;
