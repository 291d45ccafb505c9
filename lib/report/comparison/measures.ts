/**
 * The requests of a measurement: all requests, the requests of a phase or of a metric in a phase, or one of
 * several requests with this metric.
 */
export type Subject = { readonly phase?: string; readonly metric?: string; readonly request?: string };

/** A metric of a phase. `request`: which of several requests with this metric. */
export type MetricSubject = Subject & { readonly phase: string; readonly metric: string };

/** A measure: one number of a run that is compared. */
export type Measure = {
  readonly name: string;
  /** `share`: 0 to 1. */
  readonly unit: 'ns' | 'share' | 'perSec';
  /**
   * Changes are ratios (+0.1: 10 % more). Changes of shares, which are often 0, are differences (+0.01: one
   * percentage point).
   */
  readonly kind: 'ratio' | 'difference';
  readonly worse: 'higher' | 'lower';
  /** The quantile of response times, 0 to 1. */
  readonly quantile?: number;
};

/** Names for users, in the order of help and docs. */
export const measureNames = 'p50, p99, p99.9 and so on, mean, errors, throughput';

/**
 * `throughput` depends on the kind of the load: the rate that a closed load achieves, or the part of its plan
 * that an open load sends.
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

/** Values on a scale on which changes add and a worse value is higher: logarithms for ratios. */
export const onScale = ({ kind, worse }: Measure, value: number): number =>
  (worse === 'higher' ? 1 : -1) * (kind === 'ratio' ? Math.log(value) : value);

/**
 * Converts a shift on that scale for users: +0.1 is 10 % more, or 0.1 more, whether that is better or worse.
 */
export function changeOfShift({ kind, worse }: Measure, shift: number): number {
  const natural = worse === 'higher' ? shift : 0 - shift;
  return kind === 'ratio' ? Math.expm1(natural) : natural;
}

/** Converts a limit such as 0.1 to that scale: higher, or lower if a lower value is worse. */
export function shiftOfLimit({ kind, worse }: Measure, limit: number): number {
  if (kind === 'difference') return limit;
  return worse === 'higher' ? Math.log1p(limit) : -Math.log1p(-limit);
}
