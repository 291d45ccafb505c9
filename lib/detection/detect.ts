import { type Finding, formatNumber, formatPercent } from './change.ts';
import { type ChangePoint, changePoints } from './change-points/change-points.ts';
import { fixedThreshold } from './fixed-threshold.ts';
import { isSame } from './judged.ts';
import type { Model } from './models.ts';
import { relativeDifference } from './relative-difference.ts';

/** A change with the model that found it, by its index in the list of models. */
export type Detected = Finding & {
  readonly model: number;
  /** Another model found this change, and change points confirm it. */
  readonly lasts?: true;
};

/**
 * The changes of a series, by their places. The original's models are asked after each value with those since
 * the last change that they or a person found, and of several that name one value the first one tells it;
 * change points are looked for in the whole series. One at a value that another model found is that change
 * where both tell about the same of it, and else a second one: a value far beyond a bound may be the first of
 * a level that changed a little, and stays.
 *
 * @param confirmed indexes of changes that a person confirmed, in order: the original's models begin anew
 *   there, and find them not again. Which change points people have judged, judged.ts says.
 * @param dismissed indexes at which a person said that nothing changed: what the original's models find there
 *   is no change, and what follows is compared with what lies before it as well.
 * @param from values before this index have been judged: the changes among `known`, which are of the
 *   original's models, stay where they lie before it.
 */
export function detect(
  values: Float64Array,
  models: readonly Model[],
  { confirmed = [], dismissed = [], from = 0, known = [] }: Past = {},
): readonly Detected[] {
  const past = known.map(({ lasts: _, ...change }) => change);
  const found = new Map<number, Detected>(past.map((change) => [change.at, change]));
  for (const change of replayed(values, models, { confirmed, dismissed, from, known: past }))
    if (!found.has(change.at) && !confirmed.includes(change.at)) found.set(change.at, change);
  const others: Detected[] = [];
  for (const point of wholeSeries(values, models)) {
    const earlier = found.get(point.at);
    if (earlier && isSame({ ...earlier, model: models[earlier.model]?.model ?? 'relativeDifference' }, point))
      found.set(point.at, { ...earlier, lasts: true });
    else if (others.every(({ at }) => at !== point.at)) others.push(point);
  }
  return [...found.values(), ...others].sort((a, b) => a.at - b.at);
}

export type Past = {
  readonly confirmed?: readonly number[];
  readonly dismissed?: readonly number[];
  readonly from?: number;
  readonly known?: readonly Detected[];
};

function replayed(
  values: Float64Array,
  models: readonly Model[],
  { confirmed, dismissed, from, known }: Required<Past>,
): readonly Detected[] {
  if (models.every(({ model }) => model === 'eDivisive')) return [];
  const found: Detected[] = [];
  let last = Math.max(0, ...known.map(({ at }) => at), ...confirmed.filter((at) => at < from));
  for (let end = from; end < values.length; end += 1) {
    if (confirmed.includes(end)) last = end;
    const since = values.subarray(last, end + 1);
    for (const [index, model] of models.entries()) {
      const finding = afterValue(since, model);
      if (finding === undefined) continue;
      const at = last + finding.at;
      if (!dismissed.includes(at) && found.every((change) => change.at !== at))
        found.push({ ...finding, at, model: index });
    }
    last = Math.max(last, found.at(-1)?.at ?? 0);
  }
  return found;
}

function afterValue(since: Float64Array, { model, config }: Model): Finding | undefined {
  if (model === 'relativeDifference') return relativeDifference(since, config);
  if (model === 'eDivisive') return undefined;
  const at = since.length - 1;
  const finding = fixedThreshold(since[at] as number, config);
  return finding && { ...finding, at };
}

function wholeSeries(values: Float64Array, models: readonly Model[]): readonly Detected[] {
  return models.flatMap((model, index) =>
    model.model === 'eDivisive'
      ? changePoints(values, model.config).map((point) => ({ ...findingOf(point), model: index }))
      : [],
  );
}

function findingOf({ at, before, after, chance }: ChangePoint): Finding {
  const part = after.median / before.median - 1;
  const odds = chance <= 0.0001 ? 'less than 1 in 10,000' : `${formatNumber(100 * chance)} in 100`;
  return {
    at,
    before,
    after,
    confidence: 1 - chance,
    explanation:
      `the median of ${after.count} values from here on is ${formatNumber(after.median)}, ${formatPercent(part)} beside ` +
      `${formatNumber(before.median)}, that of the ${before.count} before; ${odds} stable series show as much by chance`,
  };
}
