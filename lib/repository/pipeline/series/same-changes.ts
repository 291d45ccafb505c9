import type { Detected } from '../../../detection/detect.ts';
import { isSame, isSameWay } from '../../../detection/judged-changes.ts';
import type { Change } from '../../records/alerting/changes.ts';
import type { Variable } from '../../records/alerting/variables.ts';

export type IndexedChange = { readonly change: Change; readonly at: number };

/**
 * Finds the known change for each detected change. A known change of the same model is preferred. Otherwise
 * the change of another model matches, if both models detected it or the settings no longer have the other
 * model. A change point in the opposite direction is a new change. So is a change point that is much larger
 * than a faded change. When an earlier value arrives late and shows a change, a later change in the same
 * direction that is no longer detected is the same change.
 */
export function sameAmong(
  unacknowledged: readonly IndexedChange[],
  untriagedChanges: readonly Detected[],
  variable: Variable,
): ReadonlyMap<Detected, Change> {
  const same = new Map<Detected, Change>();
  const open = unacknowledged.filter(({ change }) => !change.faded);
  const left = new Set([...open, ...unacknowledged.filter(({ change }) => change.faded)]);
  const isNear = ({ at }: IndexedChange, one: Detected) =>
    Math.abs(at - one.at) < reachOf(variable.changeDetection[one.model]);
  const isAgain = ({ change }: IndexedChange, one: Detected) =>
    isLevel(change) && isPoint(variable, one) && (change.faded ? isSame : isSameWay)(change, one);
  const isOfItsKind = ({ change }: IndexedChange, one: Detected) =>
    !isLevel(change) && !isPoint(variable, one);
  const isOfAnother = ({ change }: IndexedChange, one: Detected) =>
    isLevel(change) !== isPoint(variable, one) &&
    !change.faded &&
    (change.lasts === true || one.lasts === true || !hasModel(variable, change.model));
  const isLater = ({ change, at }: IndexedChange, one: Detected) => at > one.at && isSameWay(change, one);
  const rules = [
    [isNear, isAgain],
    [isNear, isOfItsKind],
    [isNear, isOfAnother],
    [isLater, isOfItsKind],
  ] as const;
  for (const rule of rules)
    for (const one of untriagedChanges) {
      if (same.has(one)) continue;
      const found = [...left].find((placed) => rule.every((is) => is(placed, one)));
      if (found === undefined) continue;
      same.set(one, found.change);
      left.delete(found);
    }
  return same;
}

const isLevel = ({ model }: Change): boolean => model === 'eDivisive';

const isPoint = ({ changeDetection }: Variable, { model }: Detected): boolean =>
  changeDetection[model]?.model === 'eDivisive';

export const hasModel = ({ changeDetection }: Variable, name: Change['model']): boolean =>
  changeDetection.some(({ model }) => model === name);

/**
 * Two change points within this many datapoints count as the same change. Additional values move a change
 * point by less than the minimum length of a level.
 */
const reachOf = (model: Variable['changeDetection'][number] | undefined): number =>
  model?.model === 'eDivisive' ? model.config.persistence : 1;
