import type { Finding } from './change.ts';
import { type ChangePoint, changePoints } from './change-points/change-points.ts';
import { leastRuns } from './change-points/segment-splits.ts';
import { explainChangePoint } from './explanations.ts';
import { fixedThreshold } from './fixed-threshold.ts';
import { isSame } from './judged-changes.ts';
import type { Model } from './models.ts';
import { relativeDifference } from './relative-difference.ts';

/** A change with the model that found it, by its index in the list of models. */
export type Detected = Finding & {
  readonly model: number;
  /** Present when another model found this change, and the model of change points confirms it. */
  readonly lasts?: true;
};

/**
 * Finds the changes of a series, in the order of their indexes. For each value, the models of the original
 * server compare the values since the last change that they or a person found. If several models name one
 * value, the first model counts. Change points are searched in the whole series. A change point at the index
 * of another model's change is the same change if both report about the same difference. Otherwise it is a
 * second change: a value far beyond a bound may also begin a level that changed a little and lasts.
 *
 * @param confirmed indexes of changes that a person confirmed, in order. The original's models start again
 * there and do not report them again. judged-changes.ts decides which change points a person has judged.
 * @param dismissed indexes at which a person dismissed a change. The original's models report no change
 * there, and later values are compared with the values before it as well.
 * @param from values before this index are already judged. Changes among `known` before it remain; they
 * come from the original's models.
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
    const same = sameChange([...found.values()], models, point);
    if (same !== undefined) found.set(same.at, { ...same, lasts: true });
    else if (others.every(({ at }) => at !== point.at)) others.push(point);
  }
  return [...found.values(), ...others].sort((a, b) => a.at - b.at);
}

/**
 * Finds the change of another model that is the same change as a change point. Such a change is at the same
 * datapoint. When the other model compares medians, it may be one or two datapoints away: the position of a
 * change point is uncertain with few values after it. Models that compare single values must agree exactly,
 * because they may have found an outlier next to the change.
 */
function sameChange(
  found: readonly Detected[],
  models: readonly Model[],
  point: Detected,
): Detected | undefined {
  const distance = ({ at }: Detected): number => Math.abs(at - point.at);
  return found
    .filter((change) => distance(change) < (isLevel(models[change.model]) ? leastRuns : 1))
    .sort((a, b) => distance(a) - distance(b))
    .find((change) =>
      isSame({ ...change, model: models[change.model]?.model ?? 'relativeDifference' }, point),
    );
}

const isLevel = (model: Model | undefined): boolean =>
  model?.model === 'relativeDifference' && model.config.filter === 'median';

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
    const begin = last;
    for (const [index, model] of models.entries()) {
      const finding = afterValue(since, model);
      if (finding === undefined) continue;
      const at = begin + finding.at;
      if (dismissed.includes(at) || found.some((change) => change.at === at)) continue;
      found.push({ ...finding, at, model: index });
      // The largest index so far remains, because one model may find a change at the last value, and the next
      // model an earlier change.
      last = Math.max(last, at);
    }
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

function findingOf(point: ChangePoint): Finding {
  const { at, before, after, chance } = point;
  return { at, before, after, confidence: 1 - chance, explanation: explainChangePoint(point) };
}
