import { DownpourError } from '../../lib/errors.ts';
import type { DatasetRow, Slice } from '../../lib/repository/records/datasets/dataset.ts';
import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import { limits } from '../../lib/results/limits.ts';
import { statusOf } from '../../lib/results/query/answer.ts';
import { type QueryRunOptions, queryRun, type RunAnswer } from '../../lib/results/query/query-run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { datasetQueryOptions, isTrue } from './documents/query-options.ts';
import { datasetSource, runSource } from './documents/run-source.ts';
import { datasetGone, type FoundDataset, foundDataset } from './documents/visible-dataset.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver } from './pipeline/replies/large-reply.ts';
import { json } from './pipeline/replies/reply.ts';

export const handler = openOperation('querydataset', async ({ path, query, caller, requestId }) => {
  const found = await foundDataset(repository(), caller, path.id);
  const uri = query.schemaUri ?? query.uri;
  const options = { array: isTrue(query.array), ...datasetQueryOptions(query, caller) };
  const { result, dialect, explain } =
    uri === undefined
      ? await queryRun(query.query, options, datasetSource(stores(), found.dataset))
      : await answerOfElements(query.query, options, found, uri);
  const reply = json(isTrue(query.explain) ? { ...result, explain } : result, statusOf(result));
  return deliver({ ...reply, headers: { ...reply.headers, 'x-downpour-dialect': dialect } }, stores().runs, {
    query,
    requestId,
  });
});

/**
 * Queries the elements that name a schema.
 * @throws DownpourError NO_ELEMENT (404) when no element names it.
 */
async function answerOfElements(
  text: string,
  options: QueryRunOptions,
  { dataset, run }: FoundDataset,
  uri: string,
): Promise<RunAnswer> {
  const indexes = dataset.schemas.filter((each) => each.uri === uri).map(({ index }) => index);
  const [first] = indexes;
  if (first === undefined) throw new DownpourError('NO_ELEMENT', 404, 'No result');
  // A large run that names its schema at the root is the only element of its dataset. So the query can use
  // the stored index of the run.
  const slice = dataset.slices?.[first];
  if (
    slice !== undefined &&
    (indexes.length === 1 || !options.array) &&
    (await isWholeRun(slice, dataset, run))
  )
    return orNull(await queryRun(text, options, runSource(stores().runs, run)));
  const { queryElements } = await import('../../lib/results/query/query-elements.ts');
  const { elementsOf } = await import('../../lib/repository/pipeline/content/dataset-elements.ts');
  const context = { repository: repository(), ...stores() };
  const elements = await elementsOf(context, dataset)(options.array ? indexes : [first]);
  if (elements === undefined) throw datasetGone(dataset);
  return queryElements(text, options, { elements: elements.values(), none: 'null' });
}

async function isWholeRun(slice: Slice, { revision }: DatasetRow, run: RunRow): Promise<boolean> {
  if (run.sizeBytes <= limits.wholeBytesMax || slice.source !== 0 || revision !== run.revision) return false;
  const source = runSource(stores().runs, run);
  const { root } = await source.openIndex(source.index);
  return root.start === slice.start && root.end === slice.end;
}

/**
 * The answer for one element of a dataset. It is `null` without a match, even when the request asks for all
 * matches.
 */
const orNull = (answer: RunAnswer): RunAnswer =>
  answer.result.value === '[]' ? { ...answer, result: { ...answer.result, value: 'null' } } : answer;
