import type { Change } from '../../../api.generated.ts';
import { labelKind } from '../../json/label-unit.ts';

/** The kind of a change's numbers. The numbers of Downpour's own runs have a unit. */
export function seriesKind({
  variable,
  fingerprint,
}: Pick<Change, 'variable' | 'fingerprint'>): 'time' | 'share' | 'other' {
  const isOwn = 'phase' in fingerprint && 'metric' in fingerprint;
  if (!isOwn) return 'other';
  if (variable.name === 'failed share') return 'share';
  return variable.labels.every((label) => labelKind(label) === 'time') ? 'time' : 'other';
}

/** The name of a series of a variable: `browse / products`. Empty when the variable has only one series. */
export function seriesName({ fingerprint }: Pick<Change, 'fingerprint'>): string {
  // For a run of the load driver, the phase comes before the metric, as in reports.
  const { phase, ...others } = fingerprint;
  const values = phase === undefined ? Object.values(others) : [phase, ...Object.values(others)];
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' / ');
}

/**
 * The size of a change for sorting: its difference as a share of the level before the change. A change from 0
 * counts as the largest.
 */
export function sizeOf({ before, after }: Pick<Change, 'before' | 'after'>): number {
  const from = before === undefined ? 0 : levelOf(before);
  const to = levelOf(after);
  if (from === 0) return to === 0 ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(to - from) / Math.abs(from);
}

/**
 * One number for a level, before or after a change. It is the number that the explanation of the change
 * names.
 */
export const levelOf = ({ median, min, max, mean }: Change['after']): number => median ?? min ?? max ?? mean;

export const largestFirst = (changes: readonly Change[]): readonly Change[] =>
  [...changes].sort((a, b) => (sizeOf(a) === sizeOf(b) ? b.id - a.id : sizeOf(b) - sizeOf(a)));
