import { repositoryKey } from '../../../names/repository.ts';
import { limits } from '../../../results/limits.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Write } from '../../ports/table.ts';
import type { DatasetRow, NewDataset } from '../../records/datasets/dataset.ts';
import { elementsIn, elementsOf } from '../content/elements.ts';
import { type EvaluatedLabels, evaluateLabels } from './evaluate-labels.ts';
import { labelDefinitions } from './label-definitions.ts';

/** A new dataset with its label values, before it is written. */
export type Labelled = {
  readonly row: DatasetRow;
  readonly made: EvaluatedLabels;
  /** The version of the label definitions that made the values. */
  readonly version: number;
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
    if (JSON.stringify(made.values).length <= limits.labelValuesBytesMax) found.push({ row, made, version });
  }
  return found;
}

/** The writes of label values. A dataset whose schemas have no labels gets no item of values. */
export const valuesWrites = (labelled: readonly Labelled[]): readonly Write[] =>
  labelled.flatMap(({ row: { id, testId, start, runId, ordinal }, made: { values }, version }): Write[] => {
    if (Object.keys(values).length === 0) return [];
    const key = repositoryKey.values(testId, start, runId, ordinal);
    return [{ put: { ...key, dataset: id, definitions: version, values, version: 1 } }];
  });
