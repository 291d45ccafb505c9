import { apiTimeoutS, coreMemoryMb, driveMemoryMb, driveTimeoutS } from './facts.ts';

/**
 * Every function of a deployment, once: the file of its handler, its route, its size and its needs.
 * Read by the CDK app, the local cloud, the bundler and the tests. Imports facts only.
 */

/** Stores and calls that a function may use; `lib/cloud/permissions.ts` turns each into a grant. */
export type Need =
  | 'runs:read'
  | 'runs:index'
  | 'runs:write'
  | 'answers:write'
  | 'catalogue:read'
  | 'catalogue:list'
  | 'catalogue:find'
  | 'catalogue:write'
  | 'keys:check'
  | 'keys:first'
  | 'keys:create'
  | 'keys:list'
  | 'keys:revoke'
  | 'bursts:read'
  | 'bursts:write'
  | 'bursts:list'
  | 'bursts:start'
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
  | 'machine:stop';

export type FunctionSpec = {
  /** Also the name of the entry file below `functions/`, for example `api/queryrun`. */
  readonly name: string;
  /** `METHOD /path` for a route of the HTTP API. */
  readonly route?: string;
  readonly memoryMb: number;
  readonly timeoutS: number;
  /** Invoked by events, for whose outcome nobody waits; one that fails is tried again. */
  readonly isEvent?: true;
  /** Entry files of threads that it starts, below `functions/`; the bundle of each lies beside its own. */
  readonly threads?: readonly string[];
  readonly needs: readonly Need[];
};

const api = { memoryMb: 1024, timeoutS: apiTimeoutS } as const;

export const functions = [
  { ...api, name: 'api/version', route: 'GET /api/config/version', memoryMb: 256, needs: [] },
  {
    ...api,
    name: 'api/queryrun',
    route: 'GET /api/sql/{id}/queryrun',
    memoryMb: coreMemoryMb,
    needs: ['runs:index', 'answers:write', 'catalogue:read', 'keys:check'],
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
    route: 'POST /api/run/data',
    memoryMb: coreMemoryMb,
    needs: ['runs:write', 'catalogue:find', 'catalogue:write', 'keys:check'],
  },
  /** `runs:index`: a search builds the index of a run anew that has none. */
  {
    ...api,
    name: 'api/run-list',
    route: 'GET /api/run/list',
    memoryMb: coreMemoryMb,
    needs: ['runs:index', 'catalogue:list', 'catalogue:find', 'keys:check'],
  },
  {
    ...api,
    name: 'api/run-get',
    route: 'GET /api/run/{id}',
    needs: ['runs:read', 'answers:write', 'catalogue:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/run-data',
    route: 'GET /api/run/{id}/data',
    needs: ['runs:read', 'answers:write', 'catalogue:read', 'keys:check'],
  },
  {
    ...api,
    name: 'api/run-histograms',
    route: 'GET /api/run/{id}/histograms',
    memoryMb: coreMemoryMb,
    needs: ['runs:read', 'answers:write', 'catalogue:read', 'keys:check'],
  },
  { ...api, name: 'api/apikey-create', route: 'POST /api/user/apikey', needs: ['keys:check', 'keys:create'] },
  { ...api, name: 'api/apikey-list', route: 'GET /api/user/apikey', needs: ['keys:check', 'keys:list'] },
  {
    ...api,
    name: 'api/apikey-revoke',
    route: 'PUT /api/user/apikey/{id}/revoke',
    needs: ['keys:check', 'keys:revoke'],
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
      'machine:start',
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
    needs: ['bursts:conduct', 'keys:check', 'machine:respond'],
  },
  {
    ...api,
    name: 'api/doctor',
    route: 'GET /api/doctor',
    needs: ['keys:check', 'account:read', 'bursts:read'],
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
      'machine:start',
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
    memoryMb: 512,
    timeoutS: 60,
    needs: ['burst-objects:read', 'bursts:conduct', 'drives:list', 'machine:respond', 'machine:stop'],
  },
  { name: 'driver/phase-lost', memoryMb: 512, timeoutS: 30, needs: ['bursts:write'] },
  {
    name: 'driver/merge-group',
    memoryMb: coreMemoryMb,
    timeoutS: 600,
    needs: ['burst-objects:read', 'burst-objects:write', 'drives:gather'],
  },
  {
    name: 'driver/settle',
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
    memoryMb: 3008,
    timeoutS: 600,
    needs: [
      'burst-objects:read',
      'burst-objects:erase',
      'burst-files:erase',
      'bursts:conduct',
      'runs:write',
      'catalogue:find',
      'catalogue:write',
      'machine:respond',
    ],
  },
  {
    name: 'driver/clean',
    memoryMb: 512,
    timeoutS: 120,
    needs: [
      'bursts:conduct',
      'burst-objects:read',
      'burst-objects:erase',
      'burst-files:erase',
      'machine:respond',
    ],
  },
  {
    name: 'driver/reap',
    memoryMb: 512,
    timeoutS: 120,
    isEvent: true,
    needs: [
      'bursts:conduct',
      'burst-objects:read',
      'burst-objects:erase',
      'burst-files:erase',
      'machine:respond',
    ],
  },
] as const satisfies readonly FunctionSpec[];

export type FunctionName = (typeof functions)[number]['name'];

/** Routes of the HTTP API that start a state machine instead of a function, by the name of their operation. */
export const machineRoutes = { 'burst-stop-by-token': 'POST /api/burst/stop' } as const;

/** The function behind each `${name}` of the state machine's definition. */
export const burstStates = {
  plan: 'driver/plan',
  awaitSilence: 'driver/await-silence',
  awaitStart: 'driver/await-start',
  drive: 'driver/drive',
  driveLost: 'driver/drive-lost',
  phaseLost: 'driver/phase-lost',
  mergeGroup: 'driver/merge-group',
  settle: 'driver/settle',
  merge: 'driver/merge',
  clean: 'driver/clean',
} as const satisfies Readonly<Record<string, FunctionName>>;
