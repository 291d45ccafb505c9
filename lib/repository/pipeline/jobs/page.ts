import { repositoryKey } from '../../../names/repository-keys.ts';
import { limits } from '../../../results/limits.ts';
import { batching } from '../../batching-context.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { forEachConcurrent } from '../../records/for-each-concurrent.ts';
import { definitionsVersion } from '../../records/tests/tests.ts';
import type { Repository } from '../../repository.ts';
import { failureKey, nameOfScope } from '../../work/failure-records.ts';
import { runInline } from '../../work/perform.ts';
import type { JobScope, Task } from '../../work/task.ts';
import { type Handlers, handlerOf, type TaskResult } from '../../work/task-handlers.ts';
import { readingOnce } from '../datasets/read-once.ts';

/**
 * The most large documents of a page that are processed at the same time. More of them would not fit into
 * memory.
 */
const largeAtOnce = 4;

/**
 * Performs a page of a job and its follow-up tasks. An item that fails becomes a task of its own, which the
 * queue retries. So the other items do not wait. Items run concurrently, so that the table can combine their
 * requests.
 */
export async function performPage(
  given: RepositoryContext,
  handlers: Handlers<RepositoryContext>,
  task: Extract<Task, { readonly kind: 'page' }>,
): Promise<TaskResult> {
  const context = batching(given);
  const { repository, work } = context;
  const key = repositoryKey.job(nameOfScope(task.scope));
  const job: Item | undefined = await repository.table.get(key);
  if (job?.job !== task.job) return {};
  const failed: Task[] = [];
  const before = await failuresBefore(repository.table, task);
  let datasets = 0;
  const perform = async (id: number): Promise<void> => {
    const single = taskOf(task.scope, id);
    const own = { ...context, runs: readingOnce(context.runs) };
    try {
      const { due = [], made = 0 } = await handlerOf(handlers, single)(own, single, 'later');
      datasets += made;
      for (const each of due) await runInline(own, handlers, each);
      const failure = before.get(id);
      if (failure !== undefined) await work.forget(failure);
    } catch (error) {
      work.warn(`the task ${JSON.stringify(single)} of a job failed; Downpour tries the task again`, error);
      failed.push(single);
    }
  };
  const { small, large } = await bySize(repository, task, Number(job.startedAt));
  await Promise.all(small.map(perform));
  await forEachConcurrent(large, largeAtOnce, perform);
  const due = failed.map((each) => work.entry(each, 'later'));
  const add = { finished: task.ids.length, failed: failed.length, datasets };
  const progress: Write = { update: key, add, when: { job: task.job } };
  return { due, also: [progress, ...due.map(({ write }) => write)] };
}

/** Reads the failures of earlier, abandoned tasks for the runs or datasets of a page, by their ids. */
async function failuresBefore(
  table: Table,
  { scope, ids }: Extract<Task, { readonly kind: 'page' }>,
): Promise<ReadonlyMap<number, Item>> {
  const items = await table.getMany(ids.map((id) => failureKey(taskOf(scope, id))));
  return new Map(ids.flatMap((id, n) => (items[n] ? [[id, items[n]]] : [])));
}

type Sorted = { readonly small: readonly number[]; readonly large: readonly number[] };

async function bySize(
  repository: Repository,
  { scope, ids }: Extract<Task, { readonly kind: 'page' }>,
  startedAt: number,
): Promise<Sorted> {
  if (scope.kind === 'measures') return { small: ids, large: [] };
  const due = scope.kind === 'schema' ? await madeBefore(repository, ids, startedAt) : ids;
  const rows = await (scope.kind === 'labels' ? repository.datasets : repository.runs).getMany(due);
  const isLarge = (n: number): boolean => (rows[n]?.sizeBytes ?? 0) > limits.wholeBytesMax;
  return {
    small: due.filter((_, n) => !isLarge(n)),
    large: due.filter((_, n) => isLarge(n)),
  };
}

/**
 * The runs of a page without those that were uploaded after the change of the schema. A run that was uploaded
 * later is up to date. Its datasets keep their ids, because the uploader may have read these already. An
 * older run may have new datasets too, which an interrupted attempt of this page has made but not measured.
 *
 * @param startedAt the start of the job in epoch milliseconds.
 */
async function madeBefore(
  { table, runs }: Repository,
  ids: readonly number[],
  startedAt: number,
): Promise<readonly number[]> {
  const [version, rows] = await Promise.all([definitionsVersion(table), runs.getMany(ids)]);
  return ids.filter((_, n) => {
    const { definitions = -1, uploadedAt = 0 } = rows[n] ?? {};
    return definitions < version || uploadedAt < startedAt;
  });
}

function taskOf(scope: JobScope, id: number): Task {
  const { kind } = scope;
  if (kind === 'measures') return { kind: 'measure', dataset: id, ...(scope.stays && { stays: true }) };
  return kind === 'labels' ? { kind: 'labels', dataset: id } : { kind: 'datasets', run: id };
}
