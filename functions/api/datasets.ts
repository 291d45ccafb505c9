import { containmentFilter } from '../../lib/repository/records/labels/containment.ts';
import { parseViewSort } from '../../lib/repository/records/views/sort-by-view.ts';
import { listByValues } from '../../lib/repository/search/list-by-values.ts';
import {
  type DatasetPage,
  datasetSummaries,
  descriptionOf,
  listDatasets,
} from '../../lib/repository/search/list-datasets.ts';
import { withView } from '../../lib/repository/search/viewed-datasets.ts';
import { maySee } from '../../lib/results/access.ts';
import { decodeUtf8 } from '../../lib/results/json/decode-utf8.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { documentOfDataset, foundDataset } from './documents/visible-dataset.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver } from './pipeline/replies/large-reply.ts';
import { json, jsonText } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

const none = { total: 0, datasets: [] };

const viewStores = () => ({ repository: repository(), runs: stores().runs });

export const handler = router({
  'GET /api/dataset/list/byRun/{runId}': openOperation(
    'dataset-list-of-run',
    async ({ path, query, caller }) => {
      const run = await repository().runs.get(path.runId);
      if (run === undefined || !maySee(caller, run)) return json(none);
      const { viewId, filter: text = '', ...page } = query;
      const filter = containmentFilter(text);
      if (filter !== undefined)
        return json(await listByValues(viewStores(), caller, { of: { run }, filter, viewId, ...page }));
      const { total, datasets } = await listDatasets(repository(), caller, { run }, page);
      return json({ total, datasets: await withView(viewStores(), caller, datasets, viewId) });
    },
  ),

  'GET /api/dataset/list/byTest/{testId}': openOperation(
    'dataset-list-of-test',
    async ({ path, query, caller }) => {
      const test = await repository().tests.byId(path.testId);
      if (test === undefined || !maySee(caller, test)) return json(none);
      const { viewId, sort: text = 'start', filter: filterText = '', ...rest } = query;
      const of = { testId: test.id };
      const column = parseViewSort(text);
      const page = { ...rest, sort: column === undefined ? (text as DatasetPage['sort']) : undefined };
      const filter = containmentFilter(filterText);
      if (column !== undefined || filter !== undefined)
        return json(await listByValues(viewStores(), caller, { of, column, filter, viewId, ...page }));
      const { total, datasets } = await listDatasets(repository(), caller, of, page);
      return json({ total, datasets: await withView(viewStores(), caller, datasets, viewId) });
    },
  ),

  'GET /api/dataset/list/bySchema': openOperation('dataset-list-of-schema', async ({ query, caller }) => {
    const { uri, ...page } = query;
    const schema = await repository().schemas.byUri(uri);
    if (schema === undefined || !maySee(caller, schema)) return json(none);
    return json(await listDatasets(repository(), caller, { uri }, page));
  }),

  /** Returns the document of a dataset. The stored bytes are returned, so that no digit is lost. */
  'GET /api/dataset/{id}': openOperation('dataset-get', async ({ path, query, caller, requestId }) => {
    const { dataset, run } = await foundDataset(repository(), caller, path.id);
    const { id, runId, ordinal, testId: testid, start, stop } = dataset;
    const { access, owner } = run;
    const description = descriptionOf(dataset, run);
    const isInvalid = dataset.validationErrors !== undefined;
    const [summary] = isInvalid ? await datasetSummaries(repository(), caller, [{ dataset, run }]) : [];
    const validationErrors = summary?.validationErrors ?? null;
    const rest = JSON.stringify({
      id,
      runId,
      ordinal,
      testid,
      access,
      owner,
      start,
      stop,
      description,
      validationErrors,
    });
    const document = decodeUtf8(await documentOfDataset(stores(), dataset));
    return deliver(jsonText(`${rest.slice(0, -1)},"data":${document}}`), stores().runs, { query, requestId });
  }),

  'GET /api/dataset/{id}/summary': openOperation('dataset-summary', async ({ path, query, caller }) => {
    const summaries = await datasetSummaries(repository(), caller, [
      await foundDataset(repository(), caller, path.id),
    ]);
    return json((await withView(viewStores(), caller, summaries, query.viewId))[0]);
  }),
});
