import type { KeyLimits } from '../../api.generated.ts';

/** All limits that a key can have. */
export const keyLimitNames = [
  'usersPerSecMax',
  'sessionsMax',
  'durationMsMax',
  'shardsMax',
  'connectionsMax',
  'dollarsMax',
  'burstsAtOnceMax',
] as const satisfies readonly (keyof KeyLimits)[];

/**
 * Combines two sets of limits, such as those of two keys, to the lower limit of each kind. Undefined when
 * neither set has a limit.
 */
export function lowest(one: KeyLimits = {}, other: KeyLimits = {}): KeyLimits | undefined {
  const both = keyLimitNames.flatMap((name) => {
    const values = [one[name], other[name]].filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[name, Math.min(...values)] as const];
  });
  return both.length === 0 ? undefined : Object.fromEntries(both);
}

/** `usersPerSecMax=500,dollarsMax=5`: the form in which users give limits and Downpour prints them. */
export const formatLimits = (limits: KeyLimits): string =>
  keyLimitNames.flatMap((name) => (limits[name] === undefined ? [] : `${name}=${limits[name]}`)).join(',');
