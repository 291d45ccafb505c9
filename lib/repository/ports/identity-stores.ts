import type { AuditRecord } from '../../results/identity/audit.ts';
import type { Team, User } from '../../results/identity/user.ts';

/** Stores changes by day. A record is written once and never changed. */
export type AuditStore = {
  readonly put: (record: AuditRecord) => Promise<void>;
  /**
   * The latest records of the day of an instant, the last one first.
   * @param before - the sort key that follows all of them. Absent: all records of the day.
   */
  readonly page: (
    at: number,
    limit: number,
    before?: string,
  ) => Promise<readonly (AuditRecord & { readonly sk: string })[]>;
};

/** Stores users and teams. */
export type UserStore = {
  readonly get: (name: string) => Promise<User | undefined>;
  readonly list: () => Promise<readonly User[]>;
  /** False when a user with this name exists. */
  readonly add: (user: User) => Promise<boolean>;
  /** False when the user was changed since it was read, or removed. */
  readonly replace: (user: User) => Promise<boolean>;
  readonly remove: (name: string) => Promise<void>;
  /**
   * Counts one more try of a password in a period, or subtracts one.
   * @param forgetAt - epoch seconds at which the count expires.
   * @returns the tries of the period.
   */
  readonly countTry: (name: string, window: number, tries: 1 | -1, forgetAt: number) => Promise<number>;
  readonly team: (name: string) => Promise<Team | undefined>;
  readonly teams: () => Promise<readonly Team[]>;
  /** False when a team with this name exists. */
  readonly addTeam: (team: Team) => Promise<boolean>;
  readonly removeTeam: (name: string) => Promise<void>;
};
