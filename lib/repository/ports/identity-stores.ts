import type { AuditRecord } from '../../results/identity/audit.ts';
import type { Team, User } from '../../results/identity/user.ts';

/** The store of audit records (who changed what), by day. A record is written once and never changed. */
export type AuditStore = {
  readonly put: (record: AuditRecord) => Promise<void>;
  /**
   * Reads the latest audit records of a day, the last one first.
   * @param at an instant of the day.
   * @param before - the sort key before which the page begins. Absent: the page begins with the last record
   * of the day.
   */
  readonly page: (
    at: number,
    limit: number,
    before?: string,
  ) => Promise<readonly (AuditRecord & { readonly sk: string })[]>;
};

/** The store of users and teams. */
export type UserStore = {
  readonly get: (name: string) => Promise<User | undefined>;
  readonly list: () => Promise<readonly User[]>;
  /** Adds a user. False when a user with this name exists. */
  readonly add: (user: User) => Promise<boolean>;
  /** Replaces a user. False when the user was changed since it was read, or removed. */
  readonly replace: (user: User) => Promise<boolean>;
  /** Removes a user, and records that the name was in use. */
  readonly remove: (name: string) => Promise<void>;
  /** Whether a user of this name was removed. */
  readonly wasRemoved: (name: string) => Promise<boolean>;
  /**
   * Counts a login attempt with a password. `window` is the number of the period. -1 takes an attempt back.
   * @param forgetAt - epoch seconds at which the count expires.
   * @returns the attempts of the period.
   */
  readonly countTry: (name: string, window: number, tries: 1 | -1, forgetAt: number) => Promise<number>;
  /** The number of login attempts with a password in the period `window`. */
  readonly tries: (name: string, window: number) => Promise<number>;
  readonly team: (name: string) => Promise<Team | undefined>;
  readonly teams: () => Promise<readonly Team[]>;
  /** Adds a team. False when a team with this name exists. */
  readonly addTeam: (team: Team) => Promise<boolean>;
  readonly removeTeam: (name: string) => Promise<void>;
};
