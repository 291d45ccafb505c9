import type { Path } from '../document/problem.ts';
import type { Arrivals } from '../model/arrivals.ts';
import type { Checking } from './sound.ts';

export type Kind = Arrivals['kind'];

/** A number, or `base` plus `increment` for each iteration; phases run one iteration, so `base` counts. */
type Incrementable = number | { readonly base: number };

/** How users arrive, from the body of a phase; undefined when a number it needs is missing or wrong. */
export function parseArrivals(kind: Kind, at: Path, checking: Checking): Arrivals | undefined {
  const { document } = checking;
  const number = (name: string): number | undefined => first(document.read<Incrementable>([...at, name]));
  const variance = document.read<boolean>([...at, 'variance']) ?? true;
  switch (kind) {
    case 'noop':
      return { kind };
    case 'atOnce':
    case 'always': {
      const users = number('users');
      return users === undefined ? undefined : { kind, users };
    }
    case 'constantRate': {
      const usersPerSec = number('usersPerSec');
      return usersPerSec === undefined ? undefined : { kind, usersPerSec, variance };
    }
    case 'increasingRate':
    case 'decreasingRate': {
      const initialUsersPerSec = number('initialUsersPerSec');
      const targetUsersPerSec = number('targetUsersPerSec');
      if (initialUsersPerSec === undefined || targetUsersPerSec === undefined) return undefined;
      checkDirection(kind, initialUsersPerSec, targetUsersPerSec, at, checking);
      return { kind, initialUsersPerSec, targetUsersPerSec, variance };
    }
  }
}

const first = (written: Incrementable | undefined): number | undefined =>
  typeof written === 'object' ? written.base : written;

function checkDirection(
  kind: 'increasingRate' | 'decreasingRate',
  initial: number,
  target: number,
  at: Path,
  { findings }: Checking,
): void {
  const rises = kind === 'increasingRate';
  if (rises ? initial < target : initial > target) return;
  const side = rises ? 'above' : 'below';
  const other = initial === target ? 'constantRate' : rises ? 'decreasingRate' : 'increasingRate';
  findings.error(
    [...at, 'targetUsersPerSec'],
    `targetUsersPerSec ${target} must be ${side} initialUsersPerSec ${initial} in ${kind}`,
    `or use ${other}`,
  );
}

/** Most users per second at any time; 0 for kinds without a rate. */
export function highestRate(arrivals: Arrivals): number {
  if (arrivals.kind === 'constantRate') return arrivals.usersPerSec;
  if (arrivals.kind === 'increasingRate' || arrivals.kind === 'decreasingRate') {
    return Math.max(arrivals.initialUsersPerSec, arrivals.targetUsersPerSec);
  }
  return 0;
}

/** A fork's part: rates are exact, users of a closed model are rounded (reference section 5.5). */
export function shareOfArrivals(arrivals: Arrivals, weight: number, total: number): Arrivals {
  const part = (amount: number): number => (amount * weight) / total;
  switch (arrivals.kind) {
    case 'noop':
      return arrivals;
    case 'atOnce':
    case 'always':
      return { ...arrivals, users: Math.round(part(arrivals.users)) };
    case 'constantRate':
      return { ...arrivals, usersPerSec: part(arrivals.usersPerSec) };
    case 'increasingRate':
    case 'decreasingRate':
      return {
        ...arrivals,
        initialUsersPerSec: part(arrivals.initialUsersPerSec),
        targetUsersPerSec: part(arrivals.targetUsersPerSec),
      };
  }
}
