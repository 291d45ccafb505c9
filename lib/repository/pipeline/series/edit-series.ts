import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Condition, Table, Write } from '../../ports/table.ts';
import { type Change, deleteChange, openChanges, putChange } from '../../records/alerting/changes.ts';
import { seriesOf } from '../../records/alerting/fingerprint.ts';
import type { Variable } from '../../records/alerting/variables.ts';
import { withKeyedMutex } from '../../records/keyed-mutex.ts';
import { type Edit, edited, keyOf, placeOf, pointOf, pointWrite } from './datapoint-edits.ts';
import { keepPoints, pointsAt } from './kept-points.ts';
import { contentOf, type Judged, judge } from './merge-detected-changes.ts';

/** The most attempts to edit a series when edits conflict. */
const attempts = 100;

/** The most datapoints that one transaction adds or removes. */
const editsAtOnce = 25;

/**
 * The most changes that a transaction with this many datapoints deletes, and the most that it writes. Later
 * edits find and write further changes. A deleted change takes two of the 100 items of a transaction, and a
 * new change takes three with its event.
 */
const changesAtOnce = (points: number): number => Math.floor((99 - points) / 5);

/** An edit of a series that waits for the transaction of the edits before it. */
type Waiting = {
  readonly series: string;
  readonly variable: Variable;
  readonly edit: Edit;
  /** Returns further writes for the transaction. Absent: none. */
  readonly also: ((changes: readonly Change[]) => readonly Write[]) | undefined;
  /** The transaction of an earlier edit that includes this edit. */
  together?: Promise<readonly Change[]>;
};

const waitingOf = new WeakMap<Table, Waiting[]>();

/**
 * Edits a series and detects changes from the edited datapoint on. Concurrent edits are made one after the
 * other, so the changes always match the stored datapoints. Edits that wait in one process are made together:
 * otherwise the pages of a recalculation would write the series so often that other processes could not.
 *
 * @param also receives the new changes before they are written, and returns further writes for the
 *   transaction.
 * @returns the new changes. The first of the edits that are made together gets all of them.
 */
export async function editSeries(
  table: Table,
  variable: Variable,
  fingerprint: string,
  edit: Edit,
  now: number,
  also?: Waiting['also'],
): Promise<readonly Change[]> {
  const series = `${variable.id}#${seriesOf(fingerprint)}`;
  const mine: Waiting = { series, variable, edit, also };
  const waiting = waitingOf.get(table) ?? [];
  waitingOf.set(table, waiting);
  waiting.push(mine);
  return withKeyedMutex(table, `series ${series}`, async () => {
    if (mine.together !== undefined) {
      await mine.together;
      return [];
    }
    const taken = takeTogether(waiting, mine);
    const together = editTogether(table, variable, fingerprint, taken, now);
    for (const one of taken) one.together = together;
    return together;
  });
}

/** Takes an edit from those that wait, and the edits directly after it that one transaction can make. */
function takeTogether(waiting: Waiting[], mine: Waiting): readonly Waiting[] {
  const taken: Waiting[] = [];
  const keys = new Set<string>();
  for (const one of waiting.filter(({ series }) => series === mine.series)) {
    const key = keyOf(pointOf(one.edit));
    // A transaction writes each item once, and its events are those of its first edit.
    const fits = !keys.has(key) && (one.also === undefined) === (mine.also === undefined);
    if (!fits || taken.length === editsAtOnce) break;
    keys.add(key);
    taken.push(one);
  }
  for (const one of taken) waiting.splice(waiting.indexOf(one), 1);
  return taken;
}

async function editTogether(
  table: Table,
  variable: Variable,
  fingerprint: string,
  together: readonly Waiting[],
  now: number,
): Promise<readonly Change[]> {
  const series = seriesOf(fingerprint);
  const key = repositoryKey.series(variable.id, series);
  const edits = together.map(({ edit }) => edit);
  const changesMax = changesAtOnce(edits.length);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const head = await table.get(key);
    const version = Number(head?.version ?? 0);
    const [points, known] = await Promise.all([
      pointsAt(table, variable.id, series, version),
      openChanges(table).ofVariable(variable.id),
    ]);
    const next = edited(points, edits);
    const isAway = (change: Change) =>
      edits.some((edit) => 'remove' in edit && edit.returns && placeOf(change) === placeOf(edit.remove));
    const changes = known.filter((change) => change.fingerprint === fingerprint && !isAway(change));
    const judged = judge(variable, next.points, next.from, changes);
    const found = await withIds(table, judged.found.slice(0, changesMax), { variable, fingerprint, now });
    const writes: Write[] = [
      {
        put: { ...key, fingerprint, version: version + 1 },
        when: head === undefined ? 'absent' : { version },
      },
      ...edits.map((edit) => pointWrite(variable.id, series, edit)),
      ...judged.gone
        .slice(0, changesMax)
        .flatMap((change) => deleteChange(change, acknowledgementOf(known, change))),
      // New changes are written before moved changes, because the recipient of an event must find its change.
      ...[...found, ...judged.moved]
        .slice(0, changesMax)
        .flatMap((change) => putChange(change, acknowledgementOf(known, change))),
      ...(together[0]?.also?.(found) ?? []),
    ];
    const failed = await table.write(writes);
    if (failed.length > 0) continue;
    const made = { edits, version: version + 1, before: points, after: next.points };
    keepPoints(table, variable.id, series, made);
    return found;
  }
  throw new Error(
    `Downpour could not store the changes of variable ${variable.id} in the series ${fingerprint}: other tasks wrote this series during each of ${attempts} attempts`,
  );
}

/**
 * The condition on which a change is written: no person has confirmed, dismissed or described it since it was
 * read, and it is in the same series. So the write never replaces the answer of a person.
 */
function acknowledgementOf(known: readonly Change[], { id }: Change): Condition {
  const change = known.find((one) => one.id === id);
  if (change === undefined) return 'absent';
  const { confirmed, dismissed, description, fingerprint } = change;
  return { confirmed, dismissed, description, fingerprint };
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
