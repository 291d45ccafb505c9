import { type ChangePointOptions, defaultOptions } from './change-points/change-points.ts';
import { leastRuns } from './change-points/segment-splits.ts';
import type { Bound, FixedThreshold } from './fixed-threshold.ts';
import type { RelativeDifference } from './relative-difference.ts';

/** A model that detects changes of a series, with all its settings. */
export type Model =
  | { readonly model: 'relativeDifference'; readonly config: RelativeDifference }
  | { readonly model: 'fixedThreshold'; readonly config: FixedThreshold }
  | { readonly model: 'eDivisive'; readonly config: ChangePointOptions };

export type ModelName = Model['model'];

export const modelNames = [
  'relativeDifference',
  'fixedThreshold',
  'eDivisive',
] as const satisfies readonly ModelName[];

/**
 * The models that the original server adds to a new variable: one for a jump of the last value, one for a
 * drift of the last five values.
 */
export const defaultModels: readonly Model[] = [1, 5].map((window) => ({
  model: 'relativeDifference',
  config: { filter: 'mean', window, threshold: window === 1 ? 0.2 : 0.1, minPrevious: 5 },
}));

/** Members that the contract of the original server has in each configuration. */
const notSettings = ['model', 'builtIn'] as const;

/**
 * Makes a model from the name and the settings that a user gave. A setting that is absent or null has its
 * default.
 * @returns a list of problems, each with its place, if a setting is wrong.
 */
export function parseModel(
  name: string,
  config: Readonly<Record<string, unknown>>,
): Model | readonly string[] {
  const problems: string[] = [];
  const settings = new Set<string>(notSettings);
  const read = reader(config, problems, settings);
  const model = modelOf(name, read);
  if (model === undefined) return [`Unknown model '${name}': the models are ${modelNames.join(', ')}`];
  const known = [...settings].slice(notSettings.length).join(', ');
  for (const other of Object.keys(config).filter((each) => !settings.has(each)))
    problems.push(`${other} is not a setting of ${name}: the settings are ${known}`);
  return problems.length > 0 ? problems : model;
}

function modelOf(name: string, { number, bound, filter }: Reader): Model | undefined {
  if (name === 'relativeDifference') {
    const config = {
      filter: filter(),
      window: number('window', 1, { from: 1, whole: true }),
      threshold: number('threshold', 0.2, { from: 0 }),
      minPrevious: number('minPrevious', 5, { from: 1, whole: true }),
    };
    const deviations = number('deviations', 0, { from: 0 });
    // Without `deviations` the setting is left out, because clients of the original server know only the
    // other four settings.
    return { model: name, config: deviations === 0 ? config : { ...config, deviations } };
  }
  if (name === 'fixedThreshold') return { model: name, config: { min: bound('min'), max: bound('max') } };
  if (name !== 'eDivisive') return undefined;
  return {
    model: name,
    config: {
      chance: number('chance', defaultOptions.chance, { from: 0.0001, to: 0.2 }),
      persistence: number('persistence', defaultOptions.persistence, { from: leastRuns, whole: true }),
      leastChange: number('leastChange', defaultOptions.leastChange, { from: 0 }),
    },
  };
}

type Reader = ReturnType<typeof reader>;
type Range = { readonly from: number; readonly to?: number; readonly whole?: boolean };

/**
 * Makes a reader of settings, which adds a problem for each wrong setting.
 * @param settings receives the names of all settings that are read.
 */
function reader(config: Readonly<Record<string, unknown>>, problems: string[], settings: Set<string>) {
  const number = (name: string, missing: number, { from, to = 1e9, whole = false }: Range): number => {
    settings.add(name);
    const value = config[name] ?? missing;
    if (typeof value === 'number' && value >= from && value <= to && (!whole || Number.isInteger(value)))
      return value;
    problems.push(
      `${name} must be a ${whole ? 'whole ' : ''}number from ${from}${to < 1e9 ? ` to ${to}` : ''}`,
    );
    return missing;
  };
  const filter = (): RelativeDifference['filter'] => {
    settings.add('filter');
    const value = config.filter ?? 'mean';
    if (value === 'mean' || value === 'median' || value === 'min' || value === 'max') return value;
    problems.push('filter must be mean, median, min or max');
    return 'mean';
  };
  const bound = (name: 'min' | 'max'): Bound => {
    settings.add(name);
    const bound = config[name] ?? {};
    if (typeof bound !== 'object' || Array.isArray(bound))
      problems.push(`${name} must be an object such as {"enabled": true, "inclusive": true, "value": 10}`);
    const { enabled, inclusive, value = null, ...others } = bound as Partial<Bound>;
    for (const other of Object.keys(others))
      problems.push(
        `${name}.${other} is not a setting of a bound: the settings are enabled, inclusive and value`,
      );
    const lacksEnabled = enabled === undefined || enabled === null;
    if (lacksEnabled ? typeof value === 'number' : typeof enabled !== 'boolean')
      problems.push(`${name}.enabled must be true or false: true checks the bound`);
    if (typeof (inclusive ?? true) !== 'boolean')
      problems.push(`${name}.inclusive must be true or false: true allows the value itself`);
    if (value === null ? enabled === true : !Number.isFinite(value))
      problems.push(`${name}.value must be a number`);
    return { enabled: enabled === true, inclusive: inclusive !== false, value: value ?? 0 };
  };
  return { number, filter, bound };
}
