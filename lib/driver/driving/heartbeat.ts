import { pause } from '../clock.ts';
import { driving } from '../limits.ts';
import type { Assignment } from '../model/plan.ts';
import { type DriveBackend, type DriveEnvironment, orWarn } from './backend.ts';
import type { EarlyStop } from './early/stop.ts';
import type { Flushing } from './flushing.ts';
import { addTotals, type Live, noTotals, totalsOf } from './live.ts';
import type { Sharing } from './sharing.ts';
import type { DriveRun } from './threads/drive-run.ts';

/**
 * Each second of the phase, until `over` aborts: seals the seconds that are past, reports, and reads the stop flag.
 * Nothing here is waited for, so that a slow answer delays neither the next second nor the decision that nobody
 * answers any more.
 */
export async function heartbeat(
  run: DriveRun,
  sharing: Sharing | undefined,
  early: EarlyStop | undefined,
  flushing: Flushing,
  /** The beginning of the phase's first second, as this drive counts them. */
  originNs: number,
  startMs: number,
  /** How much later than those of the phase its seconds begin. */
  offsetMs: number,
  backend: DriveBackend,
  environment: DriveEnvironment,
  over: AbortSignal,
): Promise<void> {
  const { clock } = environment;
  const watch = watcher(run, backend, environment);
  const beginNs = originNs + (startMs - offsetMs) * 1e6;
  const report = reporter(run, early, beginNs, backend, environment);
  const secondNs = driving.heartbeatMs * 1e6;
  const first = Math.floor(startMs / driving.heartbeatMs);
  // The stop flag is read within the first second already, before there is a whole second to report.
  let second = first - 1;
  for (;;) {
    const nextNs = originNs + (second + 1) * secondNs;
    await pause(clock, (nextNs - clock.nowNs()) / 1e6, over);
    if (over.aborted) break;
    second = Math.max(second + 1, Math.floor((clock.nowNs() - originNs) / secondNs));
    run.seal(second);
    flushing.beat(second);
    if (second > first) void report(second - 1, false);
    watch();
    sharing?.beat();
  }
  await report(Math.floor((clock.nowNs() - originNs) / secondNs), true);
  await flushing.over();
}

/** Stops the run when the stop flag says so, when it could not be read for too long, and before the machine does it. */
function watcher(run: DriveRun, backend: DriveBackend, environment: DriveEnvironment): () => void {
  const { nowNs } = environment.clock;
  let readNs = nowNs();
  let reading = false;
  const read = async (): Promise<void> => {
    reading = true;
    const askedNs = nowNs();
    try {
      const reason = await backend.stopReason();
      readNs = askedNs;
      if (reason !== undefined) run.stop(reason);
    } catch (error) {
      environment.warn('the stop flag could not be read', error);
    } finally {
      reading = false;
    }
  };
  return () => {
    if (environment.remainingMs() < driving.reserveMs) run.stop('the function ran out of time');
    else if (nowNs() - readNs > driving.blindMsMax * 1e6) run.stop(unread);
    if (!reading) void read();
  };
}

const unread = `the stop flag could not be read for ${driving.blindMsMax / 1e3} s`;

/** Sends what was measured since the last report; skips a second while the one before is still on its way. */
function reporter(
  run: DriveRun,
  early: EarlyStop | undefined,
  /** Since when users start. */
  beginNs: number,
  backend: DriveBackend,
  environment: DriveEnvironment,
): (second: number, ended: boolean) => Promise<void> {
  let totals = noTotals;
  let sinceNs = beginNs;
  let sending: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  const send = async (second: number, ended: boolean): Promise<Live> => {
    const slice = await run.live();
    const nowNs = environment.clock.nowNs();
    const coversMs = (nowNs - sinceNs) / 1e6;
    sinceNs = nowNs;
    totals = addTotals(totals, totalsOf(slice.counters));
    const { active, notices } = run;
    const own = await early?.report(second, ended);
    const live: Live = { second, ended, ...active, totals, slice, coversMs, notices, ...own };
    await orWarn(backend.live(live), 'live', environment);
    return live;
  };
  return async (second, ended) => {
    if (ended) await Promise.all([sending, looking]);
    else if (sending) return;
    const sent = send(second, ended);
    sending = sent.then(() => {
      sending = undefined;
    });
    const live = await sent;
    // A slow look at the reports of others delays no report.
    if (early === undefined || ended) return;
    looking ??= early.look(live).finally(() => {
      looking = undefined;
    });
  };
}

/**
 * Drives start together, but must not all report at the same instant: on a machine that they share, that delays the
 * users of each. The golden ratio spreads any number of them over the second.
 */
export const heartbeatOffsetMs = ({ phaseIndex, shard, shards }: Assignment): number =>
  (((phaseIndex * shards + shard) * 0.618) % 1) * driving.heartbeatMs;

/** Reported before the start; it does not count as the report of a drive at work. */
export const nothingYet = async (run: DriveRun): Promise<Live> => ({
  second: -1,
  ended: true,
  sessions: 0,
  inFlight: 0,
  totals: noTotals,
  slice: await run.live(),
  coversMs: 0,
  notices: run.notices,
});
