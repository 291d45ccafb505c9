import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Condition, Table, Write } from '../../ports/table.ts';
import { type Change, deleteChange, openChanges, putChange } from '../../records/alerting/changes.ts';
import { seriesOf } from '../../records/alerting/fingerprint.ts';
import type { Variable } from '../../records/alerting/variables.ts';
import { type Edit, edited, placeOf, pointWrite } from './datapoint-edits.ts';
import { keepPoints, pointsAt } from './kept-points.ts';
import { contentOf, type Judged, judge } from './merge-detected-changes.ts';

/** The most attempts to edit a series when edits conflict. */
const attempts = 20;

/**
 * The most changes that the transaction of a datapoint deletes, and the most that it writes. Later edits find
 * and write further changes. One transaction has 100 items. A deleted change takes two of them, and a new
 * change takes three with its event.
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
    const version = Number(head?.version ?? 0);
    const [points, known] = await Promise.all([
      pointsAt(table, variable.id, series, version),
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
    const writes: Write[] = [
      {
        put: { ...key, fingerprint, version: version + 1 },
        when: head === undefined ? 'absent' : { version },
      },
      pointWrite(variable.id, series, edit),
      ...judged.gone
        .slice(0, changesAtOnce)
        .flatMap((change) => deleteChange(change, acknowledgementOf(known, change))),
      // New changes are written before moved changes, because the recipient of an event must find its change.
      ...[...found, ...judged.moved]
        .slice(0, changesAtOnce)
        .flatMap((change) => putChange(change, acknowledgementOf(known, change))),
      ...also(found),
    ];
    const failed = await table.write(writes);
    if (failed.length > 0) continue;
    const made = { edit, version: version + 1, before: points, after: next.points };
    keepPoints(table, variable.id, series, made);
    return found;
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
