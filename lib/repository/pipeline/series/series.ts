import { isDeepStrictEqual } from 'node:util';
import { type Detected, detect } from '../../../detection/detect.ts';
import { isSame, isSameWay, judgedAmong } from '../../../detection/judged-changes.ts';
import { repositoryKey } from '../../../names/repository.ts';
import { all, type Condition, itemsOf, recordOf, type Table, type Write } from '../../ports/table.ts';
import { type Change, deleteChange, openChanges, putChange } from '../../records/alerting/changes.ts';
import { seriesOf } from '../../records/alerting/fingerprint.ts';
import type { Variable } from '../../records/alerting/variables.ts';

/** A datapoint: the value that a variable has in a dataset. */
export type Datapoint = {
  readonly datasetId: number;
  readonly runId: number;
  readonly ordinal: number;
  /** The time of the datapoint in epoch milliseconds. */
  readonly timestamp: number;
  readonly value: number;
};

/**
 * Adds a datapoint to a series, or removes one. A datapoint that `returns` gets another time. Its changes
 * remain until it is added again, and keep the judgement of a user.
 */
export type Edit =
  | { readonly put: Datapoint }
  | { readonly remove: Omit<Datapoint, 'value'>; readonly returns: boolean };

/** Changes are detected among this many last datapoints of a series. Earlier changes remain. */
const judgedPoints = 2_000;

/** The number of attempts when edits of a series conflict. */
const attempts = 20;

/**
 * The most changes that the transaction of a datapoint deletes, and the most that it writes. Later edits find
 * and write further changes. A deleted change takes two of the 100 items of a transaction, and a new change
 * takes three with its event.
 */
const changesAtOnce = 19;

/**
 * Edits a series and detects changes from the edited datapoint on. Concurrent edits are made one after the
 * other, so the changes always match the stored datapoints.
 *
 * @param also receives the new changes before they are written, and returns further writes for the
 *   transaction.
 * @returns the new changes.
 */
export async function editSeries(
  table: Table,
  variable: Variable,
  fingerprint: string,
  edit: Edit,
  now: number,
  also: (changes: readonly Change[]) => readonly Write[] = () => [],
): Promise<readonly Change[]> {
  const series = seriesOf(fingerprint);
  const key = repositoryKey.series(variable.id, series);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const head = await table.get(key);
    const [points, known] = await Promise.all([
      lastPoints(table, variable.id, series),
      openChanges(table).ofVariable(variable.id),
    ]);
    const next = edited(points, edit);
    const isAway = (change: Change) =>
      'remove' in edit && edit.returns && placeOf(change) === placeOf(edit.remove);
    const changes = known.filter((change) => change.fingerprint === fingerprint && !isAway(change));
    const judged = judge(variable, next.points, next.from, changes);
    const found = await withIds(table, judged.found.slice(0, changesAtOnce), {
      variable,
      fingerprint,
      now,
    });
    const version = Number(head?.version ?? 0);
    const writes: Write[] = [
      {
        put: { ...key, fingerprint, version: version + 1 },
        when: head === undefined ? 'absent' : { version },
      },
      pointWrite(variable.id, series, edit),
      ...judged.gone
        .slice(0, changesAtOnce)
        .flatMap((change) => deleteChange(change, acknowledgementOf(known, change))),
      // New changes come before moved ones, because the recipient of an event has to find its change.
      ...[...found, ...judged.moved]
        .slice(0, changesAtOnce)
        .flatMap((change) => putChange(change, acknowledgementOf(known, change))),
      ...also(found),
    ];
    const failed = await table.write(writes);
    if (failed.length === 0) return found;
  }
  throw new Error(
    `Downpour could not store the changes of variable ${variable.id} in the series ${fingerprint}: other tasks wrote this series during each of ${attempts} attempts`,
  );
}

/**
 * The condition on which a change is written: no person has confirmed, dismissed or described it since it was
 * read. So the write never replaces the answer of a person.
 */
function acknowledgementOf(known: readonly Change[], { id }: Change): Condition {
  const change = known.find((one) => one.id === id);
  if (change === undefined) return 'absent';
  const { confirmed, dismissed, description } = change;
  return { confirmed, dismissed, description };
}

/** The last datapoints of a series, the oldest first. */
export async function lastPoints(table: Table, variable: number, series: string) {
  const { pk } = repositoryKey.datapoint(variable, series, 0, 0, 0);
  const points: Datapoint[] = [];
  for await (const item of itemsOf(table, pk, { backward: true, limit: 500 })) {
    points.push(recordOf<Datapoint>(item));
    if (points.length === judgedPoints) break;
  }
  return points.reverse();
}

