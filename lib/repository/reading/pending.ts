import type { PendingWork } from '../../api.generated.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';
import { failureKey } from '../work/failure-records.ts';

/** The most datasets of a run whose label tasks are checked. A run may have a thousand datasets. */
const checkedMax = 100;

/**
 * The pending work on a run. Undefined when no work is pending. Abandoned tasks count as failures, not as
 * pending.
 */
export async function pendingOf(
  { table, datasets }: Pick<Repository, 'table' | 'datasets'>,
  { id, trashed, schemas = [], datasets: ids }: RunRow,
): Promise<PendingWork | undefined> {
  if (trashed || schemas.length === 0) return undefined;
  if (ids === undefined) {
    const failure = await table.get(failureKey({ kind: 'datasets', run: id }));
    return failure === undefined ? { datasets: true, labels: 0 } : undefined;
  }
  const rows = await datasets.getMany(ids.slice(0, checkedMax));
  const due = await table.getMany(rows.flatMap((row) => row?.labelsDue ?? []));
  const labels = due.filter((item) => item !== undefined && item.failedAt === undefined).length;
  return labels > 0 ? { datasets: false, labels } : undefined;
}
