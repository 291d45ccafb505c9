import { repositoryKey } from '../../names/repository-keys.ts';
import type { Item, Key, Table } from '../ports/table.ts';
import { nameOfEvent } from '../records/alerting/events.ts';
import { rowOf } from '../records/runs/row.ts';
import type { JobScope, Task } from './task.ts';

/**
 * The key of the record that explains why a task was abandoned. The record is next to the run, dataset or
 * test of the task.
 */
export function failureKey(task: Task): Key {
  switch (task.kind) {
    case 'index':
      return repositoryKey.uploadFailure(task.run);
    case 'datasets':
    case 'forget':
      return repositoryKey.runFailure(task.run);
    case 'revision':
      return repositoryKey.eventFailure(`revision#${task.run}#${task.revision}`);
    case 'erase':
      return repositoryKey.eventFailure(`erase#${task.run}`);
    case 'remove':
      return repositoryKey.eventFailure(`remove#${task.of}#${'ids' in task ? task.ids : task.id}`);
    case 'labels':
    case 'measure':
      return repositoryKey.datasetFailure(task.dataset);
    case 'event':
      return repositoryKey.eventFailure(nameOfEvent(task.event));
    case 'webhook':
      return repositoryKey.eventFailure(`${nameOfEvent(task.event)}#${task.action}`);
    case 'query':
      return repositoryKey.eventFailure(`upload#${task.upload.test}#${task.upload.key}`);
    case 'job':
    case 'page':
      return repositoryKey.jobFailure(nameOfScope(task.scope));
  }
}

/**
 * The entry for a failure in the list of its test. The failure is of a run, or of one of its datasets.
 * Undefined for a task without a run.
 */
export async function failureEntryOf(table: Table, task: Task): Promise<FailureEntry | undefined> {
  if (task.kind === 'datasets' || task.kind === 'forget') {
    const run = rowOf(await table.get(repositoryKey.run(task.run)));
    return run && failureEntry(run.testId, task.run);
  }
  if (task.kind !== 'labels' && task.kind !== 'measure') return undefined;
  const dataset = await table.get(repositoryKey.dataset(task.dataset));
  return dataset && failureEntry(Number(dataset.testId), Number(dataset.runId), task.dataset);
}

export type FailureEntry = {
  readonly key: Key;
  readonly of: { readonly runId: number; readonly datasetId?: number };
};

const failureEntry = (test: number, runId: number, datasetId?: number): FailureEntry => ({
  key: repositoryKey.testFailure(test, runId, datasetId),
  of: { runId, ...(datasetId !== undefined && { datasetId }) },
});

/**
 * True when a failure covers more work than this task. Only a task that does all of that work resolves the
 * failure.
 */
export function isPartOf(task: Task, failure: Item): boolean {
  const { kind } = failure.task as Task;
  return (task.kind === 'measure' && kind === 'labels') || (task.kind === 'forget' && kind === 'datasets');
}

/**
 * True when a failure belongs to this job, but to another page. The success of one page does not resolve the
 * failure of another page.
 */
export function isOfThisJob(
  failure: Item,
  { item, task }: { readonly item: Key; readonly task: Task },
): boolean {
  const failed = failure.task as Task;
  return 'job' in task && 'job' in failed && task.job === failed.job && !isSame(failure.item as Key, item);
}

export const isSame = (a: Key, b: Key): boolean => a.pk === b.pk && a.sk === b.sk;

export function nameOfScope(scope: JobScope): string {
  switch (scope.kind) {
    case 'test':
    case 'measures':
      return `${scope.kind}#${scope.test}`;
    case 'time':
      return `time#${scope.from}#${scope.to}`;
    case 'schema':
    case 'labels':
      return `${scope.kind}#${scope.uri}`;
  }
}
