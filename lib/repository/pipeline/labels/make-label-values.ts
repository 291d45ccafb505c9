import { repositoryKey } from '../../../names/repository-keys.ts';
import { limits } from '../../../results/limits.ts';
import type { Evaluate } from '../../../results/scripts/evaluation.ts';
import type { RepositoryContext } from '../../context.ts';
import type { DatasetStore } from '../../ports/dataset-store.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { Fields, Write } from '../../ports/table.ts';
import type { DatasetRow, NewDataset } from '../../records/datasets/dataset.ts';
import { valuesKey } from '../../records/datasets/datasets.ts';
import type { LabelValues, ValuesItem } from '../../records/labels/values.ts';
import { labelDefinitions } from '../../records/schemas/label-cache.ts';
import type { Repository } from '../../repository.ts';
import { type Elements, elementsIn, elementsOf } from '../content/dataset-elements.ts';
import { noteBatch, removeBatches } from '../dataset-cleanup.ts';
import { type EvaluatedLabels, evaluateLabels } from './evaluate-labels.ts';
import { labelLimits } from './limits.ts';

export type LabelContext = {
  readonly repository: Pick<Repository, 'table' | 'schemas' | 'labels' | 'runs' | 'datasets'>;
  /** The store of values that are too large for the table. */
  readonly runs: Pick<RunStore, 'putLabelValues'>;
  /** Deletes the document of a dataset together with its large label values. */
  readonly datasets: Pick<DatasetStore, 'erase'>;
  readonly evaluate: Evaluate;
  /** Milliseconds of a clock. */
  readonly now: () => number;
};

/** The most attempts to write label values when changes of one item conflict. */
const attempts = 20;

/**
 * Computes and stores the label values of a dataset again. The call may be repeated. When two calls overlap,
 * the values of the newer definitions remain.
 *
 * @param elements reads elements of the dataset; called only when the dataset has labels.
 * @returns undefined when the dataset is deleted or has newer values.
 */
export async function makeLabelValues(
  context: LabelContext,
  dataset: DatasetRow,
  elements: Elements,
): Promise<EvaluatedLabels | undefined> {
  const { repository, evaluate, now } = context;
  const { version, byUri } = await labelDefinitions(repository);
  const made = await evaluateLabels(elements, dataset.schemas, byUri, { evaluate, now });
  if (made === undefined) return undefined;
  return (await put(context, dataset, made.values, version)) ? made : undefined;
}

async function put(
  context: LabelContext,
  dataset: DatasetRow,
  values: LabelValues,
  definitions: number,
): Promise<boolean> {
  const { table } = context.repository;
  const { id, runId } = dataset;
  const key = valuesKey(dataset);
  const isLarge = JSON.stringify(values).length > labelLimits.labelValuesBytesMax;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const item = await table.get(key);
    const present = item as (typeof item & ValuesItem) | undefined;
    if (present !== undefined && (present.dataset > id || isYounger(present, id, definitions))) {
      // The object of an earlier attempt may have replaced a newer one, or its dataset may be deleted. So the
      // call fails, and the task is repeated.
      if (isLarge && attempt > 0) break;
      return false;
    }
    // A dataset that has no values, neither stored nor new, needs no item.
    if (present === undefined && Object.keys(values).length === 0) return true;
    if (isLarge) await putLarge(context, runId, id, values);
    const fields: Fields = { dataset: id, definitions, ...(!isLarge && { values }) };
    const version = Number(present?.version ?? 0);
    const write: Write = {
      put: { ...key, ...fields, version: version + 1 },
      when: present === undefined ? 'absent' : { version },
    };
    const failed = await table.write([
      write,
      { check: repositoryKey.dataset(id), when: 'present' },
      ...(isLarge ? [{ delete: repositoryKey.datasetObject(id) }] : []),
    ]);
    if (failed.includes(1)) {
      if (isLarge) await removeLarge(context, runId, id);
      return false;
    }
    if (failed.length === 0) return true;
  }
  throw new Error(`another task changed the label values of dataset ${id} at the same time`);
}

/**
 * Stores label values as an object. First it writes two records of the object: one at the run, for the
 * removal of the dataset, and one at the dataset, for a repeated task that finds the dataset removed.
 */
async function putLarge(
  context: LabelContext,
  runId: number,
  id: number,
  values: LabelValues,
): Promise<void> {
  await noteBatch(context, runId, [id]);
  await context.repository.table.write([{ put: { ...repositoryKey.datasetObject(id), runId } }]);
  await context.runs.putLabelValues(runId, id, values);
}

type RemoveContext = Pick<LabelContext, 'repository' | 'datasets' | 'now'>;

/**
 * Deletes the stored label values of a removed dataset. The removal may have run before this object was
 * written, so it did not delete the object, but it deleted the record at the run.
 */
async function removeLarge(context: RemoveContext, runId: number, id: number): Promise<void> {
  await context.datasets.erase(runId, id);
  await removeBatches(context, runId, [id]);
  await context.repository.table.write([{ delete: repositoryKey.datasetObject(id) }]);
}

/** Deletes the object of label values that an interrupted process may have written for a removed dataset. */
export async function removeValues(context: RemoveContext, dataset: number): Promise<void> {
  const noted = await context.repository.table.get(repositoryKey.datasetObject(dataset));
  if (noted !== undefined) await removeLarge(context, Number(noted.runId), dataset);
}

const isYounger = (present: ValuesItem, dataset: number, definitions: number): boolean =>
  present.dataset === dataset && present.definitions > definitions;

/** A new dataset with its label values, before it is written. */
export type Labelled = {
  readonly row: DatasetRow;
  readonly made: EvaluatedLabels;
  /** The version of the label definitions that made the values. */
  readonly version: number;
  /** The writes of the values. Empty when no label has a value in the dataset. */
  readonly writes: readonly Write[];
};

/**
 * Computes the label values of new datasets, so that the caller can write datasets and values in one
 * transaction. So no reader sees a dataset without its values, and this takes two thirds of the time of
 * separate tasks. Large datasets and large values get separate tasks.
 *
 * The labels may change before the values are written, so the caller must check for newer labels afterwards.
 */
export async function labelledAtOnce(
  context: Pick<RepositoryContext, 'repository' | 'runs' | 'datasets' | 'evaluate' | 'now'>,
  datasets: readonly NewDataset[],
): Promise<readonly Labelled[]> {
  const small = datasets.filter(({ row }) => row.schemas.length > 0 && row.sizeBytes <= limits.wholeBytesMax);
  if (small.length === 0) return [];
  const { version, byUri } = await labelDefinitions(context.repository);
  const found: Labelled[] = [];
  for (const { row, document } of small) {
    const elements = document === undefined ? elementsOf(context, row) : elementsIn(document);
    const made = await evaluateLabels(elements, row.schemas, byUri, context);
    if (made === undefined) continue;
    const { values } = made;
    if (JSON.stringify(values).length > labelLimits.labelValuesBytesMax) continue;
    const item = { ...valuesKey(row), dataset: row.id, definitions: version, values, version: 1 };
    found.push({ row, made, version, writes: Object.keys(values).length === 0 ? [] : [{ put: item }] });
  }
  return found;
}
