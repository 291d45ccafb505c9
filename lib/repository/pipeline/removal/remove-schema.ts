import type { RepositoryContext } from '../../context.ts';
import type { Repository } from '../../repository.ts';
import { type NewJob, newJob } from '../../work/jobs/jobs.ts';
import type { TaskResult } from '../../work/task-handlers.ts';

/**
 * Deletes a schema with its labels and transformers, and removes the transformers from tests. The call may be
 * repeated after an interruption. The schema is deleted last, and then parts that were added meanwhile. A job
 * removes the values of its labels.
 */
export async function removeSchema(
  { repository, work, now }: Pick<RepositoryContext, 'repository' | 'work' | 'now'>,
  id: number,
): Promise<TaskResult> {
  await removeParts(repository, id);
  const jobs: NewJob[] = [];
  const isRemoved = await repository.schemas.remove(id, ({ uri }) => {
    const job = newJob(work, { kind: 'labels', uri }, now());
    jobs.push(job);
    return job.writes;
  });
  if (!isRemoved) return {};
  await removeParts(repository, id);
  return { due: jobs.slice(-1).map(({ due }) => due) };
}

async function removeParts({ labels, transformers, tests }: Repository, schemaId: number): Promise<void> {
  for (const label of await labels.ofSchema(schemaId)) await labels.remove(label);
  const own = (await transformers.list()).filter((each) => each.schemaId === schemaId);
  const ids = new Set(own.map(({ id }) => id));
  for (const test of await tests.list())
    if (test.transformers?.some((id) => ids.has(id)))
      await tests.change(test.id, ({ transformers: used = [], ...rest }) => ({
        ...rest,
        transformers: used.filter((id) => !ids.has(id)),
      }));
  for (const id of ids) await transformers.remove(id);
}
