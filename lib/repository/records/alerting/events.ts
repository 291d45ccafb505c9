import { createHash } from 'node:crypto';
import type { RunOutcome } from '../../../api.generated.ts';
import type { Change } from './changes.ts';

/** An event of the repository, for its subscribers. */
export type RepositoryEvent =
  | {
      readonly kind: 'change/new';
      readonly testId: number;
      readonly testName: string;
      readonly variableName: string;
      readonly change: Change;
    }
  | { readonly kind: 'run/new'; readonly testId: number; readonly testName: string; readonly run: RunOfEvent }
  /** An event for a run that exceeded its limits. */
  | {
      readonly kind: 'run/failed';
      readonly testId: number;
      readonly testName: string;
      readonly run: RunOfEvent;
    }
  | {
      readonly kind: 'missing-data';
      readonly testId: number;
      readonly testName: string;
      readonly missing: Missing;
    }
  /** An event for an API key that expires soon, or has expired. It belongs to no test. */
  | { readonly kind: 'key/expiring'; readonly testId?: undefined; readonly key: KeyOfEvent };

/** The unique name of an event, 32 hexadecimal digits. Equal events have the same name. */
export function nameOfEvent(event: RepositoryEvent): string {
  return createHash('sha256').update(JSON.stringify(event, inOrder)).digest('hex').slice(0, 32);
}

/** Sorts the members of objects, because tables return members in another order. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export type EventKind = RepositoryEvent['kind'];

export const eventKinds = [
  'change/new',
  'run/new',
  'run/failed',
  'missing-data',
  'key/expiring',
] as const satisfies readonly EventKind[];

export type RunOfEvent = {
  readonly id: number;
  readonly start: number;
  readonly stop: number;
  readonly owner: string;
  readonly outcome?: RunOutcome | undefined;
};

export type KeyOfEvent = {
  readonly id: number;
  readonly name: string | null;
  readonly user: string;
  /** The time in epoch milliseconds at which an unused key expires or expired. */
  readonly end: number;
  /** Whole days until the key expires. 0 or less: it has expired. */
  readonly toExpiration: number;
};

/**
 * The data of an event about missing data: a rule without a dataset in time, or an expected run that did not
 * come.
 */
export type Missing = {
  readonly rule?: string;
  readonly maxStaleness?: number;
  /** The time of the check in epoch milliseconds. It distinguishes the events of one rule. */
  readonly at?: number;
  /**
   * The time of the last dataset that the rule counts, in epoch milliseconds. Absent: there is no dataset.
   */
  readonly last?: number;
  readonly expectedBefore?: number;
  readonly expectedBy?: string;
  readonly backlink?: string;
};
