import type { Level } from './level.ts';

/** A change of a series, as a model tells it. */
export type Finding = {
  /** Index of the value that is the first of the new level, as far as can be told. */
  readonly at: number;
  /** What the new values are compared with; absent: with a bound. */
  readonly before?: Summary;
  readonly after: Summary;
  /** How sure it is, as a part of 1; absent: the model compares and does not estimate. */
  readonly confidence?: number;
  /** One sentence for people. */
  readonly explanation: string;
};

/** A level without its median, which the original's models do not ask for. */
export type Summary = Omit<Level, 'median'> & { readonly median?: number };

/** Six digits, as people read them. */
export const formatNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** `+12.5 %` */
export function formatPercent(part: number): string {
  const percent = Number((100 * part).toPrecision(3));
  return Number.isFinite(percent) ? `${percent > 0 ? '+' : ''}${percent} %` : 'from zero';
}
