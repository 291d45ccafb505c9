import { driving } from '../limits.ts';
import type { Assignment } from '../model/plan.ts';
import type { Pour } from '../session/pour.ts';
import { addTotals, type Live, noTotals, totalsOf } from './live.ts';
import { type DriveEdge, type Office, settled } from './office.ts';

/**
 * Each second of the phase: seals what is over, says how it goes, looks for a stop. Nothing here is waited for, so
 * that a slow answer delays neither the next second nor the judgement that nobody answers any more.
 */
export async function beat(
  pour: Pour,
  /** The beginning of the phase's first second, as this drive counts them. */
  originNs: number,
  startMs: number,
  office: Office,
  edge: DriveEdge,
  over: AbortSignal,
): Promise<void> {
  const { clock } = edge;
  const lookout = watch(pour, office, edge);
  const say = reporter(pour, office, edge);
  const first = Math.floor(startMs / driving.pulseMs);
  // The stop flag is looked at within the first second already, before there is a whole second to report.
  let second = first - 1;
  for (;;) {
    const nextNs = originNs + (second + 1) * driving.pulseMs * 1e6;
    await edge.pause((nextNs - clock.nowNs()) / 1e6, over);
    if (over.aborted) break;
    second = Math.max(second + 1, Math.floor((clock.nowNs() - originNs) / (driving.pulseMs * 1e6)));
    pour.recorder.seal(second);
    pour.recorder.sessions(second, pour.active.sessions);
    if (second > first) void say(second - 1, false);
    lookout();
  }
  await say(Math.floor((clock.nowNs() - originNs) / (driving.pulseMs * 1e6)), true);
}

/** Stops the pour when told to, when nobody can be asked any more, and before the machine does it. */
function watch(pour: Pour, office: Office, edge: DriveEdge): () => void {
  const { nowNs } = edge.clock;
  let seenNs = nowNs();
  let asking = false;
  const ask = async (): Promise<void> => {
    asking = true;
    const askedNs = nowNs();
    try {
      const reason = await office.halt();
      seenNs = askedNs;
      if (reason !== undefined) pour.stop(reason);
    } catch (error) {
      edge.warn('the stop flag could not be read', error);
    } finally {
      asking = false;
    }
  };
  return () => {
    if (edge.remainingMs() < driving.reserveMs) pour.stop('the function ran out of time');
    else if (nowNs() - seenNs > driving.blindMsMax * 1e6) pour.stop(blind);
    if (!asking) void ask();
  };
}

const blind = `the stop flag could not be read for ${driving.blindMsMax / 1e3} s`;

/** Sends what was measured since the last time; skips a second while the one before is still on its way. */
function reporter(
  pour: Pour,
  office: Office,
  edge: DriveEdge,
): (second: number, ended: boolean) => Promise<void> {
  let totals = noTotals;
  let sending: Promise<void> | undefined;
  return async (second, ended) => {
    if (ended) await sending;
    else if (sending) return;
    const slice = pour.recorder.live();
    totals = addTotals(totals, totalsOf(slice.counters));
    const live: Live = { second, ended, ...pour.active, totals, slice, notices: pour.notices };
    sending = settled(office.live(live), 'live', edge);
    await sending;
    sending = undefined;
  };
}

/**
 * Drives start together, but must not all do their accounts at the same instant: on a machine that they share, that
 * delays the users of each. The golden ratio spreads any number of them over the second.
 */
export const pulseOffsetMs = ({ phaseIndex, shard, shards }: Assignment): number =>
  (((phaseIndex * shards + shard) * 0.618) % 1) * driving.pulseMs;

/** Counts for nothing: it is not the word of a drive at work. */
export const nothingYet = (pour: Pour): Live => ({
  second: -1,
  ended: true,
  sessions: 0,
  inFlight: 0,
  totals: noTotals,
  slice: pour.recorder.live(),
  notices: pour.notices,
});
