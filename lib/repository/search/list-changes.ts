import { parameterInvalid } from '../../errors.ts';
import { maySee, type Principal } from '../../results/access.ts';
import { visibleAtRuns } from '../reading/visible-series.ts';
import { type Change, type ChangePosition, openChanges, stateOf } from '../records/alerting/changes.ts';
import { meantFingerprints } from '../records/alerting/fingerprint.ts';
import type { Variable } from '../records/alerting/variables.ts';
import type { Test } from '../records/tests/tests.ts';
import type { Repository } from '../repository.ts';

/** The changes of all variables that a request selects, after its validation. */
export type ChangeSelection = {
  readonly test?: number | undefined;
  readonly state?: 'open' | 'confirmed' | undefined;
  /** The fingerprint of the series, as JSON text. */
  readonly fingerprint?: string | undefined;
};

export type ListedChange = { readonly change: Change; readonly variable: Variable; readonly test: Test };

/** A page of changes. `next` is the cursor for the changes after them. Absent: this is the last page. */
export type ChangesPage = { readonly changes: readonly ListedChange[]; readonly next?: string };

/**
 * The most entries that one reply reads, and the most of one read. `joined`: the most changes that are joined
 * with their records at the same time.
 */
const listedChanges = { max: 10_000, atOnce: 500, joined: 100 } as const;

/**
 * Lists changes of all variables that the caller may see. The change that was detected last comes first. Each
 * entry of the list has the test and state of its change, so only selected changes are read. 100 selected
 * changes cost four more reads: the changes, their variables, tests and runs.
 *
 * @param cursor empty, or the `next` of another page: the id of a change.
 * @throws DownpourError REQUEST_INVALID (400) for another cursor.
 */
export async function listChanges(
  repository: Repository,
  caller: Principal,
  selection: ChangeSelection,
  { limit, cursor = '' }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<ChangesPage> {
  const { places } = openChanges(repository.table);
  const changes: ListedChange[] = [];
  let before = idOf(cursor);
  for (let looked = 0; looked < listedChanges.max; looked += listedChanges.atOnce) {
    const part = await places(listedChanges.atOnce, before);
    const selected = part.places.filter((place) => isListed(place, selection));
    for (let at = 0; at < selected.length; at += listedChanges.joined) {
      const joined = selected.slice(at, at + listedChanges.joined);
      for (const found of await visible(repository, caller, selection, joined)) {
        const last = changes.at(-1);
        if (changes.length === limit && last !== undefined) return { changes, next: String(last.change.id) };
        changes.push(found);
      }
    }
    before = part.places.at(-1)?.id;
    if (part.isLast || before === undefined) return { changes };
  }
  return { changes, next: String(before) };
}

function idOf(cursor: string): number | undefined {
  if (cursor === '') return undefined;
  if (/^[1-9]\d{0,9}$/.test(cursor)) return Number(cursor);
  throw parameterInvalid(
    'cursor',
    'has a value that this list of changes did not return: send the `next` of the previous page, or an empty cursor to begin with the newest change',
  );
}

/**
 * True when an entry may be selected. An entry of an earlier release lacks the test and the state, so its
 * change decides later.
 */
function isListed(place: ChangePosition, { test, state }: ChangeSelection): boolean {
  if (place.state === 'hidden') return false;
  if (test !== undefined && place.testId !== undefined && place.testId !== test) return false;
  return state === undefined || place.state === undefined || place.state === state;
}

function isSelected(change: Change, { test, state, fingerprint }: ChangeSelection): boolean {
  const present = stateOf(change);
  return (
    present !== 'hidden' &&
    (state === undefined || present === state) &&
    (test === undefined || change.testId === test) &&
    (fingerprint === undefined || meantFingerprints(fingerprint, [change.fingerprint]).length > 0)
  );
}

/** Reads the changes of entries that the caller may see, in the order of the entries. */
async function visible(
  repository: Repository,
  caller: Principal,
  selection: ChangeSelection,
  places: readonly ChangePosition[],
): Promise<readonly ListedChange[]> {
  const records = await openChanges(repository.table).many(places);
  const selected = records.filter((change) => isSelected(change, selection));
  const [atRuns, tests, variables] = await Promise.all([
    visibleAtRuns(repository, caller, selected),
    repository.tests.many([...new Set(selected.map(({ testId }) => testId))]),
    repository.alerting.variables(selected),
  ]);
  const testOf = new Map(tests.flatMap((test) => (test && maySee(caller, test) ? [[test.id, test]] : [])));
  const variableOf = new Map(variables.map((variable) => [variable.id, variable]));
  return atRuns.flatMap((change) => {
    const [variable, test] = [variableOf.get(change.variableId), testOf.get(change.testId)];
    return variable === undefined || test === undefined ? [] : [{ change, variable, test }];
  });
}
