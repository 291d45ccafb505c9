import type { LabelPreviewRequest } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import type { DocumentStores } from '../../../lib/repository/pipeline/content/dataset-document.ts';
import { elementsOf } from '../../../lib/repository/pipeline/content/dataset-elements.ts';
import { evaluateLabels } from '../../../lib/repository/pipeline/labels/evaluate-labels.ts';
import { visibleDataset } from '../../../lib/repository/reading/visible-datasets.ts';
import { parseDefinition } from '../../../lib/repository/records/schemas/definition-request.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import { holds, type Principal } from '../../../lib/results/access.ts';
import type { Evaluate } from '../../../lib/results/scripts/evaluation.ts';

export type PreviewContext = DocumentStores & {
  readonly repository: Repository;
  readonly evaluate: Evaluate;
};

/**
 * Computes the value of an unsaved label in a dataset, as JSON text.
 *
 * @throws DownpourError DATASET_NOT_FOUND (400), with the same message for a missing and a hidden dataset.
 */
export async function preview(
  { repository, evaluate, ...stores }: PreviewContext,
  caller: Principal,
  datasetId: number,
  body: LabelPreviewRequest,
): Promise<string> {
  const found = await visibleDataset(repository, caller, datasetId);
  if (found === undefined || !holds(caller, 'tester', found.run.owner)) throw datasetNotFound();
  const schema = body.schemaId ? await repository.schemas.byId(body.schemaId) : undefined;
  const { schemas } = found.dataset;
  const place = body.schemaId ? schemas.find(({ uri }) => uri === schema?.uri) : schemas[0];
  if (place === undefined)
    return '{"value":null,"output":"no element of the dataset has the schema of this label"}';
  const label = { ...parseDefinition(body), id: 0, name: body.name ?? '' };
  const options = { evaluate, now: () => performance.now() };
  const labels = new Map([[place.uri, [label]]]);
  const elements = elementsOf({ repository, ...stores }, found.dataset);
  const evaluated = await evaluateLabels(elements, [place], labels, options);
  if (evaluated === undefined) throw datasetNotFound();
  const { values, notes } = evaluated;
  const output = notes.filter(({ level }) => level === 'debug').map(({ message }) => message);
  const [problem] = notes.filter(({ level }) => level === 'error').map(({ message }) => message);
  const value = values[0];
  if (value !== undefined && problem !== undefined) output.unshift(problem);
  const valueText = value ?? JSON.stringify(`Execution failed: ${problem}:\n${label.function ?? ''}`);
  return `{"value":${valueText},"output":${output.length === 0 ? null : JSON.stringify(output.join('\n'))}}`;
}

const datasetNotFound = (): DownpourError =>
  new DownpourError('DATASET_NOT_FOUND', 400, 'Dataset not found or insufficient privileges.');
