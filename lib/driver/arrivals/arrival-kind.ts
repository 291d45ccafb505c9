import type { Around, Fields, Mapping, ReadOf } from '../declaration/field.ts';
import type { Incrementable } from '../declaration/incrementable.ts';
import type { Schema } from '../declaration/schema.ts';
import type { ArrivalName, ArrivalNumbers, Arrivals, ArrivalsOf } from '../model/arrivals.ts';
import type { Assignment, Partitions } from '../model/plan.ts';
import type { Random } from '../random.ts';
import type { LinearRate } from '../schedule/linear-rate.ts';
import type { Schedule } from '../schedule/schedule.ts';

/**
 * One kind of arrivals, such as `constantRate`: its texts for the docs, its members in a document, and its
 * arithmetic.
 */
export type ArrivalKind<Name extends ArrivalName = ArrivalName, F extends Fields<Around> = Fields<Around>> = {
  readonly kind: Name;
  /** A sentence about the kind, for the docs. */
  readonly summary: string;
  /** A sentence about the load of a phase of this kind, which editors show. */
  readonly description: string;
  /** The members that only this kind has. In the docs, they come before the members that all phases have. */
  readonly fields: F;
  /** A rule in JSON Schema about the members of this kind. Absent when the members alone are enough. */
  readonly rule?: Schema;
  /** An example of a phase of this kind, for editors. It leaves out the scenario. */
  readonly written: Mapping;
  /** The numbers of the example for this kind, for which the docs show the load. */
  readonly example: ArrivalNumbers[Name];
  /** False when no user arrives in a phase of this kind. Such a phase has no scenario and no shards. */
  readonly startsUsers: boolean;
  /**
   * Reads the numbers of this kind for one iteration. `members` has the valid members only. Returns undefined
   * when a number is missing or wrong.
   */
  parse(members: MembersOf<F>, body: PhaseBody): ArrivalsOf<Name> | undefined;
  /**
   * Returns the duration of the phase in milliseconds. `writtenMs` is the duration in the document, which
   * does not count for some kinds.
   */
  parseDuration(writtenMs: number | undefined, body: PhaseBody): number | undefined;
  model(arrivals: ArrivalsOf<Name>): ArrivalModel;
};

/** The members of a phase's body, with their values in one iteration. Rates may grow with iterations. */
export type MembersOf<F extends Fields> = {
  readonly [K in keyof ReadOf<F>]: ReadOf<F>[K] extends Incrementable | undefined
    ? number | Exclude<ReadOf<F>[K], Incrementable>
    : ReadOf<F>[K];
};

/**
 * The properties of a phase's arrivals that planning, driving and reports need to know. Counts are over all
 * shards.
 */
export type ArrivalModel = {
  /**
   * Present when every shard gets the same number of users. Absent: shards with more threads get more users.
   */
  readonly alike?: true;
  /**
   * The number of users of a closed phase. Undefined when users arrive at a rate, or when no user arrives.
   */
  readonly users?: number;
  /** True when each user who leaves is replaced by a new user, until the duration is over. */
  readonly repeats: boolean;
  /** The users who arrive per second during the phase. Undefined when users do not arrive at a rate. */
  readonly rate?: LinearRate;
  /** The users who arrive per second at the busiest instant. 0 when users do not arrive at a rate. */
  readonly peakUsersPerSec: number;
  /** The arrivals in words: `100 users/s`, `9 users/s, evenly spaced` or `25 users`. Empty without users. */
  readonly description: string;
  /** The name of the member in the document that sets the highest load. */
  readonly loadKey: string;
  /**
   * The largest number of users at work at once. `limit` is the part of the document's `maxSessions` for
   * these arrivals, if it is given.
   */
  sessions(limit: number | undefined): number;
  /**
   * The arrivals of one fork, by its share of the total weight. Rates are divided exactly; numbers of users
   * are rounded.
   */
  share(weight: number, totalWeight: number): Arrivals;
  /** The time during which new users arrive, in milliseconds. Undefined when only the drives can know it. */
  knownDurationMs(writtenMs: number | undefined): number | undefined;
  /** The number of users in a run. Undefined when it is not known before the run. */
  plannedUsers(durationMs: number): number | undefined;
  /**
   * The average number of users in a run, for people and estimates. In a closed phase, the number of users at
   * once.
   */
  expectedUsers(durationMs: number): number;
  /** The arrivals of one shard in one segment. Undefined when all its users start at the beginning. */
  schedule(durationMs: number, part: ArrivalPart, random: Random): Schedule | undefined;
};

/**
 * One shard in one segment of a phase. `width` is the number of parts that the shard gets; it is larger when
 * its agent has more threads.
 */
export type ArrivalPart = Pick<Partitions, 'shard' | 'shards'> &
  Partial<Pick<Partitions, 'width'>> & {
    readonly segment: Pick<Assignment['segment'], 'startMs' | 'endMs'>;
  };

/**
 * A phase of the document in one iteration, as the rules of its kind of arrivals see it. In these functions,
 * an empty `name` means the whole body of the phase.
 */
export type PhaseBody = {
  /** True when the document has the member, valid or not. */
  has(name: string): boolean;
  /** True when the document has neither the member nor a misspelt form of it. */
  lacks(name: string): boolean;
  /** The number of agents in the document, at least one. `threads` is the sum of their threads. */
  readonly agents: number;
  readonly threads: number;
  error(name: string, message: string, hint?: string): void;
  warning(name: string, message: string, hint?: string): void;
};
