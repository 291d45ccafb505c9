import { drive } from '../constants.ts';
import { machine } from './machine-of-drives.ts';
import { SimulatedRun } from './simulated-run.ts';

type Assignment = ConstructorParameters<typeof SimulatedRun>[0];

/** Replaces the connections of a drive. Opening them takes time, and a request is only counted. */
export async function openRun(
  assignment: Assignment,
  _environment: unknown,
  signal: AbortSignal,
): Promise<SimulatedRun> {
  const { world, random, latency } = machine();
  await world.sleep(latency * random.logNormal(drive.connectMedianMs, drive.connectP99Ms));
  signal.throwIfAborted();
  return new SimulatedRun(assignment);
}
