import { isDeepStrictEqual } from 'node:util';
import type { RepositoryContext } from '../../context.ts';
import { valuesOf } from '../../records/labels/read-values.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { JobScope, Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import { forgetDataset } from './forget-dataset.ts';
import { measured } from './note-dataset.ts';

/**
 * The jobs that a change of a test requires. With other fingerprint labels, existing datapoints belong to
 * other series and move there. Datapoints remain even if the filter of fingerprints excludes their datasets,
 * as in the original server.
 */
export function regrouping(before: Test, next: Pick<Test, 'fingerprintLabels'>): readonly JobScope[] {
  const [present, changed] = [before, next].map(({ fingerprintLabels }) =>
    [...(fingerprintLabels ?? [])].sort(),
  );
  return isDeepStrictEqual(present, changed) ? [] : [{ kind: 'measures', test: before.id, stays: true }];
}

/**
 * Measures a dataset with the present variables, rules and test. Changes that it finds are listed, without
 * notifications.
 */
export async function measureAgain(
  context: RepositoryContext,
  { dataset: id, stays }: Extract<Task, { readonly kind: 'measure' }>,
): Promise<TaskResult> {
  const { repository, runs } = context;
  const dataset = await repository.datasets.get(id);
  if (dataset === undefined) return {};
  const values = await valuesOf({ table: repository.table, runs }, dataset);
  const due = await measured(context, dataset, values, { isQuiet: true, stays: stays === true });
  return { due, made: 1 };
}

export async function forgetMeasured(
  { repository }: RepositoryContext,
  { gone }: Extract<Task, { readonly kind: 'forget' }>,
): Promise<TaskResult> {
  for (const dataset of gone) await forgetDataset(repository, dataset);
  return {};
}
