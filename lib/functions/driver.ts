import { coreMemoryMb, driveMemoryMb } from '../facts/memory.ts';
import { driveTimeoutS } from '../facts/timeouts.ts';
import { driveNeeds, endNeeds, scheduledNeeds } from './needs.ts';
import type { FunctionSpec } from './spec.ts';

/** The functions of the states of a burst, and those that schedules and failures invoke. */
export const driverFunctions = [
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
      'regions:release',
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
    threads: ['driver/threads/thread', 'driver/container/task'],
    needs: driveNeeds,
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
      'runs:read',
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
    needs: endNeeds,
  },
  {
    name: 'driver/reap',
    memoryMb: 3008,
    timeoutS: 600,
    isEvent: true,
    needs: endNeeds,
  },
  /** A schedule invokes this function at the planned time. */
  {
    name: 'driver/start-scheduled',
    memoryMb: 1024,
    timeoutS: 60,
    isEvent: true,
    needs: scheduledNeeds,
  },
] as const satisfies readonly FunctionSpec[];
