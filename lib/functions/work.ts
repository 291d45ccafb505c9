import { coreMemoryMb, workTimeoutS } from '../facts.ts';
import { type FunctionSpec, workQueues } from './spec.ts';

/** What is done behind replies. */
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
