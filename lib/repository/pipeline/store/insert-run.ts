import type { Write } from '../../ports/table.ts';
import type { RepositoryEvent } from '../../records/alerting/events.ts';
import { openExpectations, takenBack } from '../../records/alerting/expectations.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';

/**
 * Writes the row of a run, and with it the end of the expectation of its test that is due first: a run meets one, however
 * often it is stored, and none is met by two.
 *
 * @param isAwaited - false where nobody waits for a run of its test.
 * @param isKept - whatever the bound on the storage of its team says.
 * @returns false when there is a run of this id, or a condition of `also` does not hold.
 */
export async function insertRun(
  { table, runs }: Pick<Repository, 'table' | 'runs'>,
  run: RunRow,
  also: readonly Write[],
  isAwaited: boolean,
  isKept = false,
): Promise<boolean> {
  const expectations = openExpectations(table);
  for (;;) {
    const first = isAwaited ? await expectations.firstOf(run.testId) : undefined;
    if (await runs.insert(run, [...also, ...(first ? takenBack(first) : [])], isKept)) return true;
    // Another run may have met it at the same moment: then the next one is this run's.
    if (first === undefined || (await expectations.isThere(first))) return false;
  }
}

/** What is told of a run that is new. */
export function eventsOf(run: RunRow, { id: testId, name: testName }: Test): readonly RepositoryEvent[] {
  const { id, start, stop, owner, outcome } = run;
  const told = { testId, testName, run: { id, start, stop, owner, ...(outcome && { outcome }) } };
  const isFailed = outcome?.state === 'failed';
  return [{ kind: 'run/new', ...told }, ...(isFailed ? [{ kind: 'run/failed', ...told } as const] : [])];
}
