import type { FingerprintValue } from '../../lib/api.generated.ts';
import { visibleDataset } from '../../lib/repository/reading/visible-datasets.ts';
import { visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { fingerprintText } from '../../lib/repository/records/alerting/fingerprint.ts';
import { valuesOf } from '../../lib/repository/records/labels/read-values.ts';
import { distinctRows, distinctValues, fingerprints } from '../../lib/repository/search/distinct.ts';
import { listValues } from '../../lib/repository/search/list-values.ts';
import { objectText } from '../../lib/results/json/object-text.ts';
import { isExactNumber, parseExact } from '../../lib/results/query/sql/values/exact-json.ts';
import { repository } from '../repository.ts';
import { evaluate } from '../scripts/script-engine.ts';
import { stores } from '../stores.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { type DeliveredCall, deliver } from './pipeline/replies/large-reply.ts';
import { linked, linkToNext } from './pipeline/replies/page-reply.ts';
import { json, jsonText } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';
import type { Reply } from './pipeline/types.ts';
import { preview } from './values/label-preview.ts';
import {
  filteringRows,
  formatOf,
  ofRun,
  pageBehind,
  valueQuery,
  valueReply,
  valuesWithoutCursor,
  visibleLabels,
} from './values/value-query.ts';

export const handler = router({
  'GET /api/test/{id}/labelValues': openOperation('test-label-values', async (call) => {
    const { path, query, caller } = call;
    const test = await visibleTest(repository(), caller, path.id);
    const { cursor, redirect: _, ...rest } = query;
    const selection = valueQuery(rest);
    const { rows, next } =
      cursor === undefined
        ? await valuesWithoutCursor(repository(), stores().runs, caller, test.id, {
            query: selection,
            isBounded: formatOf(call) === 'json',
          })
        : await pageBehind(repository(), stores().runs, caller, test.id, { cursor, query: selection });
    return valueReply(rows, call, stores().runs, next && { link: linkToNext({ ...query, ...next }) });
  }),

  'GET /api/run/{id}/labelValues': openOperation('run-label-values', async (call) => {
    const { path, query, caller } = call;
    const run = await visibleRun(repository(), caller, path.id);
    if (run.trashed) return valueReply([], call, stores().runs);
    const { sort: _, redirect: __, direction = 'Ascending', ...rest } = query;
    // Datasets are listed by their ids, which in one run is also the order of their ordinals.
    const selection = valueQuery({ ...rest, sort: 'start', direction });
    const labels = await visibleLabels(repository(), caller);
    const datasets = ofRun(repository(), stores().runs, run, direction === 'Descending');
    return valueReply(await listValues(datasets, labels, selection), call, stores().runs);
  }),

  'GET /api/dataset/{id}/labelValues': openOperation(
    'dataset-label-values',
    async ({ path, query, caller, requestId }) => {
      const found = await visibleDataset(repository(), caller, path.id);
      const { runs } = stores();
      if (found === undefined) return deliver(json([]), runs, { query, requestId });
      const [labels, values] = await Promise.all([
        visibleLabels(repository(), caller),
        valuesOf({ table: repository().table, runs }, found.dataset),
      ]);
      const texts = labels.flatMap(({ id, name, schema }) => {
        const value = values[id];
        // A value comes with the schema of its label, so only callers who may see the schema get it.
        if (value === undefined || schema === undefined) return [];
        return `${JSON.stringify({ id, name, schema }).slice(0, -1)},"value":${value}}`;
      });
      return deliver(jsonText(`[${texts.join()}]`), runs, { query, requestId });
    },
  ),

  'POST /api/dataset/{id}/previewLabel': operation(
    'dataset-preview-label',
    async ({ path, query, body, caller, requestId }) => {
      const text = await preview({ repository: repository(), ...stores(), evaluate }, caller, path.id, body);
      return deliver(jsonText(text), stores().runs, { query, requestId });
    },
  ),

  'GET /api/test/{id}/filteringLabels': openOperation('test-filtering-labels', async (call) => {
    const { rows, next } = await filteringRows(repository(), stores().runs, call);
    const found = await distinctValues(rows);
    const lists = [...found].map(([name, values]) => [name, `[${values.join()}]`] as const);
    return large(objectText(lists), call, await next());
  }),

  'GET /api/test/{id}/filteringLabelValues': openOperation('test-filtering-values', async (call) => {
    const { rows, next } = await filteringRows(repository(), stores().runs, call);
    return large(`[${(await distinctRows(rows)).join()}]`, call, await next());
  }),

  'GET /api/test/{id}/fingerprint': openOperation('test-fingerprints', async (call) => {
    const test = await visibleTest(repository(), call.caller, call.path.id);
    const { rows, next } = await filteringRows(repository(), stores().runs, call, 'all');
    const presented = (await fingerprints(rows, test)).map((text) => ({
      values: fingerprintValues(parseExact(fingerprintText(text)) as object),
    }));
    return large(JSON.stringify(presented), call, await next());
  }),
});

const large = (text: string, call: DeliveredCall, next: string | undefined): Promise<Reply> =>
  deliver(linked(jsonText(text), call.query, next), stores().runs, call);

function fingerprintValues(members: object): FingerprintValue[] {
  return Object.entries(members).map(([name, value]): FingerprintValue => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value))
      return { name, value: null, children: fingerprintValues(value) };
    return { name, value, children: null };
  });
}
