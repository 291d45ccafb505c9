import { type Ceilings, defaultCeilings } from './limits.ts';

/**
 * Reads the ceilings of a deployment from text: `name=value` pairs with commas between them, for example
 * `usersPerSecMax=500,dollarsMax=5`. Names and units are those of `Ceilings`. A ceiling that is not given has
 * its default.
 * @throws Error for an unknown name or a value that is not a number above 0, because the deployment is then
 * configured wrongly.
 */
export function parseCeilings(text: string): Ceilings {
  const given = text.split(',').filter((pair) => pair.trim() !== '');
  return { ...defaultCeilings, ...Object.fromEntries(given.map(parseCeiling)) };
}

function parseCeiling(pair: string): [string, number] {
  const [name = '', value = ''] = pair.split('=').map((part) => part.trim());
  const known = Object.keys(defaultCeilings);
  if (!known.includes(name))
    throw new Error(`ceiling ${name} is unknown, expected one of ${known.join(', ')}`);
  if (!(Number(value) > 0)) throw new Error(`ceiling ${name} must be a number above 0, not ${value}`);
  return [name, Number(value)];
}
