import type { RunTrend } from '../../../api.generated.ts';

/** The number of runs on each side when a person compares the runs around a change. */
const sideRuns = 5;
/** The number of newest runs of a test among which the runs around a change are looked for. */
export const listedRuns = 500;

/**
 * The ids of the runs before a change and from the change on, or the reason why they cannot be compared:
 * there are no runs before the change, they are not in the list, or other tools made the runs.
 */
export type Sides =
  | { readonly before: readonly number[]; readonly after: readonly number[] }
  | 'no run before'
  | 'not listed'
  | 'other tool';

/** @param run the run of the change. */
export function sidesAround(run: number, { id, state }: Pick<RunTrend, 'id' | 'state'>): Sides {
  const at = id.indexOf(run);
  if (at < 0 || (at === 0 && id.length === listedRuns)) return 'not listed';
  if (at === 0) return 'no run before';
  if (state[at] === null) return 'other tool';
  return { before: id.slice(Math.max(0, at - sideRuns), at), after: id.slice(at, at + sideRuns) };
}
