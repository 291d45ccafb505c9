import { createHash } from 'node:crypto';
import type { RunOutcome } from '../../../api.generated.ts';
import type { Change } from './changes.ts';

/** Something that happened, for whoever wants to hear of it. */
export type RepositoryEvent =
  | {
      readonly kind: 'change/new';
      readonly testId: number;
      readonly testName: string;
      readonly change: Change;
    }
  | { readonly kind: 'run/new'; readonly testId: number; readonly testName: string; readonly run: RunTold }
  /** A run whose limits were not kept. */
  | { readonly kind: 'run/failed'; readonly testId: number; readonly testName: string; readonly run: RunTold }
  | {
      readonly kind: 'missing-data';
      readonly testId: number;
      readonly testName: string;
      readonly missing: Missing;
    }
  /** An API key ends soon, or has ended. It is of no test. */
  | { readonly kind: 'key/expiring'; readonly testId?: undefined; readonly key: KeyTold };

/** 32 digits that no other event has. */
export function nameOfEvent(event: RepositoryEvent): string {
  return createHash('sha256').update(JSON.stringify(event, inOrder)).digest('hex').slice(0, 32);
}

/** Tables give members back in another order. */
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

export type RunTold = {
  readonly id: number;
  readonly start: number;
  readonly stop: number;
  readonly owner: string;
  readonly outcome?: RunOutcome | undefined;
};

export type KeyTold = {
  readonly id: number;
  readonly name: string | null;
  readonly user: string;
  /** Epoch milliseconds at which it ends, or ended, if nobody uses it before. */
  readonly end: number;
  /** Whole days that are left; 0 or less: it has ended. */
  readonly toExpiration: number;
};

/** A rule found no dataset in time, or a run that was expected did not come. */
export type Missing = {
  readonly rule?: string;
  readonly maxStaleness?: number;
  /** Epoch milliseconds at which the rule found that: it finds it again when as much time has passed. */
  readonly at?: number;
  /** Epoch milliseconds of the last dataset that the rule counts; absent: there is none. */
  readonly last?: number;
  readonly expectedBefore?: number;
  readonly expectedBy?: string;
  readonly backlink?: string;
};
