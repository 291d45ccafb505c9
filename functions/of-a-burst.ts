import type { FunctionName } from '../lib/functions.ts';

type Load = () => Promise<{ readonly handler: unknown }>;

/**
 * The functions that a command calls for one burst of its own cloud, except drives. They are built into one
 * script, whose compiled code is kept (`lib/local/function-host/kept-script.ts`). A module loads when its
 * function is first called.
 */
export const ofABurst: Readonly<Partial<Record<FunctionName, Load>>> = {
  'api/first-key': () => import('./api/first-key.ts'),
  'api/burst-start': () => import('./api/burst-start.ts'),
  'api/burst-get': () => import('./api/burst-get.ts'),
  'api/run-data': () => import('./api/run-data.ts'),
  'driver/plan': () => import('./driver/plan.ts'),
  'driver/await-start': () => import('./driver/await-start.ts'),
  'driver/settle': () => import('./driver/settle.ts'),
  'driver/merge': () => import('./driver/merge.ts'),
  'work/perform': () => import('./work/perform.ts'),
};
