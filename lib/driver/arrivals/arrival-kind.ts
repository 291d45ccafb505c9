import type { Around, Fields, Mapping, ReadOf } from '../declaration/field.ts';
import type { Incrementable } from '../declaration/incrementable.ts';
import type { Schema } from '../declaration/schema.ts';
import type { ArrivalName, ArrivalNumbers, Arrivals, ArrivalsOf } from '../model/arrivals.ts';
import type { Assignment, Partitions } from '../model/plan.ts';
import type { Random } from '../random.ts';
import type { LinearRate } from '../schedule/linear-rate.ts';
import type { Schedule } from '../schedule/schedule.ts';

/** A kind of arrivals: its words, its numbers and its arithmetic, in one file of this folder. */
export type ArrivalKind<Name extends ArrivalName = ArrivalName, F extends Fields<Around> = Fields<Around>> = {
  readonly kind: Name;
  /** The description of the kind for the docs. */
  readonly summary: string;
  /** The load of such a phase, for editors. */
  readonly description: string;
  /** The members of its own, before those that all phases have. */
  readonly fields: F;
  /** A rule about these members for the schema. */
  readonly rule?: Schema;
  /** The members of the kind in an example for editors, without the work of its users. */
  readonly written: Mapping;
  /** Numbers that show it in the docs. */
  readonly example: ArrivalNumbers[Name];
  /** False when no user arrives: such a phase has no scenario and no shards. */
  readonly startsUsers: boolean;
  /** `members` has the valid ones of an iteration. Undefined when a number is missing or wrong. */
  parse(members: MembersOf<F>, body: PhaseBody): ArrivalsOf<Name> | undefined;
  /** The duration that counts, from the duration of the document, if it has one. */
  parseDuration(writtenMs: number | undefined, body: PhaseBody): number | undefined;
  model(arrivals: ArrivalsOf<Name>): ArrivalModel;
};

/** The members of a body in one iteration. */
export type MembersOf<F extends Fields> = {
  readonly [K in keyof ReadOf<F>]: ReadOf<F>[K] extends Incrementable | undefined
    ? number | Exclude<ReadOf<F>[K], Incrementable>
    : ReadOf<F>[K];
};

/**
 * The properties of a phase's arrivals that planning, driving and reports need. Counts are over all shards.
 */
export type ArrivalModel = {
  /** Every shard gets as many users as the next, whatever the threads of its agent. */
  readonly alike?: true;
  /** Users of a closed phase; undefined where users arrive at a rate, or not at all. */
  readonly users?: number;
  /** A user who has left is replaced by another one, until the duration is over. */
  readonly repeats: boolean;
  /** Users per second over the duration; undefined where users do not arrive at a rate. */
  readonly rate?: LinearRate;
  /** Users per second at the busiest instant; 0 without a rate. */
  readonly peakUsersPerSec: number;
  /** `100 users/s`, `10 to 100 users/s, even`, `25 users`; empty when no user arrives. */
  readonly description: string;
  /** The key of the document that sets the load at its highest. */
  readonly loadKey: string;
  /**
   * Most users at work at once; `limit` is this phase's part of `maxSessions`, when the document gives that.
   */
  sessions(limit: number | undefined): number;
  /** The part of a fork. Rates are cut exactly; users are rounded. */
  share(weight: number, totalWeight: number): Arrivals;
  /** The time during which new users arrive, when that is known before they do. */
  knownDurationMs(writtenMs: number | undefined): number | undefined;
  /** Users of a run when the number is known before it. */
  plannedUsers(durationMs: number): number | undefined;
  /** Users of a run on average; for a closed phase the users at once. For people and estimates. */
  expectedUsers(durationMs: number): number;
  /** The arrivals of one shard in one segment; undefined when they are all there at the start. */
  schedule(durationMs: number, part: ArrivalPart, random: Random): Schedule | undefined;
};

/** A shard and a segment of a phase; a shard whose agent has more threads than others is wider. */
export type ArrivalPart = Pick<Partitions, 'shard' | 'shards'> &
  Partial<Pick<Partitions, 'width'>> & {
    readonly segment: Pick<Assignment['segment'], 'startMs' | 'endMs'>;
  };

/** A phase in a document, for the rules of its kind in one iteration. An empty name means the body itself. */
export type PhaseBody = {
  /** True when it is written, right or wrong. */
  has(name: string): boolean;
  /** True when it is neither there nor misspelt. */
  lacks(name: string): boolean;
  /** The agents of the document, at least one, and the threads of all of them. */
  readonly agents: number;
  readonly threads: number;
  error(name: string, message: string, hint?: string): void;
  warning(name: string, message: string, hint?: string): void;
};
