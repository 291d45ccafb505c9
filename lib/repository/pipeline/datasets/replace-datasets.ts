import { repositoryKey } from '../../../names/repository-keys.ts';
import { limits } from '../../../results/limits.ts';
import type { ValidationError } from '../../../results/validation/validate.ts';
import type { RepositoryContext } from '../../context.ts';
import { keyOf, type Write } from '../../ports/table.ts';
import type { DatasetRow, NewDataset } from '../../records/datasets/dataset.ts';
import { goneWrite, listWrites, rowWrite, valuesKey } from '../../records/datasets/datasets.ts';
import { forEachConcurrent } from '../../records/for-each-concurrent.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import type { GoneDataset, Priority } from '../../work/task.ts';
import type { OutboxEntry } from '../../work/work.ts';
import { emptyDocument } from '../content/dataset-document.ts';
import {
  noteBatch,
  removeBatches,
  requestsAtOnce,
  transactionItemsMax,
  writeAll,
} from '../dataset-cleanup.ts';
import type { Labelled } from '../labels/make-label-values.ts';

type ReplaceContext = Pick<RepositoryContext, 'repository' | 'datasets' | 'work' | 'now'>;

export type Replacement = {
  readonly datasets: readonly NewDataset[];
  /** The validation errors of the run. */
  readonly errors: readonly ValidationError[];
  /** The version of the definitions that the datasets were made with. */
  readonly version: number;
  /** The priority of the tasks for label values. */
  readonly priority: Priority;
  /** The new datasets whose label values are written in the same transaction. */
  readonly labelled: readonly Labelled[];
};

export type Replaced = Pick<Replacement, 'labelled'> & {
  readonly ids: readonly number[];
  readonly due: readonly OutboxEntry[];
};

/**
 * Replaces the datasets of a run. The change of the run's row makes the new datasets visible and the old ones
 * invisible at once. After an interruption, the task repeats the later steps.
 * @returns `changed` when the run has changed since it was read.
 */
export async function replaceDatasets(
  context: ReplaceContext,
  run: RunRow,
  { datasets, errors, version, priority, labelled }: Replacement,
): Promise<Replaced | 'changed'> {
  const { repository, work } = context;
  const done = new Set(labelled.map(({ row }) => row.id));
  const due: OutboxEntry[] = [];
  const rows = datasets.map(({ row }): DatasetRow => {
    if (row.schemas.length === 0 || done.has(row.id)) return row;
    const labels = work.entry({ kind: 'labels', dataset: row.id }, priority);
    due.push(labels);
    return { ...row, labelsDue: labels.item };
  });
  const ids = rows.map(({ id }) => id);
  const before = (await repository.datasets.getMany(run.datasets ?? [])).filter((row) => row !== undefined);
  const named = rows.filter(({ schemas }) => schemas.length > 0);
  const gone = measuredNoMore(before, named);
  if (gone.length > 0) due.push(work.entry({ kind: 'forget', run: run.id, gone }, priority));
  const after = [
    ...listWrites(rows, before),
    ...before.map(goneWrite),
    ...changedValues(
      before,
      labelled.flatMap(({ writes }) => writes),
    ),
    ...due.map(({ write }) => write),
  ];
  const together = [...rows.map(rowWrite), ...after];
  const isSmall = together.length + writesOf(run) <= transactionItemsMax;
  await prepare(context, run, datasets, rows, isSmall);
  // The outcome is `late` for a deleted run, which cannot have datasets.
  let outcome = 'late' as 'replaced' | 'changed' | 'late';
  const decide = (now: RunRow): RunRow | undefined => {
    outcome = !isSame(run, now) ? 'changed' : (now.definitions ?? 0) > version ? 'late' : 'replaced';
    return outcome === 'replaced'
      ? { ...withDatasets(now, ids, version), isInvalid: errors.length > 0 || undefined }
      : undefined;
  };
  const row = await repository.runs.change(run.id, decide, (now) => [
    ...validationWrites(now, errors),
    ...(isSmall ? together : []),
  ]);
  if (outcome === 'replaced' && !isSmall) await writeAll(repository.table, after);
  const left = outcome === 'replaced' ? (run.datasets ?? []) : ids;
  if (left.length > 0 && row?.hasBatches !== false) await removeBatches(context, run.id, left);
  if (outcome === 'changed') return outcome;
  return outcome === 'replaced' ? { ids, due, labelled } : { ids: [], due: [], labelled: [] };
}

/**
 * Writes the new dataset ids into the row of a run. `hasBatches` is false for a run that had no datasets
 * before, because nothing has listed them in batches. Rows of older releases lack the member, and their runs
 * may have records of batches, which must be removed.
 */
const withDatasets = (run: RunRow, datasets: readonly number[], definitions: number): RunRow => ({
  ...run,
  datasets,
  definitions,
  hasBatches: run.hasBatches ?? (run.datasets === undefined ? false : undefined),
});

/** The writes of new label values, and the deletes of old values that have no replacement. */
function changedValues(before: readonly DatasetRow[], puts: readonly Write[]): readonly Write[] {
  const kept = new Set(puts.map((put) => keyOf(put).sk));
  const left = before.map(valuesKey).filter(({ sk }) => !kept.has(sk));
  return [...puts, ...left.map((key): Write => ({ delete: key }))];
}

/**
 * The old datasets whose number in the run no longer belongs to a dataset with a schema. Their datapoints
 * must be removed.
 */
const measuredNoMore = (
  before: readonly DatasetRow[],
  labelled: readonly DatasetRow[],
): readonly GoneDataset[] =>
  before
    .filter(({ schemas, ordinal }) => schemas.length > 0 && labelled.every((row) => row.ordinal !== ordinal))
    .map(({ id, runId, ordinal, testId, start }) => ({ id, runId, ordinal, testId, start }));

/** Writes the rows and documents of new datasets, which must exist before the row of the run changes. */
async function prepare(
  context: ReplaceContext,
  run: RunRow,
  datasets: readonly NewDataset[],
  rows: readonly DatasetRow[],
  isSmall: boolean,
): Promise<void> {
  if (isSmall && !rows.some(hasObjects)) return;
  const ids = rows.map(({ id }) => id);
  await noteBatch(context, run.id, ids);
  await forEachConcurrent(datasets, requestsAtOnce, async ({ row, document }) => {
    if (document !== undefined) await context.datasets.put(run.id, row.id, document);
  });
  if (!isSmall) await writeAll(context.repository.table, rows.map(rowWrite));
}

/**
 * True when a dataset has, or may get, an object in the store: a document, or the index of a large document.
 */
const hasObjects = ({ slices, sizeBytes }: DatasetRow): boolean =>
  sizeBytes > limits.wholeBytesMax || (slices === undefined && sizeBytes > emptyDocument.length);

function validationWrites({ id, isInvalid }: RunRow, errors: readonly ValidationError[]): readonly Write[] {
  const key = repositoryKey.runValidation(id);
  if (errors.length > 0) return [{ put: { ...key, errors } }];
  return isInvalid ? [{ delete: key }] : [];
}

/** The most items that the transaction of the run's row writes, besides datasets. */
const writesOf = ({ schemas = [] }: RunRow): number => 7 + new Set(schemas.map(({ uri }) => uri)).size;

/** True when datasets that were made from the row as it was read also fit the present row. */
const isSame = (read: RunRow, now: RunRow): boolean =>
  read.revision === now.revision &&
  read.trashed === now.trashed &&
  read.testId === now.testId &&
  String(read.datasets ?? []) === String(now.datasets ?? []);
