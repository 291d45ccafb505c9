import type { KeyLimits } from '../api.generated.ts';

/** Everything that a key can be limited in. */
export const keyLimitNames = [
  'usersPerSecMax',
  'sessionsMax',
  'durationMsMax',
  'shardsMax',
  'connectionsMax',
  'dollarsMax',
  'burstsAtOnceMax',
] as const satisfies readonly (keyof KeyLimits)[];

/** Of two limits the lower one, of each kind; undefined when there is none of any kind. */
export function lowest(one: KeyLimits = {}, other: KeyLimits = {}): KeyLimits | undefined {
  const both = keyLimitNames.flatMap((name) => {
    const values = [one[name], other[name]].filter((value) => value !== undefined);
    return values.length === 0 ? [] : [[name, Math.min(...values)] as const];
  });
  return both.length === 0 ? undefined : Object.fromEntries(both);
}

/** `usersPerSecMax=500,dollarsMax=5`, as people give them and are shown them. */
export const formatLimits = (limits: KeyLimits): string =>
  keyLimitNames.flatMap((name) => (limits[name] === undefined ? [] : `${name}=${limits[name]}`)).join(',');
