import { isDeepStrictEqual } from 'node:util';
import { type Detected, detect } from '../../../detection/detect.ts';
import { judgedAmong } from '../../../detection/judged-changes.ts';
import type { Change } from '../../records/alerting/changes.ts';
import type { Variable } from '../../records/alerting/variables.ts';
import { type Datapoint, judgedPoints, placeOf } from './datapoint-edits.ts';
import { hasModel, type IndexedChange, sameAmong } from './same-changes.ts';

export type Judged = {
  readonly found: readonly (Detected & { readonly point: Datapoint })[];
  readonly moved: readonly Change[];
  readonly gone: readonly Change[];
};

/**
 * Combines the changes that models detect with the known changes. Changes before the last `judgedPoints`
 * datapoints remain. A user's confirmation or dismissal applies to one change only
 * (detection/judged-changes.ts).
 */
export function judge(
  variable: Variable,
  points: readonly Datapoint[],
  from: number,
  changes: readonly Change[],
): Judged {
  const places = new Map(points.map((point, at) => [placeOf(point), at]));
  const placed = changes.flatMap((change) => {
    const at = places.get(placeOf(change));
    return at === undefined ? [] : [{ change, at }];
  });
  const unacknowledged = placed.filter(({ change }) => !change.confirmed && change.dismissed === undefined);
  const untriagedChanges = untriaged(variable, points, from, placed);
  const sameOf = sameAmong(unacknowledged, untriagedChanges, variable);
  const kept = new Set<Change>();
  const moved: Change[] = [];
  const found = untriagedChanges.flatMap((one) => {
    const same = sameOf.get(one);
    const point = points[one.at] as Datapoint;
    if (same === undefined) return [{ ...one, point }];
    kept.add(same);
    const next = reportedAgain(same, one, variable, point);
    if (!isDeepStrictEqual(next, same)) moved.push(next);
    return [];
  });
  const removed = changes.filter(
    (change) => !change.confirmed && !places.has(placeOf(change)) && isInWindow(change, points),
  );
  // A dataset that was made again has a new id, and may have another time. Its changes get the new id and
  // time.
  const renewed = placed.flatMap(({ change, at }) => {
    const { datasetId, timestamp } = points[at] as Datapoint;
    const isOther =
      (change.datasetId !== datasetId || change.timestamp !== timestamp) &&
      moved.every(({ id }) => id !== change.id);
    return isOther && (!unacknowledged.some((one) => one.change === change) || kept.has(change))
      ? [{ ...change, datasetId, timestamp }]
      : [];
  });
  const unseen = unacknowledged.flatMap(({ change }) => (kept.has(change) ? [] : [change]));
  const isFading = ({ model }: Change) => model === 'eDivisive' && hasModel(variable, model);
  return {
    found,
    moved: [
      ...moved,
      ...renewed,
      ...unseen.flatMap((change) =>
        isFading(change) && !change.faded ? [{ ...change, faded: true as const }] : [],
      ),
    ],
    gone: [...unseen.filter((change) => !isFading(change)), ...removed],
  };
}

/**
 * Updates a known change that was detected again. A change that a model of the original server found remains
 * unchanged.
 */
function reportedAgain(change: Change, one: Detected, variable: Variable, point: Datapoint): Change {
  const { lasts: _, faded: __, ...known } = change;
  if (isKnown(one)) return { ...known, ...(one.lasts && { lasts: true }) };
  return { ...known, ...contentOf(one, variable, point), description: describe(change, one) };
}

/** Detects changes, without those that a user has confirmed or dismissed. */
function untriaged(
  variable: Variable,
  points: readonly Datapoint[],
  from: number,
  placed: readonly IndexedChange[],
): readonly Detected[] {
  const models = variable.changeDetection;
  const confirmed = placed.filter(({ change }) => change.confirmed);
  const dismissed = placed.filter(({ change }) => !change.confirmed && change.dismissed);
  const known = placed.filter(
    ({ change, at }) => !change.confirmed && !change.dismissed && change.model !== 'eDivisive' && at < from,
  );
  const detected = detect(
    Float64Array.from(points, ({ value }) => value),
    models,
    {
      confirmed: confirmed.map(({ at }) => at).sort((a, b) => a - b),
      dismissed: dismissed.map(({ at }) => at),
      from,
      known: known.map(({ change, at }) => ({ ...change, at, model: modelIndex(variable, change) })),
    },
  );
  const judged = [...confirmed, ...dismissed].map(({ change, at }) => ({
    at,
    model: change.model,
    after: change.after,
    isDismissed: !change.confirmed,
    lasts: change.lasts === true,
    ...(change.before && { before: change.before }),
  }));
  return models.flatMap((model, index) => {
    const own = detected.filter((one) => one.model === index);
    if (model.model !== 'eDivisive') return own.filter(({ at }) => dismissed.every((one) => one.at !== at));
    const triaged = judgedAmong(own, judged, model.config.persistence);
    return own.filter((one) => !triaged.has(one));
  });
}

const modelIndex = ({ changeDetection }: Variable, { model }: Change): number =>
  Math.max(
    0,
    changeDetection.findIndex((detection) => detection.model === model),
  );

const isKnown = (one: Detected): boolean => 'foundAt' in one;

/** The new description of a change. A description that a person wrote is kept. */
const describe = (change: Change, one: Detected): string =>
  change.description === change.explanation ? one.explanation : change.description;

/**
 * True when the time of a change is among the last datapoints, in which changes are detected. The datapoint
 * of the change itself may be deleted.
 */
function isInWindow({ timestamp }: Change, points: readonly Datapoint[]): boolean {
  return points.length < judgedPoints || timestamp >= (points[0]?.timestamp ?? 0);
}

export function contentOf(one: Detected, { changeDetection }: Variable, point: Datapoint) {
  const { before, after, confidence, explanation, lasts } = one;
  const { datasetId, runId, ordinal, timestamp } = point;
  return {
    datasetId,
    runId,
    ordinal,
    timestamp,
    after,
    explanation,
    model: changeDetection[one.model]?.model ?? 'relativeDifference',
    ...(before && { before }),
    ...(confidence !== undefined && { confidence }),
    ...(lasts && { lasts }),
  } as const;
}
