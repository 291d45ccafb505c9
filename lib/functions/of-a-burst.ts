/**
 * The functions that a command calls for one burst of its own cloud, except drives. They are built into one
 * script, whose compiled code is kept (`lib/local/function-host/kept-script.ts`).
 */
export const ofABurst = [
  'api/first-key',
  'api/burst-start',
  'api/burst-get',
  'api/run-data',
  'driver/plan',
  'driver/await-start',
  'driver/settle',
  'driver/merge',
  'work/perform',
] as const;
