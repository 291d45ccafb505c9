import type { WorkFailure, WorkFailures } from '../../api.generated.ts';
import { repositoryKey } from '../../names/repository-keys.ts';
import type { Item, Key, Table } from '../ports/table.ts';
import type { JobScope, Removal, Task } from './task.ts';
import { type Message, messageOf, type Work } from './work.ts';

const { pk } = repositoryKey.deadLetter({ pk: '', sk: '' });

/**
 * Lists all abandoned tasks for administrators. The oldest task comes first. An entry remains until the same
 * task succeeds or is retried. `failureKey` defines which tasks are the same. Entries of events are deleted
 * after 30 days.
 */
export async function listDeadLetters(
  table: Table,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<WorkFailures> {
  const after = cursor?.replaceAll('.', '#');
  const { items, next } = await table.page(pk, { limit, ...(after !== undefined && { after }) });
  const failures = (await lettersOf(table, items)).flatMap(({ work }) => (work ? [present(work)] : []));
  return { failures, ...(next !== undefined && { next: next.replaceAll('#', '.') }) };
}

/**
 * Sends abandoned tasks to the queues again as new tasks. The oldest task comes first. When two calls
 * overlap, each task is sent by one of them.
 *
 * @param most the most tasks to send.
 * @param now epoch milliseconds.
 */
export async function redriveDeadLetters(
  table: Table,
  work: Pick<Work, 'send'>,
  most: number,
  now: number,
): Promise<{ readonly sent: number; readonly isAll: boolean }> {
  const { items, next } = await table.page(pk, { limit: most });
  const messages: Message[] = [];
  for (const { entry, work: item } of await lettersOf(table, items)) {
    const gone = { delete: entry } as const;
    if (item === undefined) {
      await table.write([gone]);
      continue;
    }
    const key = { pk: item.pk, sk: item.sk };
    const { failedAt } = item as Item & { readonly failedAt: number };
    const fresh = { set: { sends: 0, sweepAt: now + restMs }, remove: ['failedAt', 'reason'] };
    const failed = await table.write([{ update: key, ...fresh, when: { failedAt } }, gone]);
    if (failed.length === 0) messages.push(messageOf(item));
  }
  await work.send(messages);
  return { sent: messages.length, isAll: next === undefined };
}

/** Milliseconds for which the sweep (the search for lost tasks) leaves a retried task to the queue. */
const restMs = 60_000;

type Letter = { readonly entry: Key; readonly work: Item | undefined };

/** Reads the tasks of entries that are still abandoned. */
async function lettersOf(table: Table, entries: readonly Item[]): Promise<readonly Letter[]> {
  const items = entries.length === 0 ? [] : await table.getMany(entries.map(({ item }) => item as Key));
  return entries.map(({ pk, sk }, n) => ({
    entry: { pk, sk },
    work: items[n]?.failedAt === undefined ? undefined : items[n],
  }));
}

const present = ({ task, failedAt, reason }: Item): WorkFailure => ({
  ...named(task as Task),
  failedAt: Number(failedAt),
  reason: String(reason),
  again: 'POST /api/work/failures/again',
});

/** Describes a task and the run, dataset or test that it is about. */
function named(task: Task): Pick<WorkFailure, 'what' | 'runId' | 'datasetId' | 'testId' | 'actionId' | 'of'> {
  switch (task.kind) {
    case 'index':
    case 'datasets':
      return { what: task.kind, runId: task.run };
    case 'revision':
    case 'erase':
      return { what: 'removal', runId: task.run };
    case 'remove':
      return { what: 'removal', ...removed(task) };
    case 'labels':
      return { what: 'labels', datasetId: task.dataset };
    case 'measure':
      return { what: 'datapoints', datasetId: task.dataset };
    case 'forget':
      return { what: 'datapoints', runId: task.run };
    case 'event':
    case 'webhook':
      return {
        what: task.kind,
        of: task.event.kind,
        ...(task.event.testId !== undefined && { testId: task.event.testId }),
        ...(task.kind === 'webhook' && { actionId: task.action }),
      };
    case 'query':
      return { what: 'query', testId: task.upload.test };
    case 'job':
    case 'page':
      return { what: 'recalculation', ...wholeOf(task.scope) };
  }
}

function removed(removal: Removal): Pick<WorkFailure, 'testId' | 'of'> {
  switch (removal.of) {
    case 'test':
      return { testId: removal.id };
    case 'schema':
      return { of: `schema ${removal.id}` };
    case 'variables':
      return { testId: removal.test, of: 'variables' };
    case 'rules':
      return { testId: removal.test, of: 'rules of missing data' };
  }
}

function wholeOf(scope: JobScope): Pick<WorkFailure, 'testId' | 'of'> {
  switch (scope.kind) {
    case 'test':
      return { testId: scope.test };
    case 'measures':
      return { testId: scope.test, of: 'datapoints' };
    case 'time':
      return { of: `runs from ${new Date(scope.from).toISOString()} to ${new Date(scope.to).toISOString()}` };
    case 'schema':
      return { of: `runs of ${scope.uri}` };
    case 'labels':
      return { of: `labels of ${scope.uri}` };
  }
}
