import { repositoryKey } from '../../../names/repository.ts';
import type { Table } from '../../ports/table.ts';
import { itemsOf } from '../../ports/table.ts';
import type { Runs } from './runs.ts';

/** Puts all runs of a test into the trash. The call may be repeated after an interruption. */
export async function trashRunsOf(
  { table, runs }: { readonly table: Table; readonly runs: Runs },
  testId: number,
): Promise<void> {
  const { pk } = repositoryKey.testRun(testId, 0, 0);
  for await (const { id } of itemsOf(table, pk, { limit: 100 }))
    await runs.change(Number(id), (run) => (run.trashed ? undefined : { ...run, trashed: true }));
}
