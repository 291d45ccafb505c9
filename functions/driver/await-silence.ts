import { setTimeout as pause } from 'node:timers/promises';
import { endsLate } from '../../lib/driver/conducting/ending.ts';
import { type ConductorState, nodeAt } from '../../lib/driver/conducting/state.ts';
import { conducting } from '../../lib/driver/limits.ts';
import { chainsOf } from '../../lib/driver/planning/chains.ts';
import { stopMachine } from '../burst-machine.ts';
import { conduct } from '../conduct.ts';
import { burstStores } from '../stores.ts';
import { logged } from './logged.ts';
import type { SilenceInput, SilenceOutput } from './messages.ts';

/**
 * The first state of an execution that carries a stopped burst to its end. Waits until no drive is at work any more, ends
 * the execution that waits for drives nobody needs, and has the phases settled and merged instead. When that execution
 * comes to its end by itself, nothing is left to do here. May run twice.
 */
export const handler = logged(awaitSilence);

async function awaitSilence({ burst }: SilenceInput): Promise<SilenceOutput> {
  const { bursts, objects } = burstStores();
  const record = await bursts.get(burst);
  if (record === undefined || record.endedAt !== undefined || record.state === 'merging') return nothingLeft;
  const state = await stopped(burst);
  if (state === undefined || !endsLate(state, Date.now())) return nothingLeft;
  await silence(burst, state);
  const ended = (await bursts.get(burst))?.endedAt !== undefined;
  if (ended || record.machine === undefined) return nothingLeft;
  await endPhases(burst, state);
  if (!(await bursts.endEarly(burst))) return nothingLeft;
  await stopMachine(burst, record.machine);
  return { isLeft: true, chains: chainsOf((await objects.plan(burst)).benchmark.phases) };
}

const nothingLeft: SilenceOutput = { isLeft: false, chains: [] };

/** The conductor's state, once it knows of a stop that somebody left in the flag. Undefined before it has begun. */
async function stopped(burst: string): Promise<ConductorState | undefined> {
  const { bursts } = burstStores();
  const reason = (await bursts.flag(burst, 0, true))?.stop;
  if (reason === undefined) return (await bursts.conductor(burst))?.state;
  return conduct(burst, { type: 'StopRequested', reason });
}

/** Drives read a stop within a second or two. One that is lost says nothing any more: it is waited for in vain, and not for long. */
async function silence(burst: string, { phases, graph }: ConductorState): Promise<void> {
  const { bursts } = burstStores();
  const released = phases.flatMap(({ expectedAt }, phase) => {
    const { noop, shards } = graph[phase] ?? {};
    return expectedAt === undefined || noop || shards === undefined ? [] : [{ phase, shards }];
  });
  const until = Date.now() + conducting.silenceMsMax;
  while (Date.now() < until) {
    const numbers = await Promise.all(
      released.map(({ phase, shards }) => bursts.atWork(burst, phase, shards)),
    );
    if (numbers.every((atWork) => atWork === 0)) return;
    await pause(conducting.silenceLookMs);
  }
}

/** Phases whose later drives do not start any more are over. */
async function endPhases(burst: string, state: ConductorState): Promise<void> {
  for (const [phase, { status }] of state.phases.entries())
    if (!nodeAt(state, phase).noop && (status === 'SCHEDULED' || status === 'FINISHED'))
      await conduct(burst, { type: 'PhaseTerminated', phase });
}
