import type { RepositoryContext } from '../../context.ts';
import type { DatasetRow } from '../../records/datasets/dataset.ts';
import { type LogNote, logLevel, note } from '../../records/log/log.ts';
import type { TaskResult } from '../../work/handler.ts';
import type { Priority } from '../../work/task.ts';
import type { Due } from '../../work/work.ts';
import { elementsOf } from '../content/elements.ts';
import { measured } from '../series/measure-again.ts';
import type { EvaluatedLabels, LabelNote } from './evaluate-labels.ts';
import { labelDefinitions } from './label-definitions.ts';
import type { Labelled } from './labelled.ts';
import { makeLabelValues, removeValues } from './make-label-values.ts';

export type LabelTaskContext = Pick<
  RepositoryContext,
  'repository' | 'runs' | 'datasets' | 'evaluate' | 'work' | 'now'
>;

/**
 * Makes the label values of a dataset anew, if there still is such a dataset, and measures it. What its labels and variables had to say
 * goes into the log of the test. Work that can wait is done for datasets of before: nobody is told of what it finds.
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
  // Whoever made younger ones measures them.
  if (made === undefined) return {};
  return { due: await toldAndMeasured(context, dataset, made, priority) };
}

/**
 * Does the rest for datasets that were written with their label values: whoever changed labels meanwhile may not have seen
 * them yet, so they become due again.
 */
export async function afterLabels(
  context: LabelTaskContext,
  labelled: readonly Labelled[],
  priority: Priority,
): Promise<readonly Due[]> {
  if (labelled.length === 0) return [];
  const { version: now } = await labelDefinitions(context.repository);
  const due: Due[] = [];
  for (const { row, made, version } of labelled)
    due.push(
      ...(version === now
        ? await toldAndMeasured(context, row, made, priority)
        : [await dueAgain(context, row, priority)]),
    );
  return due;
}

/** A task of its own: whoever dies in it leaves one that is done again, also when the dataset is replaced meanwhile. */
async function dueAgain(
  { repository: { table }, work }: LabelTaskContext,
  { id }: DatasetRow,
  priority: Priority,
): Promise<Due> {
  const due = work.due({ kind: 'labels', dataset: id }, priority);
  await table.write([due.write]);
  return due;
}

async function toldAndMeasured(
  context: LabelTaskContext,
  dataset: DatasetRow,
  { values, notes }: EvaluatedLabels,
  priority: Priority,
): Promise<readonly Due[]> {
  await tell(context, dataset, notes.map(entryOf));
  return measured(context, dataset, values, { isQuiet: priority === 'later' });
}

const entryOf = ({ level, message, label }: LabelNote): LogNote => ({
  level: logLevel[level],
  message: `label ${label.name}: ${message}`,
});

const placeOf = ({ testId }: DatasetRow) => ({ kind: 'dataset', test: testId, source: 'labels' }) as const;

const inDataset =
  ({ id, runId, ordinal }: DatasetRow) =>
  (entry: LogNote): LogNote => ({ ...entry, runId, datasetId: id, datasetOrdinal: ordinal });

const tell = (
  { repository: { table }, now }: LabelTaskContext,
  dataset: DatasetRow,
  notes: readonly LogNote[],
): Promise<void> => note(table, placeOf(dataset), notes.map(inDataset(dataset)), now());
