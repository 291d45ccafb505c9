import type { Arrivals } from '../model/arrivals.ts';
import { always } from './always.ts';
import type { ArrivalKind, ArrivalModel } from './arrival-kind.ts';
import { atOnce } from './at-once.ts';
import { constantRate } from './constant-rate.ts';
import { noop } from './noop.ts';
import { decreasingRate, increasingRate, rampPerSec } from './ramp.ts';

/** All kinds of arrivals by name, in the order in which the docs list them. */
export const arrivalKinds: ReadonlyMap<string, ArrivalKind> = new Map(
  [constantRate, increasingRate, decreasingRate, atOnce, always, noop].map(
    (each: ArrivalKind): [string, ArrivalKind] => [each.kind, each],
  ),
);

/** Older names of kinds of arrivals, each with the kind that reads its numbers. */
export const oldKinds: ReadonlyMap<string, ArrivalKind> = new Map<string, ArrivalKind>([
  ['constantPerSec', { ...(constantRate as ArrivalKind), description: 'Old name of constantRate.' }],
  ['rampPerSec', { ...(increasingRate as ArrivalKind), ...rampPerSec }],
]);

function kindOf({ kind }: Arrivals): ArrivalKind {
  const found = arrivalKinds.get(kind);
  if (found === undefined)
    throw new Error(
      `the plan of the run has the unknown phase kind '${kind}'; another release of Downpour may have made the plan, so start the run again`,
    );
  return found;
}

export const modelOf = (arrivals: Arrivals): ArrivalModel => kindOf(arrivals).model(arrivals);

export const startsUsers = (arrivals: Arrivals): boolean => kindOf(arrivals).startsUsers;
