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
  /** The version of the labels. */
  readonly version: number;
};

/**
 * The label values of new datasets, which are written in the same transaction. So no reader sees a dataset
 * without its values, and it takes two thirds of the time of separate tasks. Large datasets and large values
 * are left to tasks.
 *
 * The values may be outdated when they are written, so the caller must check for newer labels afterwards.
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

/** Datasets of a schema without labels usually never have values, so nothing is written for them. */
export const valuesWrites = (labelled: readonly Labelled[]): readonly Write[] =>
  labelled.flatMap(({ row: { id, testId, start, runId, ordinal }, made: { values }, version }): Write[] => {
    if (Object.keys(values).length === 0) return [];
    const key = repositoryKey.values(testId, start, runId, ordinal);
    return [{ put: { ...key, dataset: id, definitions: version, values, version: 1 } }];
  });
