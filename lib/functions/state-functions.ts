/** The function of each `${name}` in the definition of the state machine. */
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

/** The places in the definition for the tasks of a deployment: its cluster, the task, and their network. */
export type TaskPlace = 'taskCluster' | 'taskDefinition' | 'taskSubnets' | 'taskSecurityGroups';

/** The functions of a further region, whose state machine has only drives (region-states.ts). */
export const regionStates = ['drive', 'driveLost'] as const satisfies readonly (keyof typeof burstStates)[];
