import { repositoryKey } from '../../../names/repository.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Write } from '../../ports/table.ts';
import { nameOfScope } from '../../work/failure.ts';
import type { TaskResult } from '../../work/handler.ts';
import { listOf } from '../../work/jobs/lists.ts';
import type { Task } from '../../work/task.ts';

type Of<Kind extends Task['kind']> = Extract<Task, { readonly kind: Kind }>;

/** Runs or datasets of one page: what one call of the function does. */
const pageIds = 25;
/** Pages that are listed at a time. */
const pages = 4;

/**
 * Lists the next stretch of a job. Its pages, and the next step, are written together with how far it is: a step that is done
 * twice, or by two, is counted once. A job in whose place there is another ends here.
 */
export async function pagesOf({ repository, work }: RepositoryContext, task: Of<'job'>): Promise<TaskResult> {
  const key = repositoryKey.job(nameOfScope(task.scope));
  const job = await repository.table.get(key);
  if (job?.job !== task.job || job.isListed === true) return {};
  const cursor = job.cursor as string | undefined;
  const { ids, next } = await listOf(repository.table, task.scope, pageIds * pages, cursor);
  const { scope } = task;
  const due = Array.from({ length: Math.ceil(ids.length / pageIds) }, (_, n) =>
    work.due({ kind: 'page', scope, job: task.job, ids: ids.slice(n * pageIds, (n + 1) * pageIds) }, 'later'),
  );
  if (next !== undefined) due.push(work.due(task, 'later'));
  const progress: Write = {
    update: key,
    set: next === undefined ? { isListed: true } : { cursor: next },
    add: { listed: ids.length },
    when: { job: task.job },
  };
  return { due, also: [progress, ...due.map(({ write }) => write)] };
}
