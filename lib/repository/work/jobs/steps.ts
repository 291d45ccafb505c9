import { repositoryKey } from '../../../store/names.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Item, Write } from '../../table.ts';
import { nameOfScope } from '../failure.ts';
import { doNow } from '../perform.ts';
import { type Outcome, type Performers, performerOf } from '../performer.ts';
import type { JobScope, Task } from '../task.ts';
import { listOf } from './lists.ts';

type Of<Kind extends Task['kind']> = Extract<Task, { readonly kind: Kind }>;

/** Runs or datasets of one page: what one call of the function does. */
const pageIds = 25;
/** Pages that are listed at a time. */
const pages = 4;
/** Of a page, so many are done at a time: they wait for the stores more than they compute. */
const atOnce = 4;

/**
 * Lists the next stretch of a job. Its pages, and the next step, are written together with how far it is: a step that is done
 * twice, or by two, is counted once. A job in whose place there is another ends here.
 */
export async function pagesOf({ repository, work }: RepositoryContext, task: Of<'job'>): Promise<Outcome> {
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

/**
 * Does a page of a job, with what becomes due on the way. One that fails becomes a task of its own, which the queue tries
 * again: the others do not wait for it.
 */
export async function performPage(
  context: RepositoryContext,
  performers: Performers,
  task: Of<'page'>,
): Promise<Outcome> {
  const { repository, work } = context;
  const key = repositoryKey.job(nameOfScope(task.scope));
  const job: Item | undefined = await repository.table.get(key);
  if (job?.job !== task.job) return {};
  const failed: Task[] = [];
  let datasets = 0;
  const rest = [...task.ids];
  const perform = async (): Promise<void> => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
      const single = taskOf(task.scope, id);
      try {
        const { due = [], made = 0 } = await performerOf(performers, single)(context, single, 'later');
        datasets += made;
        for (const each of due) await doNow(context, performers, each);
      } catch (error) {
        work.warn(`the task ${JSON.stringify(single)} of a job failed; it is tried again by itself`, error);
        failed.push(single);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, perform));
  const due = failed.map((each) => work.due(each, 'later'));
  const add = { finished: task.ids.length, failed: failed.length, datasets };
  const progress: Write = { update: key, add, when: { job: task.job } };
  return { due, also: [progress, ...due.map(({ write }) => write)] };
}

function taskOf({ kind }: JobScope, id: number): Task {
  if (kind === 'measures') return { kind: 'measure', dataset: id };
  return kind === 'labels' ? { kind: 'labels', dataset: id } : { kind: 'datasets', run: id };
}
