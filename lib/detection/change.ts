import type { Level } from './level.ts';

/** A change of a series that a model found. */
export type Finding = {
  /** Index of the first value of the new level, as far as the model can determine. */
  readonly at: number;
  /** The level before the change. Absent: the model compares with a bound. */
  readonly before?: Summary;
  readonly after: Summary;
  /** Confidence, 0 to 1. Absent: the model compares and does not estimate. */
  readonly confidence?: number;
  /** A sentence for users. */
  readonly explanation: string;
};

/** A level that may lack its median: the original's models do not need it. */
export type Summary = Omit<Level, 'median'> & { readonly median?: number };

/** Six significant digits. */
export const formatNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** `+12.5 %` */
export function formatPercent(part: number): string {
  const percent = Number((100 * part).toPrecision(3));
  return Number.isFinite(percent) ? `${percent > 0 ? '+' : ''}${percent} %` : 'from zero';
}
