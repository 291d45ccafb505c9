import type { FunctionName } from '../../functions.ts';

/**
 * The functions of bursts whose errors and throttles are summed for alarms. Drives have alarms of their own.
 * An alarm takes ten metrics at most, so there are two groups. A test checks that each function of a burst is
 * in one of them.
 */
export const controlling = {
  conducting: [
    'api/burst-start',
    'api/burst-stop',
    'api/burst-get',
    'driver/plan',
    'driver/await-start',
    'driver/drive-lost',
    'driver/await-silence',
    'driver/call-regions',
    'driver/await-regions',
    'driver/phase-lost',
  ],
  /** Functions that merge measurements, end broken bursts and start scheduled runs. */
  finishing: [
    'driver/merge-group',
    'driver/settle',
    'driver/merge',
    'driver/clean',
    'driver/reap',
    'driver/start-scheduled',
  ],
} as const satisfies Readonly<Record<string, readonly FunctionName[]>>;

export type ControlGroup = keyof typeof controlling;
