import { apiTimeoutS } from '../facts/timeouts.ts';
import { scheduledNeeds, startNeeds } from './needs.ts';
import { api, type FunctionSpec } from './spec.ts';

/** The functions of bursts, of their schedules, and of the checks of a deployment. */
export const burstApi = [
  {
    ...api,
    name: 'api/burst-start',
    route: 'POST /api/burst',
    needs: [...startNeeds, 'keys:check'],
  },
  {
    ...api,
    name: 'api/burst-files',
    route: 'POST /api/burst/files',
    needs: ['burst-files:write', 'keys:check'],
  },
  {
    ...api,
    name: 'api/burst-list',
    route: 'GET /api/burst',
    needs: ['bursts:read', 'bursts:list', 'keys:check'],
  },
  /** `lives:share`: one of the clients that watch a burst stores the snapshot for all of them. */
  {
    ...api,
    name: 'api/burst-get',
    routes: ['GET /api/burst/{id}', 'GET /api/burst/{id}/seconds'],
    needs: ['bursts:read', 'bursts:hold', 'lives:list', 'lives:share', 'burst-objects:read', 'keys:check'],
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
      'schedules:read',
      'schedules:write',
      'schedules:delete',
      'schedule-objects:write',
      'schedule-objects:erase',
      'keys:check',
      'account:read',
      'scheduler:run',
      'scheduler:delete',
    ],
  },
  {
    ...api,
    name: 'api/schedule-list',
    route: 'GET /api/schedule',
    needs: ['schedules:list', 'bursts:read', 'keys:check'],
  },
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
    needs: [...startNeeds, 'keys:check'],
  },
  /** The person who deploys invokes this function directly. It makes the first administrator key, once. */
  { name: 'api/first-key', memoryMb: 256, timeoutS: apiTimeoutS, needs: ['keys:first', 'keys:create'] },
] as const satisfies readonly FunctionSpec[];
