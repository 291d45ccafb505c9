import { type Finding, shown, shownPart } from './change.ts';
import { type ChangePoint, changePoints } from './change-points/change-points.ts';
import { fixedThreshold } from './fixed-threshold.ts';
import type { Model } from './models.ts';
import { relativeDifference } from './relative-difference.ts';

/** A change with the model that told it, by its place among those asked. */
export type Detected = Finding & { readonly model: number };

/**
 * The changes of a series, by their places; of several models that name one value, the first one's. The original's models are
 * asked after each value with those since the last change that they or a person found; change points are looked for in the
 * whole series.
 *
 * @param confirmed indexes of changes that a person confirmed, in order: they are taken as given, and not found again.
 * @param dismissed indexes at which a person said that nothing changed: what the original's models find there is no change, and
 *   what follows is compared with what lies before it as well.
 * @param from values before this index have been judged: the changes among `known` that lie before it stay.
 */
export function detect(
  values: Float64Array,
  models: readonly Model[],
  { confirmed = [], dismissed = [], from = 0, known = [] }: Past = {},
): readonly Detected[] {
  const found = new Map<number, Detected>(known.map((change) => [change.at, change]));
  const continuous = replayed(values, models, { confirmed, dismissed, from, known });
  for (const change of [...continuous, ...wholes(values, models, confirmed)])
    if (!found.has(change.at) && !confirmed.includes(change.at)) found.set(change.at, change);
  return [...found.values()].sort((a, b) => a.at - b.at);
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

/** A change point beside a confirmed change is that change. */
function wholes(
  values: Float64Array,
  models: readonly Model[],
  confirmed: readonly number[],
): readonly Detected[] {
  return models.flatMap((model, index) => {
    if (model.model !== 'eDivisive') return [];
    const { persistence } = model.config;
    return changePoints(values, model.config)
      .filter(({ at }) => confirmed.every((known) => Math.abs(known - at) >= persistence))
      .map((point) => ({ ...findingOf(point), model: index }));
  });
}

function findingOf({ at, before, after, chance }: ChangePoint): Finding {
  const part = after.median / before.median - 1;
  const odds = chance <= 0.0001 ? 'less than 1 in 10,000' : `${shown(100 * chance)} in 100`;
  return {
    ...{ at, before, after, confidence: 1 - chance },
    explanation:
      `the median of ${after.count} values from here on is ${shown(after.median)}, ${shownPart(part)} beside ` +
      `${shown(before.median)}, that of the ${before.count} before; ${odds} stable series show as much by chance`,
  };
}
