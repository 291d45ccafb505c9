import { repositoryKey } from '../../../names/repository-keys.ts';
import { all, itemsOf, recordOf, type Table, type Write } from '../../ports/table.ts';

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
 * An edit of a series: it adds a datapoint, or removes one. `returns` is true for a removed datapoint that is
 * added again with another time. Its changes remain until then, and keep the user's confirmation or
 * dismissal.
 */
export type Edit =
  | { readonly put: Datapoint }
  | { readonly remove: Omit<Datapoint, 'value'>; readonly returns: boolean };

/** The number of last datapoints of a series in which changes are detected. Earlier changes remain. */
export const judgedPoints = 2_000;

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

export function pointWrite(variable: number, series: string, edit: Edit): Write {
  const { timestamp, runId, ordinal } = pointOf(edit);
  const key = repositoryKey.datapoint(variable, series, timestamp, runId, ordinal);
  return 'put' in edit ? { put: { ...key, ...edit.put } } : { delete: key };
}

/** The datapoints of a series after an edit, and the index of the first datapoint that the edit affects. */
export function edited(
  points: readonly Datapoint[],
  edits: readonly Edit[],
): { points: readonly Datapoint[]; from: number } {
  let next = points;
  for (const edit of edits) {
    const point = pointOf(edit);
    const others = next.filter(({ datasetId, runId, ordinal }) =>
      'put' in edit ? runId !== point.runId || ordinal !== point.ordinal : datasetId !== point.datasetId,
    );
    next = 'put' in edit ? others.toSpliced(indexIn(others, edit.put), 0, edit.put) : others;
  }
  return { points: next, from: Math.min(...edits.map((edit) => indexIn(next, pointOf(edit)))) };
}

/** The place of a datapoint in a list, whether it is there or not. */
function indexIn(points: readonly Datapoint[], point: Place): number {
  const found = points.findIndex((other) => !isBefore(other, point));
  return found < 0 ? points.length : found;
}

type Place = Omit<Datapoint, 'value'>;

function isBefore(a: Place, b: Place): boolean {
  return (
    a.timestamp - b.timestamp < 0 ||
    (a.timestamp === b.timestamp && (a.runId - b.runId || a.ordinal - b.ordinal) < 0)
  );
}

export const pointOf = (edit: Edit): Place => ('put' in edit ? edit.put : edit.remove);

/**
 * Identifies a datapoint by its run and ordinal. A dataset that was made again has a new id, but the same run
 * and ordinal.
 */
export const placeOf = ({ runId, ordinal }: Pick<Datapoint, 'runId' | 'ordinal'>): string =>
  `${runId}/${ordinal}`;

/** Identifies the item of a datapoint in its series. */
export const keyOf = (point: Place): string => `${point.timestamp}/${placeOf(point)}`;
