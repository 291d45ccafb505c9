/**
 * The functions that a command calls for one burst in its local cloud, by the kind of their environment. The
 * functions of a kind are built into one script, whose compiled code is kept
 * (`lib/local/function-host/kept-script.ts`).
 */
export const ofABurst = {
  thread: [
    'api/first-key',
    'api/burst-start',
    'api/burst-get',
    'api/run-data',
    'driver/plan',
    'driver/await-start',
    'driver/settle',
    'driver/merge',
    'work/perform',
  ],
  process: ['driver/drive'],
} as const;

export type ScriptKind = keyof typeof ofABurst;

export const scriptKinds = Object.keys(ofABurst) as readonly ScriptKind[];
