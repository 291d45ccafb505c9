import type { Finding } from './change.ts';
import { explainBound } from './explanations.ts';

export type FixedThreshold = { readonly min: Bound; readonly max: Bound };

export type Bound = {
  readonly enabled: boolean;
  /** True when a value that is equal to the bound is allowed, so that it is not a change. */
  readonly inclusive: boolean;
  readonly value: number;
};

/** Compares a value with bounds, as the original server does. Each value beyond a bound is a change. */
export function fixedThreshold(value: number, { min, max }: FixedThreshold): Finding | undefined {
  if (min.enabled && (min.inclusive ? value < min.value : value <= min.value))
    return beyond(value, 'below the lower', min);
  if (max.enabled && (max.inclusive ? value > max.value : value >= max.value))
    return beyond(value, 'above the upper', max);
  return undefined;
}

const beyond = (value: number, where: string, bound: Bound): Finding => ({
  at: 0,
  after: { count: 1, mean: value, deviation: 0 },
  explanation: explainBound(value, where, bound),
});
