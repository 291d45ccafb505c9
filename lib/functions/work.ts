import { coreMemoryMb } from '../facts/memory.ts';
import { workTimeoutS } from '../facts/timeouts.ts';
import { type FunctionSpec, workQueues } from './spec.ts';

/** The functions of background work. */
export const workFunctions = [
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
  /**
   * Sends old pending tasks again, publishes events for missing data and for expiring keys, and deletes
   * documents that never became runs.
   */
  {
    name: 'work/sweep',
    memoryMb: 256,
    timeoutS: 60,
    isEvent: true,
    everyMinutes: 1,
    needs: ['repository:write', 'work:send', 'runs:leftovers', 'keys:list'],
  },
] as const satisfies readonly FunctionSpec[];
