import { apiTimeoutS, coreMemoryMb, driveMemoryMb, driveTimeoutS, workTimeoutS } from './facts.ts';

/**
 * Every function of a deployment, once: the file of its handler, its route, its size and its needs.
 * Read by the CDK app, the local cloud, the bundler and the tests. Imports facts only.
 */

/** Stores and calls that a function may use; `lib/cloud/permissions.ts` turns each into a grant. */
export type Need =
  | 'runs:read'
  | 'runs:index'
  | 'runs:large-index'
  | 'runs:write'
  | 'runs:parts'
  | 'runs:leftovers'
  | 'runs:revisions'
  | 'datasets:write'
  | 'datasets:erase'
  | 'answers:write'
  | 'repository:read'
  | 'repository:write'
  | 'cursors:seal'
  | 'keys:check'
  | 'keys:first'
  | 'keys:create'
  | 'keys:list'
  | 'keys:rename'
  | 'keys:revoke'
  | 'users:read'
  | 'users:write'
  | 'audit:read'
  | 'bursts:read'
  | 'bursts:write'
  | 'bursts:list'
  | 'bursts:start'
  | 'bursts:places'
  | 'bursts:conduct'
  | 'drives:count'
  | 'drives:lease'
  | 'drives:list'
  | 'drives:gather'
  | 'lives:write'
  | 'lives:list'
  | 'lives:share'
  | 'burst-objects:read'
  | 'burst-objects:write'
  | 'burst-objects:erase'
  | 'burst-files:read'
  | 'burst-files:write'
  | 'burst-files:erase'
  | 'account:read'
  | 'machine:start'
  | 'machine:respond'
  | 'machine:stop'
  | 'schedules:read'
  | 'schedules:list'
  | 'schedules:write'
  | 'schedules:note'
  | 'schedules:delete'
  | 'schedule-objects:read'
  | 'schedule-objects:write'
  | 'schedule-objects:erase'
  | 'keys:read'
  | 'scheduler:reap'
  | 'scheduler:run'
  | 'scheduler:delete'
  | 'scheduler:probe'
  | 'datasets:write'
  | 'work:send'
  | 'events:put'
  | 'events:make'
  | 'regions:start'
  | 'regions:watch'
  | 'regions:stop';

/** New uploads go before what is computed anew. */
export const workQueues = ['now', 'later'] as const;
export type WorkQueue = (typeof workQueues)[number];

export type FunctionSpec = {
  /** Also the name of the entry file below `functions/`, for example `api/queryrun`. */
  readonly name: string;
  /** `METHOD /path` for a route of the HTTP API. */
  readonly route?: string;
  /** The routes of a function that answers a family of them (functions/api/pipeline/family.ts). */
  readonly routes?: readonly string[];
  /**
   * Paths below this one, or these, are the function's where no route of another function is more exact. It finds its operation by
   * itself: an API has room for few routes.
   */
  readonly below?: string | readonly string[];
  readonly memoryMb: number;
  readonly timeoutS: number;
  /**
   * Executions at once that are set aside for it, for each thousand that the account allows, and that it cannot exceed then.
   * Absent: it shares what is not set aside.
   */
  readonly kept?: number;
  /** Invoked by events, for whose outcome nobody waits; one that fails is tried again. */
  readonly isEvent?: true;
  /** The queues of work whose messages it is handed (`workDelivery` in lib/facts.ts says how many, and how often). */
  readonly queues?: readonly WorkQueue[];
  /** Invoked so often. */
  readonly everyMinutes?: number;
  /** Entry files of threads that it starts, below `functions/`; the bundle of each lies beside its own. */
  readonly threads?: readonly string[];
  readonly needs: readonly Need[];
};

export const routesOf = ({ route, routes = [] }: FunctionSpec): readonly string[] =>
  route === undefined ? routes : [route, ...routes];

/** To start a burst, and to note it in its schedule. */
const scheduledNeeds = [
  'burst-objects:write',
  'burst-objects:erase',
  'burst-files:read',
  'burst-files:write',
  'burst-files:erase',
  'bursts:read',
  'bursts:write',
  'bursts:start',
  'schedules:read',
  'schedules:note',
  'schedule-objects:read',
  'keys:read',
  'account:read',
  'machine:start',
  'scheduler:reap',
] as const satisfies readonly Need[];

const api = { memoryMb: 1024, timeoutS: apiTimeoutS } as const;

