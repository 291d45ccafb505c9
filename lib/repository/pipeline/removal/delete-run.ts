import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import { removeAllBatches } from '../dataset-cleanup.ts';
import { makeDatasets } from '../datasets/make-datasets.ts';
import { whenUnread } from './erase-revision.ts';

type Context = Pick<RepositoryContext, 'repository' | 'runs' | 'datasets' | 'evaluate' | 'work' | 'now'>;

/** The most attempts to delete a run. An attempt is repeated when other requests change the run meanwhile. */
const attempts = 5;

/**
 * Deletes a run in the trash permanently. One write removes the run from every list. Its objects are deleted
 * later, when no reader can still be reading them. An interruption before the write leaves the run in the
 * trash.
 *
 * @throws DownpourError RUN_NOT_TRASHED (409), RUN_CHANGED (409) when other changes keep interfering.
 * @returns false when the run does not exist.
 */
export async function deleteRun(context: Context, id: number): Promise<boolean> {
  const { repository, work, now } = context;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const run = await repository.runs.get(id);
    if (run === undefined) return false;
    if (!run.trashed) {
      const message = `run ${id} is not in the trash, and only a run in the trash can be deleted; send POST /api/run/${id}/trash first`;
      throw new DownpourError('RUN_NOT_TRASHED', 409, message);
    }
    // A run in the trash gets no new datasets, and the measurements of its old datasets are deleted.
    if ((run.datasets ?? []).length > 0) await work.send((await makeDatasets(context, id)).due);
    const removed = await repository.runs.remove(
      id,
      now(),
      ({ trashed, datasets = [] }) => trashed && datasets.length === 0,
      ({ revision = 0, testId }) => {
        const task: Task = { kind: 'erase', run: id, revision, test: testId };
        return [work.entry(task, 'later', whenUnread(context)).write];
      },
    );
    if (removed !== undefined) return true;
  }
  const message = `Downpour could not delete run ${id}, because other requests changed the run during each of ${attempts} attempts; send the request again`;
  throw new DownpourError('RUN_CHANGED', 409, message);
}

/** Deletes the objects of a deleted run, and the records of its failures. */
export async function eraseRun(
  context: Pick<RepositoryContext, 'repository' | 'runs' | 'uploads' | 'datasets' | 'work' | 'now'>,
  { run, revision, test }: Extract<Task, { readonly kind: 'erase' }>,
): Promise<TaskResult> {
  const {
    repository: { table },
    runs,
    uploads,
    work,
  } = context;
  await uploads.eraseAll(run);
  await runs.eraseRevision(run, revision);
  await removeAllBatches(context, run);
  const { pk, sk } = repositoryKey.testFailure(test, run);
  const { items } = await table.page(pk, { prefix: sk.slice(0, sk.indexOf('#') + 1) });
  for (const item of items) await table.write([{ delete: { pk: item.pk, sk: item.sk } }]);
  const failure = await table.get(repositoryKey.runFailure(run));
  if (failure !== undefined) await work.forget(failure);
  return {};
}
