import { time as latency } from '../../report/page/number-text.ts';
import { exactly, percent, rate } from '../../report/units.ts';

/** The meaning of the numbers of a label. Labels of other tools have numbers without a known unit. */
export type LabelKind = 'time' | 'share' | 'rate' | 'count' | 'other';

/**
 * The kind of numbers of a label. Downpour itself defines the labels of its own runs, so their names show the
 * kind.
 */
export function labelKind(label: string): LabelKind {
  if (/^(p\d+(\.\d+)?|mean|lateness)$/.test(label)) return 'time';
  if (label === 'failedShare') return 'share';
  if (label === 'rate') return 'rate';
  return label === 'requests' ? 'count' : 'other';
}

/** Formats a number with its unit. Undefined: the kind has no unit. */
export function inUnit(kind: LabelKind, value: number): string | undefined {
  if (kind === 'time') return latency(value);
  if (kind === 'share') return percent(value);
  if (kind === 'rate') return rate(value);
  return kind === 'count' ? exactly(value) : undefined;
}
