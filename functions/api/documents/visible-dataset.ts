import { DownpourError } from '../../../lib/errors.ts';
import { wholeDocument } from '../../../lib/repository/pipeline/content/dataset-document.ts';
import { visibleDataset } from '../../../lib/repository/reading/visible-datasets.ts';
import type { DatasetRow } from '../../../lib/repository/records/datasets/dataset.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import type { Principal } from '../../../lib/results/access.ts';
import type { Stores } from '../../../lib/store/stores.ts';

export type FoundDataset = { readonly dataset: DatasetRow; readonly run: RunRow };

/**
 * Reads a dataset that the caller may see, with its run. The error for a hidden dataset is the same as for a
 * missing one.
 */
export async function foundDataset(
  repository: Repository,
  caller: Principal,
  id: number,
): Promise<FoundDataset> {
  const found = await visibleDataset(repository, caller, id);
  if (found !== undefined) return found;
  throw new DownpourError(
    'DATASET_NOT_FOUND',
    404,
    `there is no dataset ${id} that you may see; list the datasets of a run with GET /api/dataset/list/byRun/{runId}`,
  );
}

/**
 * Reads the document of an existing dataset. The document may be deleted when the run was changed meanwhile.
 * New datasets will replace this one then.
 */
export async function documentOfDataset(
  stores: Pick<Stores, 'runs' | 'datasets'>,
  dataset: DatasetRow,
): Promise<Uint8Array> {
  const bytes = await wholeDocument(stores, dataset);
  if (bytes !== undefined) return bytes;
  throw datasetGone(dataset);
}

export const datasetGone = ({ id }: DatasetRow): DownpourError =>
  new DownpourError('DATASET_NOT_FOUND', 404, `dataset ${id} was deleted during the request`);
