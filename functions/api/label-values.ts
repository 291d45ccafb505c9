import type { FingerprintValue } from '../../lib/api.generated.ts';
import { visibleDataset } from '../../lib/repository/reading/visible-datasets.ts';
import { visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { fingerprintText } from '../../lib/repository/records/alerting/fingerprint.ts';
import { valuesOf } from '../../lib/repository/records/labels/stored-values.ts';
import { distinctRows, distinctValues, fingerprints } from '../../lib/repository/search/distinct.ts';
import { listValues } from '../../lib/repository/search/list-values.ts';
import { maySee } from '../../lib/results/access.ts';
import { objectText } from '../../lib/results/json/object-text.ts';
import { isExactNumber, parseExact } from '../../lib/results/query/sql/values/exact-json.ts';
import { repository } from '../repository.ts';
import { evaluate } from '../scripts/evaluate.ts';
import { stores } from '../stores.ts';
import { type DeliveredCall, deliver } from './pipeline/large-reply.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { json, jsonText } from './pipeline/reply.ts';
import { router } from './pipeline/router.ts';
import type { Reply } from './pipeline/types.ts';
import { preview } from './values/label-preview.ts';
import {
  filteringRows,
  linkToNext,
  ofRun,
  pageBehind,
  testValues,
  valueQuery,
  valueReply,
  visibleLabels,
} from './values/label-values.ts';

export const handler = router({
  'GET /api/test/{id}/labelValues': openOperation('test-label-values', async (call) => {
    const { path, query, caller } = call;
    const test = await visibleTest(repository(), caller, path.id);
    const { cursor, redirect: _, ...rest } = query;
    const selection = valueQuery({ ...rest, withEmpty: true });
    if (cursor !== undefined) {
      const walk = { cursor, query: selection };
      const { rows, next } = await pageBehind(repository(), stores().runs, caller, test.id, walk);
      return valueReply(
        rows,
        call,
        stores().runs,
        next === undefined ? {} : { link: linkToNext(rest, next) },
      );
    }
    const labels = await visibleLabels(repository(), caller);
    const rows = await listValues(
      testValues(repository(), stores().runs, caller, test.id, selection),
      labels,
      selection,
    );
    return valueReply(rows, call, stores().runs);
  }),

  'GET /api/run/{id}/labelValues': openOperation('run-label-values', async (call) => {
    const { path, query, caller } = call;
    const run = await repository().runs.get(path.id);
    if (run === undefined || run.trashed || !maySee(caller, run)) return valueReply([], call, stores().runs);
    const { sort: _, redirect: __, direction = 'Ascending', ...rest } = query;
    // In the order of their ids, which is that of the ordinals.
    const selection = valueQuery({ ...rest, sort: 'start', direction, withEmpty: false });
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
        // A value that names its schema is visible to callers who may see the schema.
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

  'GET /api/test/{id}/filteringLabels': openOperation(
    'test-filtering-labels',
    async ({ path, caller, ...call }) => {
      const found = await distinctValues(await filteringRows(repository(), stores().runs, caller, path.id));
      const lists = [...found].map(([name, values]) => [name, `[${values.join()}]`] as const);
      return large(objectText(lists), call);
    },
  ),

  'GET /api/test/{id}/filteringLabelValues': openOperation(
    'test-filtering-values',
    async ({ path, caller, ...call }) =>
      large(
        `[${(await distinctRows(await filteringRows(repository(), stores().runs, caller, path.id))).join()}]`,
        call,
      ),
  ),

  'GET /api/test/{id}/fingerprint': openOperation('test-fingerprints', async ({ path, caller, ...call }) => {
    const test = await visibleTest(repository(), caller, path.id);
    const rows = await filteringRows(repository(), stores().runs, caller, path.id, 'all');
    const found = await fingerprints(rows, test);
    const presented = found.map((text) => ({
      values: fingerprintValues(parseExact(fingerprintText(text)) as object),
    }));
    return large(JSON.stringify(presented), call);
  }),
});

const large = (text: string, call: DeliveredCall): Promise<Reply> =>
  deliver(jsonText(text), stores().runs, call);

function fingerprintValues(members: object): FingerprintValue[] {
  return Object.entries(members).map(([name, value]): FingerprintValue => {
    if (Array.isArray(value)) return { name, value: JSON.stringify(value), children: null };
    if (typeof value === 'object' && value !== null && !isExactNumber(value))
      return { name, value: null, children: fingerprintValues(value) };
    return { name, value, children: null };
  });
}