export const functions = [
  { ...api, name: 'api/openapi', route: 'GET /openapi', memoryMb: 256, needs: [] },
  {
    ...api,
    name: 'api/config',
    routes: ['GET /api/config/version', 'GET /api/config/keycloak'],
    below: '/api/config',
    memoryMb: 256,
    needs: [],
  },
  {
    ...api,
    name: 'api/datastores',
    below: '/api/config/datastore',
    routes: [
      'GET /api/config/datastore',
      'POST /api/config/datastore',
      'PUT /api/config/datastore',
      'GET /api/config/datastore/types',
      'DELETE /api/config/datastore/{id}',
      'GET /api/config/datastore/{id}/test',
    ],
    needs: ['repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/queryrun',
    route: 'GET /api/sql/{id}/queryrun',
    memoryMb: coreMemoryMb,
    needs: ['runs:index', 'answers:write', 'repository:read', 'keys:check'],
  },
  /** `runs:index`: the first query on a large dataset makes its index. */
  {
    ...api,
    name: 'api/querydataset',
    route: 'GET /api/sql/{id}/querydataset',
    memoryMb: coreMemoryMb,
    needs: ['runs:index', 'answers:write', 'repository:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/datasets',
    below: '/api/dataset',
    routes: [
      'GET /api/dataset/list/byRun/{runId}',
      'GET /api/dataset/list/byTest/{testId}',
      'GET /api/dataset/list/bySchema',
      'GET /api/dataset/{id}',
      'GET /api/dataset/{id}/summary',
    ],
    needs: ['runs:read', 'answers:write', 'repository:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/testjsonpath',
    route: 'GET /api/sql/testjsonpath',
    needs: ['keys:check'],
  },
  {
    ...api,
    name: 'api/run-upload',
    routes: ['POST /api/run/data', 'POST /api/run/test'],
    memoryMb: coreMemoryMb,
    needs: [
      'runs:index',
      'runs:write',
      'datasets:write',
      'datasets:erase',
      'repository:write',
      'work:send',
      'events:make',
      'keys:check',
    ],
  },
  /** Documents that are too large for a request. What was no document is deleted. */
  {
    ...api,
    name: 'api/uploads',
    below: '/api/run/upload',
    routes: [
      'POST /api/run/upload',
      'GET /api/run/upload/{id}',
      'POST /api/run/upload/{id}/complete',
      'DELETE /api/run/upload/{id}',
    ],
    memoryMb: coreMemoryMb,
    needs: ['runs:parts', 'repository:write', 'work:send', 'events:make', 'keys:check'],
  },
  /** `runs:index`: a search builds the index of a run anew that has none. */
  {
    ...api,
    name: 'api/run-list',
    routes: ['GET /api/run/list', 'GET /api/run/autocomplete'],
    memoryMb: coreMemoryMb,
    needs: ['runs:index', 'repository:read', 'cursors:seal', 'keys:check'],
  },
  {
    ...api,
    name: 'api/run-get',
    route: 'GET /api/run/{id}',
    needs: ['runs:read', 'answers:write', 'repository:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/run-data',
    route: 'GET /api/run/{id}/data',
    needs: ['runs:read', 'answers:write', 'repository:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/run-histograms',
    route: 'GET /api/run/{id}/histograms',
    memoryMb: coreMemoryMb,
    needs: ['runs:read', 'answers:write', 'repository:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/run-work',
    routes: [
      'POST /api/run/{id}/trash',
      'POST /api/run/{id}/recalculate',
      'POST /api/run/{id}/schema',
      'DELETE /api/run/{id}',
    ],
    memoryMb: coreMemoryMb,
    needs: ['runs:write', 'runs:index', 'datasets:erase', 'repository:write', 'work:send', 'keys:check'],
  },
  {
    ...api,
    name: 'api/runs',
    // The last two would else be ids of runs.
    below: ['/api/run', '/api/run/count', '/api/run/bySchema'],
    routes: [
      'GET /api/run/count',
      'GET /api/run/list/{testId}',
      'GET /api/run/bySchema',
      'GET /api/run/{id}/summary',
      'GET /api/run/{id}/metadata',
      'POST /api/run/{id}/description',
      'POST /api/run/{id}/updateAccess',
    ],
    needs: ['runs:read', 'answers:write', 'repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/tests',
    below: '/api/test',
    routes: [
      'GET /api/test',
      'POST /api/test',
      'PUT /api/test',
      'GET /api/test/byName/{name}',
      'GET /api/test/folders',
      'GET /api/test/summary',
      'GET /api/test/{id}',
      'DELETE /api/test/{id}',
      'POST /api/test/{id}/transformers',
      'POST /api/test/{id}/move',
      'POST /api/test/{id}/notifications',
      'POST /api/test/{id}/updateAccess',
    ],
    needs: ['repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/test-bundles',
    routes: ['GET /api/test/{id}/export', 'POST /api/test/import', 'PUT /api/test/import'],
    needs: ['repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/views',
    below: '/api/ui',
    routes: [
      'GET /api/ui/{testId}/views',
      'POST /api/ui/view',
      'POST /api/ui/views',
      'DELETE /api/ui/{testId}/view/{viewId}',
    ],
    needs: ['repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/experiments',
    below: '/api/experiment',
    routes: [
      'GET /api/experiment/models',
      'GET /api/experiment/run',
      'GET /api/experiment/{testId}/profiles',
      'POST /api/experiment/{testId}/profiles',
      'DELETE /api/experiment/{testId}/profiles/{profileId}',
    ],
    needs: ['runs:read', 'repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/logs',
    below: '/api/log',
    routes: [
      'GET /api/log/dataset/{source}/{testId}',
      'GET /api/log/dataset/{source}/{testId}/count',
      'DELETE /api/log/dataset/{source}/{testId}',
      'GET /api/log/transformation/{testId}',
      'GET /api/log/transformation/{testId}/count',
      'DELETE /api/log/transformation/{testId}',
      'GET /api/log/action/{testId}',
      'GET /api/log/action/{testId}/count',
      'DELETE /api/log/action/{testId}',
    ],
    needs: ['repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/schemas',
    below: '/api/schema',
    routes: [
      'GET /api/schema',
      'POST /api/schema',
      'PUT /api/schema',
      'GET /api/schema/descriptors',
      'GET /api/schema/findUsages',
      'GET /api/schema/idByUri/{uri}',
      'GET /api/schema/{id}',
      'DELETE /api/schema/{id}',
      'POST /api/schema/{id}/updateAccess',
    ],
    needs: ['repository:write', 'work:send', 'keys:check'],
  },
  {
    ...api,
    name: 'api/schema-bundles',
    routes: ['GET /api/schema/{id}/export', 'POST /api/schema/import', 'PUT /api/schema/import'],
    needs: ['repository:write', 'work:send', 'keys:check'],
  },
  {
    ...api,
    name: 'api/labels',
    below: '/api/schema/{id}/labels',
    routes: [
      'GET /api/schema/allLabels',
      'GET /api/schema/{id}/labels',
      'POST /api/schema/{id}/labels',
      'PUT /api/schema/{id}/labels',
      'DELETE /api/schema/{id}/labels/{labelId}',
    ],
    needs: ['repository:write', 'work:send', 'keys:check'],
  },
  {
    ...api,
    name: 'api/label-values',
    routes: [
      'GET /api/test/{id}/labelValues',
      'GET /api/test/{id}/filteringLabels',
      'GET /api/test/{id}/filteringLabelValues',
      'GET /api/test/{id}/fingerprint',
      'GET /api/run/{id}/labelValues',
      'GET /api/dataset/{id}/labelValues',
      'POST /api/dataset/{id}/previewLabel',
    ],
    memoryMb: coreMemoryMb,
    needs: ['runs:read', 'answers:write', 'repository:read', 'cursors:seal', 'keys:check'],
  },
  {
    ...api,
    name: 'api/transformers',
    below: '/api/schema/{id}/transformers',
    routes: [
      'GET /api/schema/allTransformers',
      'GET /api/schema/{id}/transformers',
      'POST /api/schema/{id}/transformers',
      'PUT /api/schema/{id}/transformers',
      'DELETE /api/schema/{id}/transformers/{transformerId}',
    ],
    needs: ['repository:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/alerting',
    below: ['/api/alerting', '/api/action', '/api/changes'],
    routes: [
      'GET /api/alerting/variables',
      'POST /api/alerting/variables',
      'GET /api/alerting/dashboard',
      'GET /api/alerting/changes',
      'PUT /api/alerting/change/{id}',
      'DELETE /api/alerting/change/{id}',
      'GET /api/alerting/recalculate',
      'POST /api/alerting/recalculate',
      'POST /api/alerting/datapoint/last',
      'POST /api/alerting/expectRun',
      'GET /api/alerting/expectations',
      'POST /api/alerting/changeDetection',
      'GET /api/alerting/changeDetectionModels',
      'GET /api/alerting/defaultChangeDetectionConfigs',
      'GET /api/alerting/missingdatarule',
      'POST /api/alerting/missingdatarule',
      'DELETE /api/alerting/missingdatarule/{id}',
      'POST /api/action',
      'PUT /api/action',
      'POST /api/action/global',
      'DELETE /api/action/global/{id}',
      'GET /api/action/list',
      'GET /api/action/test/{id}',
      'GET /api/action/allowedSites',
      'POST /api/action/allowedSites',
      'DELETE /api/action/allowedSites/{id}',
      'GET /api/action/{id}',
      'DELETE /api/action/{id}',
      'GET /api/changes',
      'POST /api/changes/search',
      'POST /api/changes/query',
      'POST /api/changes/annotations',
    ],
    needs: ['repository:write', 'work:send', 'keys:check'],
  },
  {
    ...api,
    name: 'api/recalculation',
    routes: [
      'GET /api/test/{id}/recalculate',
      'POST /api/test/{id}/recalculate',
      'GET /api/test/{id}/failures',
      'POST /api/run/recalculateAll',
      'GET /api/work/failures',
      'POST /api/work/failures/again',
    ],
    needs: ['repository:write', 'work:send', 'keys:check'],
  },
  { ...api, name: 'api/apikey-create', route: 'POST /api/user/apikey', needs: ['keys:check', 'keys:create'] },
  { ...api, name: 'api/apikey-list', route: 'GET /api/user/apikey', needs: ['keys:check', 'keys:list'] },
  {
    ...api,
    name: 'api/apikey-rename',
    route: 'PUT /api/user/apikey/{id}/rename',
    needs: ['keys:check', 'keys:rename'],
  },
  {
    ...api,
    name: 'api/apikey-revoke',
    route: 'PUT /api/user/apikey/{id}/revoke',
    needs: ['keys:check', 'keys:revoke'],
  },
  { ...api, name: 'api/audit', route: 'GET /api/audit', needs: ['keys:check', 'audit:read'] },
  {
    ...api,
    name: 'api/users',
    routes: [
      'GET /api/user/administrators',
      'POST /api/user/administrators',
      'GET /api/user/allTeams',
      'GET /api/user/teams',
      'GET /api/user/roles',
      'GET /api/user/defaultTeam',
      'POST /api/user/defaultTeam',
      'POST /api/user/createUser',
      'POST /api/user/info',
      'GET /api/user/search',
      'POST /api/user/team/{team}',
      'DELETE /api/user/team/{team}',
      'GET /api/user/team/{team}/members',
      'POST /api/user/team/{team}/members',
      'DELETE /api/user/{username}',
      'PUT /api/user/{username}/password',
    ],
    below: '/api/user',
    needs: ['keys:check', 'keys:list', 'keys:revoke', 'users:read', 'users:write'],
  },
  {
    ...api,
    name: 'api/burst-start',
    route: 'POST /api/burst',
    needs: [
      'burst-objects:write',
      'burst-objects:erase',
      'burst-files:read',
      'burst-files:erase',
      'bursts:read',
      'bursts:write',
      'bursts:start',
      'keys:check',
      'account:read',
      'machine:start',
      'scheduler:reap',
    ],
  },
  {
    ...api,
    name: 'api/burst-files',
    route: 'POST /api/burst/files',
    needs: ['burst-files:write', 'keys:check'],
  },
  /** `bursts:write`: one of those who watch leaves the snapshot for the others. */
  {
    ...api,
    name: 'api/burst-list',
    route: 'GET /api/burst',
    needs: ['bursts:read', 'bursts:list', 'keys:check'],
  },
  {
    ...api,
    name: 'api/burst-get',
    route: 'GET /api/burst/{id}',
    needs: ['bursts:read', 'lives:list', 'lives:share', 'burst-objects:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/burst-stop',
    route: 'PUT /api/burst/{id}/stop',
    kept: 10,
    needs: ['bursts:conduct', 'keys:check', 'machine:respond'],
  },
  {
    ...api,
    name: 'api/schedule-create',
    route: 'POST /api/schedule',
    needs: [
      'burst-files:read',
      'burst-files:erase',
      'bursts:read',
      'bursts:places',
      'schedules:write',
      'schedules:delete',
      'schedule-objects:write',
      'schedule-objects:erase',
      'keys:check',
      'account:read',
      'scheduler:run',
    ],
  },
  { ...api, name: 'api/schedule-list', route: 'GET /api/schedule', needs: ['schedules:list', 'keys:check'] },
  {
    ...api,
    name: 'api/schedule-delete',
    route: 'DELETE /api/schedule/{name}',
    needs: [
      'schedules:read',
      'schedules:delete',
      'schedule-objects:read',
      'schedule-objects:erase',
      'keys:check',
      'scheduler:delete',
    ],
  },
  {
    ...api,
    name: 'api/schedule-run',
    route: 'POST /api/schedule/{name}/run',
    needs: [...scheduledNeeds, 'keys:check'],
  },
  {
    ...api,
    name: 'api/doctor',
    route: 'GET /api/doctor',
    needs: ['keys:check', 'account:read', 'bursts:read', 'scheduler:probe'],
  },
  {
    ...api,
    name: 'api/doctor-burst',
    route: 'POST /api/doctor',
    needs: [
      'burst-objects:write',
      'burst-objects:erase',
      'burst-files:read',
      'burst-files:erase',
      'bursts:read',
      'bursts:write',
      'bursts:start',
      'keys:check',
      'account:read',
      'machine:start',
      'scheduler:reap',
    ],
  },
  /** Invoked directly by whoever deploys: makes the first administrator key, once. */
  { name: 'api/first-key', memoryMb: 256, timeoutS: apiTimeoutS, needs: ['keys:first'] },
  {
    name: 'driver/plan',
    memoryMb: 1024,
    timeoutS: 120,
    needs: [
      'burst-objects:read',
      'burst-objects:write',
      'burst-files:read',
      'bursts:conduct',
      'machine:respond',
    ],
  },
  {
    name: 'driver/await-start',
    kept: 25,
    memoryMb: 512,
    timeoutS: 60,
    needs: ['bursts:conduct', 'machine:respond'],
  },
  {
    name: 'driver/drive',
    memoryMb: driveMemoryMb,
    timeoutS: driveTimeoutS,
    threads: ['driver/threads/thread'],
    needs: [
      'burst-objects:read',
      'burst-objects:write',
      'burst-files:read',
      'bursts:conduct',
      'drives:lease',
      'drives:count',
      'lives:write',
      'lives:list',
      'machine:respond',
    ],
  },
  {
    name: 'driver/drive-lost',
    memoryMb: 512,
    timeoutS: 30,
    needs: ['burst-objects:read', 'bursts:conduct', 'drives:lease', 'machine:respond'],
  },
  {
    name: 'driver/await-silence',
    kept: 5,
    memoryMb: 512,
    timeoutS: 60,
    needs: [
      'burst-objects:read',
      'bursts:conduct',
      'drives:list',
      'machine:respond',
      'machine:stop',
      'regions:stop',
    ],
  },
  {
    name: 'driver/call-regions',
    memoryMb: 512,
    timeoutS: 60,
    needs: ['burst-objects:read', 'bursts:conduct', 'drives:lease', 'machine:respond', 'regions:start'],
  },
  {
    name: 'driver/await-regions',
    memoryMb: 512,
    timeoutS: 30,
    needs: ['burst-objects:read', 'bursts:conduct', 'machine:respond', 'regions:watch'],
  },
  { name: 'driver/phase-lost', memoryMb: 512, timeoutS: 30, needs: ['bursts:write'] },
  {
    name: 'driver/merge-group',
    kept: 40,
    memoryMb: coreMemoryMb,
    timeoutS: 600,
    needs: ['burst-objects:read', 'burst-objects:write', 'drives:gather'],
  },
  {
    name: 'driver/settle',
    kept: 20,
    memoryMb: coreMemoryMb,
    timeoutS: 600,
    needs: [
      'burst-objects:read',
      'burst-objects:write',
      'bursts:conduct',
      'drives:gather',
      'machine:respond',
    ],
  },
  {
    name: 'driver/merge',
    kept: 5,
    memoryMb: 3008,
    timeoutS: 600,
    needs: [
      'burst-objects:read',
      'burst-objects:erase',
      'burst-files:erase',
      'bursts:conduct',
      'runs:write',
      'repository:write',
      'work:send',
      'events:make',
      'machine:respond',
    ],
  },
  {
    name: 'driver/clean',
    kept: 5,
    memoryMb: 3008,
    timeoutS: 600,
    needs: [
      'bursts:conduct',
      'drives:list',
      'drives:gather',
      'burst-objects:read',
      'burst-objects:write',
      'burst-objects:erase',
      'burst-files:erase',
      'runs:write',
      'repository:write',
      'work:send',
      'machine:respond',
    ],
  },
  {
    name: 'driver/reap',
    memoryMb: 3008,
    timeoutS: 600,
    isEvent: true,
    needs: [
      'bursts:conduct',
      'drives:list',
      'drives:gather',
      'burst-objects:read',
      'burst-objects:write',
      'burst-objects:erase',
      'burst-files:erase',
      'runs:write',
      'repository:write',
      'work:send',
      'machine:respond',
    ],
  },
  /** Invoked by a schedule at its time. */
  {
    name: 'driver/start-scheduled',
    memoryMb: 1024,
    timeoutS: 60,
    isEvent: true,
    needs: scheduledNeeds,
  },
  {
    name: 'work/perform',
    memoryMb: coreMemoryMb,
    timeoutS: workTimeoutS,
    queues: workQueues,
    needs: [
      'runs:large-index',
      'runs:write',
      'runs:revisions',
      'datasets:write',
      'datasets:erase',
      'repository:write',
      'work:send',
      'events:put',
    ],
  },
  /** Sends again what nobody did, tells of data that does not come and of keys that end, and deletes what never became runs. */
  {
    name: 'work/sweep',
    memoryMb: 256,
    timeoutS: 60,
    isEvent: true,
    everyMinutes: 1,
    needs: ['repository:write', 'work:send', 'runs:leftovers', 'keys:list'],
  },
] as const satisfies readonly FunctionSpec[];

export type FunctionName = (typeof functions)[number]['name'];

/**
 * Keys of the routes of an HTTP API, with the function of each. One function of each path takes the methods that no other
 * takes, so that they are answered in words: that of `GET`, else the first. A function that has all `below` a path has two
 * keys for these.
 */
export function routeKeys(specs: readonly FunctionSpec[]): readonly (readonly [key: string, name: string])[] {
  const routes = specs.flatMap((spec) =>
    routesOf(spec).flatMap((route) => (isBelow(spec, route) ? [] : [[route, spec.name] as const])),
  );
  const takers = new Map<string, string>();
  for (const [route] of routes) {
    const [method, path = ''] = route.split(' ');
    if (method === 'GET' || !takers.has(path)) takers.set(path, route);
  }
  const all = new Set(takers.values());
  const wide = specs.flatMap((spec) => belowKeys(spec).map((key) => [key, spec.name] as const));
  return [
    ...routes.map(([route, name]) => [all.has(route) ? route.replace(/^\w+/, 'ANY') : route, name] as const),
    ...wide,
  ];
}

function isBelow({ below }: FunctionSpec, route: string): boolean {
  const path = route.slice(route.indexOf(' ') + 1);
  return [below ?? []].flat().some((one) => path === one || path.startsWith(`${one}/`));
}

function belowKeys(spec: FunctionSpec): readonly string[] {
  return [spec.below ?? []].flat().flatMap((below) => {
    const rest = `ANY ${below}/{rest+}`;
    return routesOf(spec).some((route) => route.endsWith(` ${below}`)) ? [`ANY ${below}`, rest] : [rest];
  });
}

/** Routes of the HTTP API that start a state machine instead of a function, by the name of their operation. */
export const machineRoutes = { 'burst-stop-by-token': 'POST /api/burst/stop' } as const;

/** The function behind each `${name}` of the state machine's definition. */
export const burstStates = {
  plan: 'driver/plan',
  awaitSilence: 'driver/await-silence',
  awaitStart: 'driver/await-start',
  drive: 'driver/drive',
  driveLost: 'driver/drive-lost',
  callRegions: 'driver/call-regions',
  awaitRegions: 'driver/await-regions',
  phaseLost: 'driver/phase-lost',
  mergeGroup: 'driver/merge-group',
  settle: 'driver/settle',
  merge: 'driver/merge',
  clean: 'driver/clean',
} as const satisfies Readonly<Record<string, FunctionName>>;

/** Those of them that a further region has: its state machine consists of the drives (region-states.ts). */
export const regionStates = ['drive', 'driveLost'] as const satisfies readonly (keyof typeof burstStates)[];
