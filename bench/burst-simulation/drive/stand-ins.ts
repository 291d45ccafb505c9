/** What needs sockets, processors or threads, and has no part in what is simulated. */

export const warmUp = async (): Promise<void> => undefined;

export const startMeter = () => ({
  read: () => nothing,
  stop: () => ({ cpuUs: 0, ...nothing }),
});

const nothing = { stalls: [], idle: [], loop: [], descriptors: [] };

/** Every target can be reached. */
export const preflight = async (): Promise<readonly string[]> => [];

export const reachableTargets = (): readonly never[] => [];
