import type { Write } from '../../ports/table.ts';
import type { RepositoryEvent } from '../../records/alerting/events.ts';
import { openExpectations, takenBack } from '../../records/alerting/expectations.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';

/**
 * Writes the row of a run. The same transaction ends the earliest expectation of its test. Each run ends at
 * most one expectation, and each expectation is ended by at most one run.
 *
 * @param isAwaited - false when the test has no expectation.
 * @param isKept - true: the storage limit of the team does not apply.
 * @returns false when a run with this id exists, or when a condition of `also` does not hold.
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
    // Another run may have ended the expectation concurrently. This run then ends the next one.
    if (first === undefined || (await expectations.isThere(first))) return false;
  }
}

/** The events of a new run. */
export function eventsOf(run: RunRow, { id: testId, name: testName }: Test): readonly RepositoryEvent[] {
  const { id, start, stop, owner, outcome } = run;
  const details = { testId, testName, run: { id, start, stop, owner, ...(outcome && { outcome }) } };
  const isFailed = outcome?.state === 'failed';
  return [
    { kind: 'run/new', ...details },
    ...(isFailed ? [{ kind: 'run/failed', ...details } as const] : []),
  ];
}