/** The fingerprints of a variable that have datapoints, as JSON texts. */
export const fingerprintsOf = async (table: Table, variable: number): Promise<readonly string[]> =>
  (await all(itemsOf(table, repositoryKey.series(variable, '').pk))).map(({ fingerprint }) =>
    String(fingerprint),
  );

function pointWrite(variable: number, series: string, edit: Edit): Write {
  const { timestamp, runId, ordinal } = 'put' in edit ? edit.put : edit.remove;
  const key = repositoryKey.datapoint(variable, series, timestamp, runId, ordinal);
  return 'put' in edit ? { put: { ...key, ...edit.put } } : { delete: key };
}

/** The datapoints after an edit, and the index of the first datapoint that the edit affects. */
function edited(points: readonly Datapoint[], edit: Edit): { points: readonly Datapoint[]; from: number } {
  const point = 'put' in edit ? edit.put : edit.remove;
  const others = points.filter(({ datasetId, runId, ordinal }) =>
    'put' in edit ? runId !== point.runId || ordinal !== point.ordinal : datasetId !== point.datasetId,
  );
  const found = others.findIndex((other) => isBefore(point, other));
  const from = found < 0 ? others.length : found;
  return { points: 'put' in edit ? others.toSpliced(from, 0, edit.put) : others, from };
}

function isBefore(a: Omit<Datapoint, 'value'>, b: Datapoint): boolean {
  return (
    a.timestamp - b.timestamp < 0 ||
    (a.timestamp === b.timestamp && (a.runId - b.runId || a.ordinal - b.ordinal) < 0)
  );
}

type Judged = {
  readonly found: readonly (Detected & { readonly point: Datapoint })[];
  readonly moved: readonly Change[];
  readonly gone: readonly Change[];
};

/**
 * Combines the changes that models detect with the known changes. Changes at datapoints outside the window
 * remain. The judgement of a user applies to one change only (detection/judged-changes.ts).
 */
function judge(
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
  // A dataset that was made again has a new id, and may have another time. Its changes get both.
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
 * Updates a known change that was detected again. For models of the original server, the change stays as it
 * was.
 */
function reportedAgain(change: Change, one: Detected, variable: Variable, point: Datapoint): Change {
  const { lasts: _, faded: __, ...known } = change;
  if (isKnown(one)) return { ...known, ...(one.lasts && { lasts: true }) };
  return { ...known, ...contentOf(one, variable, point), description: describe(change, one) };
}

type IndexedChange = { readonly change: Change; readonly at: number };

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

/**
 * Finds the known change for each detected change. A known change of the same model is preferred. Otherwise
 * the change of another model matches, if both models detected it or the settings no longer have the other
 * model. A change point in the opposite direction is a new change. So is a change point that is much larger
 * than a faded change. When an earlier value arrives late and shows a change, a later change in the same
 * direction that is no longer detected is the same change.
 */
function sameAmong(
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

const hasModel = ({ changeDetection }: Variable, name: Change['model']): boolean =>
  changeDetection.some(({ model }) => model === name);

/**
 * Identifies a datapoint by its run and ordinal. A dataset that was made again has a new id, but the same run
 * and ordinal.
 */
const placeOf = ({ runId, ordinal }: Pick<Datapoint, 'runId' | 'ordinal'>): string => `${runId}/${ordinal}`;

/**
 * Two change points within this many datapoints count as the same change. Additional values move a change
 * point by less than the minimum length of a level.
 */
const reachOf = (model: Variable['changeDetection'][number] | undefined): number =>
  model?.model === 'eDivisive' ? model.config.persistence : 1;

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
 * True when the time of a change is in the window of the last datapoints, in which changes are detected. The
 * datapoint of the change may be deleted.
 */
function isInWindow({ timestamp }: Change, points: readonly Datapoint[]): boolean {
  return points.length < judgedPoints || timestamp >= (points[0]?.timestamp ?? 0);
}

function contentOf(one: Detected, { changeDetection }: Variable, point: Datapoint) {
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

async function withIds(
  table: Table,
  found: Judged['found'],
  { variable, fingerprint, now }: { variable: Variable; fingerprint: string; now: number },
): Promise<readonly Change[]> {
  if (found.length === 0) return [];
  const first = await table.newIds('change', found.length);
  return found.map((one, n) => ({
    id: first + n,
    variableId: variable.id,
    testId: variable.testId,
    fingerprint,
    foundAt: now,
    confirmed: false,
    description: one.explanation,
    ...contentOf(one, variable, one.point),
  }));
}
