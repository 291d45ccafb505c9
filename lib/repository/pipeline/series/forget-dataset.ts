import { isDeepStrictEqual } from 'node:util';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import type { Variable } from '../../records/alerting/variables.ts';
import type { Repository } from '../../repository.ts';
import type { GoneDataset } from '../../work/task.ts';
import { writeAll } from '../dataset-cleanup.ts';
import { editSeries } from './edit-series.ts';

/**
 * Removes the datapoints of a removed dataset from all series, unless another dataset replaces it. Changes at
 * these datapoints are removed too, unless a user confirmed them.
 */
export async function forgetDataset(
  { table }: Pick<Repository, 'table'>,
  dataset: GoneDataset,
): Promise<void> {
  const item = await table.get(repositoryKey.measured(dataset.runId, dataset.ordinal));
  if (item?.dataset === dataset.id) await forget(table, dataset);
}

/**
 * Removes the datapoints of the dataset that was measured last at this position of a run, and the record of
 * the measurement.
 * @param kept the datapoints that the dataset has next. Those that are there already remain.
 */
export async function forget(
  table: Table,
  { runId, ordinal, testId, start }: GoneDataset,
  kept: readonly DatapointKey[] = [],
): Promise<void> {
  const key = repositoryKey.measured(runId, ordinal);
  const item = await table.get(key);
  if (item === undefined) return;
  const { dataset: id, time, places, rules } = item as unknown as MeasuredItem;
  for (const place of places) {
    if (kept.some((one) => isDeepStrictEqual(one, place))) continue;
    const remove = { datasetId: id, runId, ordinal, timestamp: place.time };
    const returns = kept.some(
      ({ variable, fingerprint }) => variable === place.variable && fingerprint === place.fingerprint,
    );
    // For a variable that no longer exists, `variableOf` returns a variable without models. So the datapoint
    // is deleted, and the series gets no changes.
    const variable = await variableOf(table, testId, place.variable);
    await editSeries(table, variable, place.fingerprint, { remove, returns }, time);
  }
  const matches = rules.map(
    (rule): Write => ({ delete: repositoryKey.ruleMatch(rule, start, runId, ordinal) }),
  );
  await writeAll(table, [...matches, { delete: key }]);
}

/** The parts of a datapoint's key: its variable, its fingerprint (which series) and its time. */
export type DatapointKey = { readonly variable: number; readonly fingerprint: string; readonly time: number };

/** The stored record that a dataset was measured. It has the keys of its datapoints. */
export type MeasuredItem = Item & {
  readonly dataset: number;
  readonly time: number;
  readonly places: readonly DatapointKey[];
  readonly rules: readonly number[];
};

/** Reads a variable. For a variable that no longer exists it returns a variable without models. */
async function variableOf(table: Table, testId: number, id: number): Promise<Variable> {
  const item = await table.get(repositoryKey.variable(testId, id));
  const gone = { id, testId, name: '', order: 0, labels: [], changeDetection: [] };
  return (item as unknown as Variable | undefined) ?? gone;
}
