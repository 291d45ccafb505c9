import { DownpourError } from '../../lib/errors.ts';
import { visibleRun } from '../../lib/repository/reading/visible-run.ts';
import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import { statusOf } from '../../lib/results/query/answer.ts';
import { Document } from '../../lib/results/query/document.ts';
import { queryLimits } from '../../lib/results/query/limits.ts';
import { type QueryRunOptions, queryRun, type RunAnswer } from '../../lib/results/query/query-run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { isTrue, queryOptions } from './documents/query-options.ts';
import { runSource } from './documents/run-source.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver, deliverLarge } from './pipeline/replies/large-reply.ts';
import { json } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/sql/{id}/queryrun': openOperation('queryrun', async ({ path, query, caller, requestId }) => {
    const run = await visibleRun(repository(), caller, path.id);
    const options = { array: isTrue(query.array), ...queryOptions(query, caller) };
    const uri = query.uri ?? query.schemaUri;
    const { result, dialect, explain, large } =
      uri === undefined
        ? await queryRun(
            query.query,
            { ...options, largeBytesMin: queryLimits.valueBytesMax },
            runSource(stores().runs, run),
          )
        : await answerOfParts(query.query, options, run, uri);
    const answer = isTrue(query.explain) ? { ...result, explain } : result;
    const call = { query, requestId };
    if (large) return deliverLarge(answer, large, { 'x-downpour-dialect': dialect }, stores().runs, call);
    const reply = json(answer, statusOf(result));
    const headers = { ...reply.headers, 'x-downpour-dialect': dialect };
    return deliver({ ...reply, headers }, stores().runs, call);
  }),

  'GET /api/run/{id}/outline': openOperation('run-outline', async ({ path, query, caller }) => {
    const run = await visibleRun(repository(), caller, path.id);
    const { limit = 100, cursor } = query;
    // The outline module is loaded on demand, because queries do not need it.
    const { outlineRun } = await import('../../lib/results/query/outline/outline.ts');
    const { parsePlace } = await import('../../lib/results/query/outline/place.ts');
    const steps = parsePlace(query.path ?? '$');
    return json(await outlineRun(steps, { limit, cursor }, runSource(stores().runs, run)));
  }),
});

/**
 * Queries the parts of the run that name a schema.
 * @throws DownpourError NO_ELEMENT (404) when no part names it.
 */
async function answerOfParts(
  text: string,
  options: QueryRunOptions,
  run: RunRow,
  uri: string,
): Promise<RunAnswer> {
  const places = (run.schemas ?? []).filter((each) => each.source === 0 && each.uri === uri);
  if (places.length === 0) throw new DownpourError('NO_ELEMENT', 404, 'No result');
  // When the root names the schema, the query runs on the whole document, because all other parts are inside
  // the root.
  if (places.some(({ key }) => key === null)) return queryRun(text, options, runSource(stores().runs, run));
  const { partsOf } = await import('../../lib/repository/pipeline/content/run-parts.ts');
  const { queryElements } = await import('../../lib/results/query/query-elements.ts');
  const selected = options.array ? places : places.slice(0, 1);
  const parts = await partsOf(stores().runs, run, selected, () => true);
  const elements = parts.flatMap(({ bytes, source }) => (bytes ? new Document(bytes) : (source ?? [])));
  return queryElements(text, options, { elements, none: '[]' });
}
