import { repositoryKey } from '../../store/names/repository.ts';
import type { RepositoryContext } from '../context.ts';
import type { DatasetRow } from '../datasets/dataset.ts';
import type { LabelValues } from '../labels/evaluate-labels.ts';
import { valuesOf } from '../labels/stored-values.ts';
import { logLevel, note } from '../log/log.ts';
import type { Outcome } from '../work/performer.ts';
import type { Task } from '../work/task.ts';
import type { Due } from '../work/work.ts';
import { forgetDataset, type NoteContext, noteDataset } from './note-dataset.ts';

/** Measures a dataset as variables, rules and test are now. Changes that are found so are listed, and told to nobody. */
export async function measureAgain(
  context: RepositoryContext,
  { dataset: id }: Extract<Task, { readonly kind: 'measure' }>,
): Promise<Outcome> {
  const { repository, runs } = context;
  const { table } = repository;
  const item = await table.get(repositoryKey.dataset(id));
  if (item === undefined) return {};
  const { pk: _, sk: __, ...row } = item;
  const dataset = row as unknown as DatasetRow;
  const values = await valuesOf({ table, runs }, dataset);
  const due = await measured(context, dataset, values, true);
  return { due, made: 1 };
}

/** Measures a dataset, and writes into the log of its test what has no value. */
export async function measured(
  context: NoteContext,
  dataset: DatasetRow,
  values: LabelValues,
  isQuiet: boolean,
): Promise<readonly Due[]> {
  const { due, problems } = await noteDataset(context, dataset, values, isQuiet);
  const { id: datasetId, runId, ordinal: datasetOrdinal, testId: test } = dataset;
  const notes = problems.map((message) => ({
    level: logLevel.error,
    message,
    runId,
    datasetId,
    datasetOrdinal,
  }));
  await note(context.repository.table, { kind: 'dataset', test, source: 'variables' }, notes, context.now());
  return due;
}

export async function forgetMeasured(
  { repository }: RepositoryContext,
  { gone }: Extract<Task, { readonly kind: 'forget' }>,
): Promise<Outcome> {
  for (const dataset of gone) await forgetDataset(repository, dataset);
  return {};
}
