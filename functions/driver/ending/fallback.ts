import { setTimeout as pause } from 'node:timers/promises';
import { type ConductorState, nodeAt } from '../../../lib/driver/conducting/state.ts';
import { groupsFor } from '../../../lib/driver/planning/sharding/merge-groups.ts';
import { Merger } from '../../../lib/driver/statistics/merge.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { conduct } from '../../conductor-events.ts';
import { log } from '../../log.ts';
import { measure } from '../../metrics.ts';
import { burstStores } from '../../stores.ts';
import { handler as merge } from '../merge.ts';
import { handler as settle } from '../settle.ts';
import { ending } from './limits.ts';
import { silence } from './wait-until-idle.ts';

/**
 * Ends a burst in one invocation: it settles the remaining phases, as far as time allows, and merges them.
 * When an invocation fails before its end, the next one does less work, so that the burst ends in any case.
 */
export async function concludeDirectly(record: BurstRecord, reason: string): Promise<void> {
  const { id: burst, endings = 0 } = record;
  const { bursts } = burstStores();
  // If the burst was stopped before, the reason of that stop remains.
  const { stop = reason } = (await bursts.flag(burst, 0, true)) ?? {};
  const state = await conduct(burst, { type: 'StopRequested', reason: stop });
  // On one machine a command may end during this wait. No work was tried then, so the wait does not count.
  if (state !== undefined && endings === 0) await silence(burst, state);
  if (!(await bursts.ending(burst, endings + 1))) return;
  if (state !== undefined && endings === 0) await settlePhases(burst, state);
  if (state !== undefined && endings < 2 && (await isMerged(burst))) return;
  await conclude(
    burst,
    state === undefined
      ? reason
      : `${reason}; the measurements of the burst could not be added up, so the run has no results`,
  );
}

async function settlePhases(burst: string, state: ConductorState): Promise<void> {
  const until = Date.now() + ending.fallbackMsMax;
  for (const [phase, { expectedAt }] of state.phases.entries()) {
    const { noop, shards, segments } = nodeAt(state, phase);
    if (!noop && expectedAt !== undefined)
      await settleUnlessDone(burst, phase, groupsFor(shards * segments), until);
  }
}

async function settleUnlessDone(burst: string, phase: number, groups: number, until: number): Promise<void> {
  const { objects } = burstStores();
  try {
    if ((await objects.phase(burst, phase)) !== undefined) return;
    await settle({ burst, phase, groups, rest: true, until });
  } catch (error) {
    log.error('an attempt to add up the measurements of a phase failed', { burst, phase }, error);
    const { name } = (await objects.plan(burst)).benchmark.phases[phase] ?? { name: '' };
    const merged = new Merger(name).result();
    const notices = [
      `the measurements of this phase could not be merged: ${error instanceof Error ? error.message : error}`,
    ];
    await objects.putPhase(burst, phase, { version: 1, phase, merged, verdicts: [], notices });
  }
}

/** Merges a burst. The merge is tried several times, so that a temporary failure does not lose the run. */
async function isMerged(burst: string): Promise<boolean> {
  for (let attempt = 1; attempt <= ending.fallbackAttemptsMax; attempt += 1)
    try {
      await merge({ burst });
      return true;
    } catch (error) {
      log.error(
        'an attempt to merge the measurements of the burst into a run failed; they remain stored',
        { burst },
        error,
      );
      if (attempt < ending.fallbackAttemptsMax) await pause(attempt * 1_000);
    }
  return false;
}

async function conclude(burst: string, reason: string): Promise<void> {
  const end = { state: 'incomplete', endedAt: Date.now(), reason } as const;
  if (await burstStores().bursts.conclude(burst, end)) measure({ BurstsEnded: 1 }, 'incomplete');
}
