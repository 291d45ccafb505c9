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
} as const satisfies Readonly<Record<string, `driver/${string}`>>;

/** Those of them that a further region has: its state machine consists of the drives (region-states.ts). */
export const regionStates = ['drive', 'driveLost'] as const satisfies readonly (keyof typeof burstStates)[];
