import { repositoryKey } from '../../../store/names/repository.ts';
import type { Repository } from '../../repository.ts';
import { itemsOf } from '../../table.ts';

/** Puts all runs of a test into the trash. It may be begun again when it was interrupted. */
export async function trashRunsOf({ table, runs }: Repository, testId: number): Promise<void> {
  const { pk } = repositoryKey.testRun(testId, 0, 0);
  for await (const { id } of itemsOf(table, pk, { limit: 100 }))
    await runs.change(Number(id), (run) => (run.trashed ? undefined : { ...run, trashed: true }));
}
