import type { RepositoryContext } from '../../context.ts';
import type { DatasetRow } from '../../records/datasets/dataset.ts';
import { logLevel, note } from '../../records/log/log.ts';
import { labelDefinitions } from '../../records/schemas/label-cache.ts';
import type { Priority } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import type { OutboxEntry } from '../../work/work.ts';
import { elementsOf } from '../content/dataset-elements.ts';
import { measured } from '../series/note-dataset.ts';
import type { EvaluatedLabels } from './evaluate-labels.ts';
import { type Labelled, makeLabelValues, removeValues } from './make-label-values.ts';

/** The context of tasks that make datasets or their label values. */
export type LabelTaskContext = Pick<
  RepositoryContext,
  'repository' | 'runs' | 'datasets' | 'evaluate' | 'work' | 'now'
>;

/**
 * Performs the task that makes the label values of a dataset again, and measures the dataset. The log of the
 * test has problems of labels and variables. A task with priority `later` is about an old dataset, so it
 * sends no notifications.
 */
export async function labelTask(
  context: LabelTaskContext,
  datasetId: number,
  priority: Priority,
): Promise<TaskResult> {
  const dataset = await context.repository.datasets.get(datasetId);
  if (dataset === undefined) {
    await removeValues(context, datasetId);
    return {};
  }
  const made = await makeLabelValues(context, dataset, elementsOf(context, dataset));
  // The dataset is deleted, or another task has made newer values. That task measures them.
  if (made === undefined) return {};
  return { due: await loggedAndMeasured(context, dataset, made, priority) };
}

/**
 * Adds notes about labels to the log, and computes the datapoints of datasets whose label values are written.
 * When labels changed meanwhile, the values may be outdated, so a new task makes them again.
 */
export async function afterLabels(
  context: LabelTaskContext,
  labelled: readonly Labelled[],
  priority: Priority,
): Promise<readonly OutboxEntry[]> {
  const { version: now } = await labelDefinitions(context.repository);
  const due: OutboxEntry[] = [];
  for (const { row, made, version } of labelled)
    due.push(
      ...(version === now
        ? await loggedAndMeasured(context, row, made, priority)
        : [await dueAgain(context, row, priority)]),
    );
  return due;
}

/**
 * Creates a task that makes the label values of a dataset again. The queue repeats the task after any
 * interruption, also when the dataset is replaced meanwhile.
 */
async function dueAgain(
  { repository: { table }, work }: LabelTaskContext,
  { id }: DatasetRow,
  priority: Priority,
): Promise<OutboxEntry> {
  const due = work.entry({ kind: 'labels', dataset: id }, priority);
  await table.write([due.write]);
  return due;
}

async function loggedAndMeasured(
  context: LabelTaskContext,
  dataset: DatasetRow,
  { values, notes }: EvaluatedLabels,
  priority: Priority,
): Promise<readonly OutboxEntry[]> {
  const { id: datasetId, runId, ordinal: datasetOrdinal, testId: test } = dataset;
  const entries = notes.map(({ level, message, label: { name } }) => ({
    level: logLevel[level],
    message: `label ${name}: ${message}`,
    runId,
    datasetId,
    datasetOrdinal,
  }));
  const log = { kind: 'dataset', test, source: 'labels' } as const;
  await note(context.repository.table, log, entries, context.now());
  return measured(context, dataset, values, { isQuiet: priority === 'later' });
}
