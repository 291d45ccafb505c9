/**
 * The requests of a measurement: all requests, the requests of a phase or of a metric in a phase, or one of
 * several requests with this metric.
 */
export type Subject = { readonly phase?: string; readonly metric?: string; readonly request?: string };

/** A metric of a phase. `request` selects one of several requests with this metric. */
export type MetricSubject = Subject & { readonly phase: string; readonly metric: string };

/** A measure: one number of a run that is compared. */
export type Measure = {
  readonly name: string;
  /** The unit of the number. A `share` is from 0 to 1. */
  readonly unit: 'ns' | 'share' | 'perSec';
  /**
   * The kind of change. `ratio`: +0.1 is 10 % more. `difference`: for shares, which are often 0; +0.01 is one
   * percentage point more.
   */
  readonly kind: 'ratio' | 'difference';
  readonly worse: 'higher' | 'lower';
  /** The quantile of response times, from 0 to 1. */
  readonly quantile?: number;
};

/** The names of measures, in the order of help and docs. */
export const measureNames = 'p50, p99, p99.9 and so on, mean, errors, throughput';

/**
 * Finds a measure by its name. `throughput` is the rate of a closed load, or the sent part of the plan of an
 * open load.
 */
export function measureNamed(name: string, isOpen = true): Measure | undefined {
  if (name === 'mean') return { name, unit: 'ns', kind: 'ratio', worse: 'higher' };
  if (name === 'errors') return { name, unit: 'share', kind: 'difference', worse: 'higher' };
  if (name === 'throughput')
    return isOpen
      ? { name, unit: 'share', kind: 'difference', worse: 'lower' }
      : { name, unit: 'perSec', kind: 'ratio', worse: 'lower' };
  const percentile = /^p(\d{1,2}(?:\.\d+)?)$/.exec(name)?.[1];
  if (percentile === undefined || Number(percentile) === 0) return undefined;
  return { name, unit: 'ns', kind: 'ratio', worse: 'higher', quantile: Number(percentile) / 100 };
}

/** Converts a value to a scale on which changes add and a worse value is higher. Ratios become logarithms. */
export const onScale = ({ kind, worse }: Measure, value: number): number =>
  (worse === 'higher' ? 1 : -1) * (kind === 'ratio' ? Math.log(value) : value);

/**
 * Converts a shift on the scale of `onScale` to a change for users: +0.1 is 10 % more, or 0.1 more. The sign
 * does not depend on whether more is better or worse.
 */
export function changeOfShift({ kind, worse }: Measure, shift: number): number {
  const natural = worse === 'higher' ? shift : 0 - shift;
  return kind === 'ratio' ? Math.expm1(natural) : natural;
}

/**
 * Converts a limit such as 0.1 to a shift on the scale of `onScale`. If a lower value is worse, the limit is
 * a decrease.
 */
export function shiftOfLimit({ kind, worse }: Measure, limit: number): number {
  if (kind === 'difference') return limit;
  return worse === 'higher' ? Math.log1p(limit) : -Math.log1p(-limit);
}
