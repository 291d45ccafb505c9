import { endsLate } from '../../lib/driver/conducting/execution-waits.ts';
import { type ConductorState, nodeAt, phaseAt } from '../../lib/driver/conducting/state.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { chainsOf } from '../../lib/driver/planning/iteration-chains.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { endOf, fallbackOf, stopCause, stopExecution } from '../burst-machine.ts';
import { conduct } from '../conductor-events.ts';
import { log } from '../log.ts';
import { stopDrives } from '../region-machines.ts';
import { burstStores } from '../stores.ts';
import { silence } from './ending/wait-until-idle.ts';
import { logged } from './states/logged.ts';
import type { SilenceInput, SilenceOutput } from './states/messages.ts';

/**
 * The first state of an execution that takes over a burst. The earlier execution still waits although the
 * burst is stopped or over, or it has failed (`fallbackOf`). This state waits until no drive sends load, and
 * stops the earlier execution. Then the phases are settled and merged. When the burst has ended by itself,
 * this state has nothing to do. It may run twice.
 */
export const handler = logged(awaitSilence);

async function awaitSilence({ burst, execution }: SilenceInput): Promise<SilenceOutput> {
  const { bursts, objects } = burstStores();
  const record = await bursts.get(burst);
  const isFallback = execution === fallbackOf(burst);
  if (record?.machine === undefined || isOver(record, execution)) return nothingLeft;
  if (!isFallback && record.state === 'merging') return nothingLeft;
  const state = await stopped(burst);
  if (state === undefined || !(isFallback || endsLate(state, Date.now()))) return nothingLeft;
  await silence(burst, state);
  if (isOver(await bursts.get(burst), execution)) return nothingLeft;
  await endPhases(burst, state);
  if (!(await bursts.recordExecution(burst, execution))) return nothingLeft;
  await stopExecution(record.machine, burst);
  if (isFallback) await stopExecution(record.machine, endOf(burst));
  const plan = await objects.plan(burst);
  await stopRegions(plan, record.machine, state);
  return { isLeft: true, chains: chainsOf(plan.benchmark.phases) };
}

/**
 * Stops the drives of other regions. No state waits for these drives, so a region that does not answer must
 * not prevent the end of the burst.
 */
async function stopRegions({ burst, phases }: Plan, machine: string, state: ConductorState): Promise<void> {
  const called = phases.flatMap(({ index: phase, afar = [] }) =>
    phaseAt(state, phase).expectedAt === undefined
      ? []
      : afar.map(({ region }) => ({ region, machine, burst, phase })),
  );
  await Promise.all(
    called.map((drives) =>
      stopDrives(drives, stopCause).catch((error: unknown) =>
        log.warn(
          `Downpour could not stop the load generators in region ${drives.region}`,
          { burst, phase: drives.phase },
          error,
        ),
      ),
    ),
  );
}

/**
 * Whether this execution has nothing to do because the burst has ended or another execution ends it. The
 * execution after a failure (`fallbackOf`) takes the burst over from any other.
 */
function isOver(record: BurstRecord | undefined, execution: string): boolean {
  const { id = '', endedAt, carriedBy = execution } = record ?? { endedAt: 0 };
  return endedAt !== undefined || (carriedBy !== execution && execution !== fallbackOf(id));
}

const nothingLeft: SilenceOutput = { isLeft: false, chains: [] };

/**
 * Reads the stop flag of a burst. If a user has requested a stop, the conductor gets the event. Returns the
 * state of the conductor, or undefined before it has begun.
 */
async function stopped(burst: string): Promise<ConductorState | undefined> {
  const { bursts } = burstStores();
  const reason = (await bursts.flag(burst, 0, true))?.stop;
  if (reason === undefined) return (await bursts.conductor(burst))?.state;
  return conduct(burst, { type: 'StopRequested', reason });
}

/** Ends the phases whose later segments will not start any more. */
async function endPhases(burst: string, state: ConductorState): Promise<void> {
  for (const [phase, { status }] of state.phases.entries())
    if (!nodeAt(state, phase).noop && (status === 'SCHEDULED' || status === 'FINISHED'))
      await conduct(burst, { type: 'PhaseTerminated', phase });
}
