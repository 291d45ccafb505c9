/** The stores and calls that a function may need. `lib/cloud/permissions.ts` turns each into a grant. */
export type Need =
  | 'runs:read'
  | 'runs:index'
  | 'runs:large-index'
  | 'runs:measured'
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
  | 'passwords:check'
  | 'keys:first'
  | 'keys:create'
  | 'keys:list'
  | 'keys:rename'
  | 'keys:revoke'
  | 'keys:once'
  | 'users:read'
  | 'users:write'
  | 'audit:read'
  | 'bursts:read'
  | 'bursts:write'
  | 'bursts:list'
  | 'bursts:start'
  | 'bursts:places'
  | 'bursts:conduct'
  | 'bursts:hold'
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
  | 'keys:use'
  | 'scheduler:reap'
  | 'scheduler:run'
  | 'scheduler:delete'
  | 'scheduler:probe'
  | 'work:send'
  | 'events:put'
  | 'events:make'
  | 'regions:release'
  | 'regions:start'
  | 'regions:watch'
  | 'regions:stop';

/** The needs of a drive, which is a function or a task. */
export const driveNeeds = [
  'burst-objects:read',
  'burst-objects:write',
  'burst-files:read',
  'bursts:conduct',
  'drives:lease',
  'drives:count',
  'lives:write',
  'lives:list',
  'machine:respond',
] as const satisfies readonly Need[];

/** The needs for starting a burst. */
export const startNeeds = [
  'burst-objects:write',
  'burst-objects:erase',
  'burst-files:read',
  'burst-files:erase',
  'bursts:read',
  'bursts:write',
  'bursts:start',
  'account:read',
  'machine:start',
  'scheduler:reap',
] as const satisfies readonly Need[];

/** The needs for starting the burst of a schedule, and for recording the result. */
export const scheduledNeeds = [
  ...startNeeds,
  'burst-files:write',
  'schedules:read',
  'schedules:note',
  'schedule-objects:read',
  'keys:read',
  'keys:use',
] as const satisfies readonly Need[];

/**
 * The needs for ending a broken burst: the results of its drives become a run, and all other data is deleted.
 */
export const endNeeds = [
  'bursts:conduct',
  'drives:list',
  'drives:gather',
  'burst-objects:read',
  'burst-objects:write',
  'burst-objects:erase',
  'burst-files:erase',
  'runs:read',
  'runs:write',
  'repository:write',
  'work:send',
  'events:make',
  'machine:respond',
] as const satisfies readonly Need[];
