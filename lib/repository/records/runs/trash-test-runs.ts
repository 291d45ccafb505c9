import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Table } from '../../ports/table.ts';
import { forEachConcurrent } from '../for-each-concurrent.ts';
import type { Runs } from './runs.ts';

/**
 * The part of a test's runs that one call reads, and the number of runs that are changed at the same time.
 */
export type TrashStep = {
  /** The sort key of the last run that was read. The step continues after it. */
  readonly after?: string | undefined;
  readonly runsMax: number;
  readonly atOnce: number;
};

const all: TrashStep = { runsMax: Number.POSITIVE_INFINITY, atOnce: 1 };

/**
 * Puts the runs of a test into the trash. The call may be repeated after an interruption.
 * @returns the sort key of the last run that was read. Undefined when no runs remain.
 */
export async function trashRunsOf(
  { table, runs }: { readonly table: Table; readonly runs: Runs },
  testId: number,
  { after, runsMax, atOnce }: TrashStep = all,
): Promise<string | undefined> {
  const { pk } = repositoryKey.testRun(testId, 0, 0);
  let place = after;
  for (let read = 0; read < runsMax; ) {
    const { items, next } = await table.page(pk, {
      limit: 100,
      ...(place !== undefined && { after: place }),
    });
    const due = items.filter(({ trashed }) => trashed !== true);
    await forEachConcurrent(due, atOnce, ({ id }) =>
      runs.change(Number(id), (run) => (run.trashed ? undefined : { ...run, trashed: true })),
    );
    if (next === undefined) return undefined;
    place = next;
    read += items.length;
  }
  return place;
}
