import type { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import type { Random } from '../time/random.ts';
import type { World } from '../time/world.ts';

type Machine = {
  readonly world: World;
  readonly random: Random;
  readonly latency: number;
  /** Makes a recorder with the code of the simulated tree, which may be an older commit. */
  readonly newRecorder: () => Recorder;
};

let given: Machine | undefined;

/**
 * Sets the simulated services for the modules that replace modules of the product. Such a module is loaded
 * without arguments.
 */
export function giveMachine(machine: Machine): void {
  given = machine;
}

export function machine(): Machine {
  if (given === undefined) throw new Error('no world is set: set the machine of the drives first');
  return given;
}
