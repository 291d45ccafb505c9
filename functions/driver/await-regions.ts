import { phaseAt } from '../../lib/driver/conducting/state.ts';
import { phasePlanAt } from '../../lib/driver/planning/find-phase-plan.ts';
import { respond } from '../burst-machine.ts';
import { conduct } from '../conductor-events.ts';
import { areDriving } from '../region-machines.ts';
import { burstStores } from '../stores.ts';
import { logged } from './states/logged.ts';
import type { AwaitRegionsInput } from './states/messages.ts';

/**
 * Waits for the drives of other regions, after those of the home region have ended. The last drive of the
 * phase answers the task token of this state. When drives were lost, no drive answers. Then this function
 * checks whether the executions of the other regions have ended.
 */
export const handler = logged(awaitRegions);

async function awaitRegions({ burst, phase, token }: AwaitRegionsInput): Promise<void> {
  // The token is stored before the conductor is read, so that a drive that completes the phase meanwhile
  // finds it.
  await burstStores().bursts.putRegionsToken(burst, phase, token);
  const state = await conduct(burst, { type: 'Tick' });
  if (state === undefined)
    throw new Error(
      `burst ${burst} is not in the table of bursts: the burst never began, or its state has expired`,
    );
  const { status } = phaseAt(state, phase);
  if (status === 'TERMINATED' || !(await isDrivenAfar(burst, phase))) await respond(token);
}

async function isDrivenAfar(burst: string, phase: number): Promise<boolean> {
  const { bursts, objects } = burstStores();
  const [record, plan] = await Promise.all([bursts.get(burst), objects.plan(burst)]);
  const { machine } = record ?? {};
  if (machine === undefined) return false;
  const driving = (phasePlanAt(plan, phase).afar ?? []).map(({ region }) =>
    areDriving({ region, machine, burst, phase }),
  );
  return (await Promise.all(driving)).includes(true);
}
