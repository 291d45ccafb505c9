import { repositoryKey } from '../../../names/repository-keys.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Write } from '../../ports/table.ts';
import { nameOfScope } from '../../work/failure-records.ts';
import { listOf } from '../../work/jobs/scope-ids.ts';
import type { Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';

type Of<Kind extends Task['kind']> = Extract<Task, { readonly kind: Kind }>;

/** The most runs or datasets of one page of a job. One invocation of a function processes a page. */
const pageIds = 25;
/** The most pages that one step of a job lists. */
const pages = 4;

/**
 * Finds the next runs or datasets of a job and writes a task for each page of them. The tasks, the next step
 * and the progress are written in one transaction, so a step that runs twice is counted once. A job that
 * another job has replaced ends here.
 */
export async function pagesOf({ repository, work }: RepositoryContext, task: Of<'job'>): Promise<TaskResult> {
  const key = repositoryKey.job(nameOfScope(task.scope));
  const job = await repository.table.get(key);
  if (job?.job !== task.job || job.isListed === true) return {};
  const cursor = job.cursor as string | undefined;
  const { ids, next } = await listOf(repository.table, task.scope, pageIds * pages, cursor);
  const { scope } = task;
  const due = Array.from({ length: Math.ceil(ids.length / pageIds) }, (_, n) =>
    work.entry(
      { kind: 'page', scope, job: task.job, ids: ids.slice(n * pageIds, (n + 1) * pageIds) },
      'later',
    ),
  );
  if (next !== undefined) due.push(work.entry(task, 'later'));
  const progress: Write = {
    update: key,
    set: next === undefined ? { isListed: true } : { cursor: next },
    add: { listed: ids.length },
    when: { job: task.job },
  };
  return { due, also: [progress, ...due.map(({ write }) => write)] };
}
