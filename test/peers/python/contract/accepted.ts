import type { ApiDocument, Operation } from '../../../../lib/contract/openapi-types.ts';
import { resolved } from '../../../../lib/contract/openapi-types.ts';
import { benchmarkOf, type Filled, type Ids } from './fill.ts';
import { idOf, setOf } from './settings.ts';

/**
 * A request that the server accepts for an operation. The examples of the contract are not enough, because
 * they have ids of records that do not exist.
 */
export type Accepted = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly type?: string;
};

/**
 * A request that the API must accept for each `METHOD /path`. A parameter has the id of an existing record if
 * there is one, or else the example of the contract.
 */
export function acceptedRequests(contract: ApiDocument, filled: Filled): Readonly<Record<string, Accepted>> {
  const requests: Record<string, Accepted> = {};
  for (const [path, operations] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const line = `${method.toUpperCase()} ${path}`;
      const ids = filled[setOf(method, path)];
      const known: Partial<Accepted> = bodies(ids)[line] ?? {};
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const body = 'body' in known ? known.body : content?.example;
      requests[line] = {
        path: { ...parametersOf(contract, path, operation, 'path', ids), ...known.path },
        query: { ...parametersOf(contract, path, operation, 'query', ids), ...known.query },
        ...(body !== undefined && type !== undefined && { body, type }),
      };
    }
  return requests;
}

/** The parameters of a request: the required ones, and all ids. */
function parametersOf(
  { components }: ApiDocument,
  path: string,
  { parameters = [] }: Operation,
  place: 'path' | 'query',
  ids: Ids,
): Readonly<Record<string, unknown>> {
  const values = parameters
    .map((one) => resolved(one, components.parameters))
    .filter((one) => one.in === place && one.required === true)
    .map((one) => {
      const id = idOf(path, one);
      const example = one.example ?? Object.values(one.examples ?? {})[0]?.value;
      return [one.name, id === undefined ? example : ids[id]];
    });
  return Object.fromEntries(values);
}

/** The parts of a request that depend on existing records. */
function bodies(ids: Ids): Readonly<Record<string, Partial<Accepted>>> {
  const owned = { owner: 'admin-team', access: 'PUBLIC' };
  const action = { type: 'http', active: true, runAlways: false, config: { url: `${site}/${ids.name}` } };
  const document = benchmarkOf('accepted');
  const range = { from: '2024-06-01T00:00:00Z', to: '2024-07-01T00:00:00Z' };
  const store = { type: 'ELASTICSEARCH', ...owned };
  const config = { url: `${site}/${ids.name}`, authentication: { type: 'none' } };
  const extractors = [{ name: 'value', jsonpath: '$.value' }];
  const labels = [`${ids.name}-value`];
  const profile = {
    name: 'accepted',
    selectorLabels: labels,
    selectorFilter: 'v => v > 5',
    baselineLabels: labels,
    baselineFilter: 'v => v < 5',
    comparisons: [],
  };
  return {
    'GET /api/sql/{id}/queryrun': { query: { query: '$.value' } },
    'GET /api/sql/{id}/querydataset': { query: { query: '$.value' } },
    'POST /api/run/data': {
      query: { test: ids.name, start: '1718000000000', stop: '1718000060000', ...owned },
    },
    'POST /api/burst': { body: { document } },
    'POST /api/burst/files': { body: { files: [{ sha256: '0'.repeat(64), bytes: 1 }] } },
    'POST /api/schedule': { body: { name: 'accepted', cron: '0 0 1 1 *', document } },
    'POST /api/action': { body: { ...action, event: 'change/new', testId: ids.test } },
    'PUT /api/action': { body: { ...action, event: 'change/new', testId: ids.test, id: ids.action } },
    'POST /api/action/global': { body: { ...action, event: 'run/new', testId: -1 } },
    'DELETE /api/action/global/{id}': { path: { id: ids.globalAction } },
    'GET /api/alerting/changes': { query: { var: ids.variable } },
    'POST /api/alerting/expectRun': { query: { test: ids.name, timeout: 3600 } },
    'POST /api/test/import': { body: { name: 'imported', owner: 'admin-team' } },
    'PUT /api/test/import': { body: { id: ids.test, name: ids.name, owner: 'admin-team' } },
    'POST /api/changes/query': {
      body: { range, targets: [{ target: `${ids.variable};`, type: 'timeseries' }] },
    },
    'POST /api/changes/annotations': { body: { range, annotation: { query: String(ids.variable) } } },
    'POST /api/config/datastore': { body: { ...store, name: 'accepted', config } },
    'PUT /api/config/datastore': { body: { ...store, name: ids.name, config, id: ids.datastore } },
    'DELETE /api/config/datastore/{id}': { path: { id: ids.datastore } },
    'GET /api/config/datastore/{id}/test': { path: { id: ids.datastore } },
    'POST /api/experiment/{testId}/profiles': { body: profile },
    'POST /api/dataset/{id}/previewLabel': { body: { name: 'preview', schemaId: ids.schema, extractors } },
    'PUT /api/schema/{id}/labels': {
      body: [{ id: ids.label, name: `${ids.name}-value`, extractors, ...owned }],
    },
    'POST /api/run/test': { body: { testid: ids.test, start: 1, stop: 2, data: { value: 1 } }, query: owned },
    'POST /api/run/{id}/updateAccess': { query: owned },
    'POST /api/schema': { body: { name: 'accepted', uri: 'urn:accepted:1', ...owned } },
    'PUT /api/schema': { body: { id: ids.schema, name: ids.name, uri: ids.uri, ...owned } },
    'POST /api/schema/{id}/updateAccess': { query: owned },
    'POST /api/test': { body: { name: 'accepted', ...owned } },
    'PUT /api/test': { body: { id: ids.test, name: ids.name, ...owned } },
    'POST /api/test/{id}/transformers': { body: [ids.transformer] },
    'POST /api/test/{id}/updateAccess': { query: owned },
    'PUT /api/schema/{id}/transformers': { body: { id: ids.transformer, name: ids.name, ...owned } },
    'PUT /api/schema/import': { body: { id: ids.schema, name: ids.name, uri: ids.uri, ...owned } },
    'POST /api/schema/import': { body: { name: 'imported', uri: 'urn:imported:1', ...owned } },
    'POST /api/run/upload/{id}/complete': { query: { test: ids.name, start: '1', stop: '2', ...owned } },
    'POST /api/user/administrators': { body: ['admin'] },
    'POST /api/user/defaultTeam': { body: 'admin-team' },
    'POST /api/user/team/{team}/members': { body: { [ids.user]: ['viewer'] } },
    'POST /api/user/createUser': {
      body: { user: { username: 'accepted' }, team: ids.team, roles: ['viewer'] },
    },
    'POST /api/ui/view': { body: { testId: ids.test, name: 'accepted', components: [] } },
    'POST /api/ui/views': { body: [{ testId: ids.test, name: 'accepted too', components: [] }] },
  };
}

/** A URL at which no server listens. */
const site = 'http://127.0.0.1:1';
