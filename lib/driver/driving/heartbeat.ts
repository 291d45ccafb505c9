import { pause } from '../clock.ts';
import type { Assignment } from '../model/plan.ts';
import { goldenRatio } from '../planning/pacing/write-jitter.ts';
import { addTotals, type Live, noTotals, totalsOf } from '../progress/live.ts';
import { orWarn } from './backend.ts';
import { driving } from './limits.ts';
import type { OpenDrive } from './parts.ts';
import type { DriveRun } from './threads/drive-run.ts';

/**
 * In each second of the phase, makes the counts of past seconds final (seals them) and sends a report, until
 * `over` aborts. Also reads the stop flag. The loop waits for no reply. A slow reply must not delay the next
 * report. It must also not delay the stop of a drive that gets no replies any more.
 */
export async function heartbeat(drive: OpenDrive, t0Ns: number, over: AbortSignal): Promise<void> {
  const { run, sharing, flushing, reports, assignment, environment } = drive;
  const { clock } = environment;
  const { startMs } = assignment.segment;
  // The instant at which second 0 of the phase begins for the reports of this drive. The seconds of each
  // drive are shifted by another offset.
  const originNs = t0Ns + offsetMs(assignment) * 1e6;
  const watching = watch(drive, originNs, over);
  const report = reporter(drive, t0Ns + startMs * 1e6);
  const secondNs = driving.heartbeatMs * 1e6;
  const first = Math.floor(startMs / driving.heartbeatMs);
  let second = first - 1;
  for (;;) {
    const nextNs = originNs + (second + 1) * secondNs;
    await pause(clock, (nextNs - clock.nowNs()) / 1e6, over);
    if (over.aborted) break;
    second = Math.max(second + 1, Math.floor((clock.nowNs() - originNs) / secondNs));
    run.seal(second);
    flushing.beat(second);
    if (second > first) void report(second - 1, false);
    sharing?.beat();
  }
  await watching;
  // The last report is sent after the drive's own delay, or at the time of the next regular report if that is
  // earlier.
  const nextNs = originNs + (second + 1) * secondNs;
  await pause(clock, Math.min(reports.turnMs, (nextNs - clock.nowNs()) / 1e6));
  await report(Math.floor((clock.nowNs() - originNs) / secondNs), true);
  await flushing.over();
}

/**
 * Reads the stop flag regularly until `over` aborts. All drives read the same item of a table, so each reads
 * at another moment.
 */
async function watch(drive: OpenDrive, originNs: number, over: AbortSignal): Promise<void> {
  const look = watcher(drive);
  const { clock } = drive.environment;
  const everyNs = driving.stopLookMs * 1e6;
  for (let n = Math.ceil((clock.nowNs() - originNs) / everyNs); ; n += 1) {
    await pause(clock, (originNs + n * everyNs - clock.nowNs()) / 1e6, over);
    if (over.aborted) return;
    look();
  }
}

/**
 * Makes the function that reads the stop flag. The function stops the run when the flag requests it, or when
 * the flag could not be read for too long. It also stops the run before the platform, such as Lambda, ends
 * the drive.
 */
function watcher({ run, backend, environment }: OpenDrive): () => void {
  const { nowNs } = environment.clock;
  let readNs = nowNs();
  let lookedNs = readNs;
  let reading = false;
  const read = async (): Promise<void> => {
    reading = true;
    const sentNs = nowNs();
    try {
      const reason = await backend.stopReason();
      readNs = sentNs;
      if (reason !== undefined) run.stop(reason);
    } catch (error) {
      environment.warn('this load generator could not find out whether its burst must stop', error);
    } finally {
      reading = false;
    }
  };
  return () => {
    const pausedMs = (nowNs() - lookedNs) / 1e6;
    lookedNs = nowNs();
    if (environment.remainingMs() < driving.reserveMs)
      run.stop('the load generator reached the time limit of its function');
    else if (nowNs() - readNs > driving.blindMsMax * 1e6) run.stop(unread(pausedMs));
    if (!reading) void read();
  };
}

/**
 * The reason of a drive that has not read the stop flag for too long. `pausedMs` is the time since its last
 * attempt.
 */
const unread = (pausedMs: number): string =>
  pausedMs > driving.blindMsMax / 2
    ? `the load generator did not run for ${Math.round(pausedMs / 1e3)} s, because its process or its machine was paused`
    : `the load generator could not read its stop flag for ${driving.blindMsMax / 1e3} s`;

/**
 * Makes the function that sends the measurements since the last report. The function skips a second while the
 * previous report is still being sent.
 */
function reporter(
  { run, early, recents, backend, environment }: OpenDrive,
  /** The instant at which the first users start, in monotonic nanoseconds. */
  beginNs: number,
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
    const recent = recents.note(live);
    const kept = recent === undefined ? undefined : orWarn(backend.recent(recent), 'recent', environment);
    // Readers ignore a drive after its last report. So the drive stores its last seconds before that report.
    if (ended) await kept;
    await Promise.all([kept, orWarn(backend.live(live), 'live', environment)]);
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
    // Starts to read the reports of other drives and does not wait for them. So a slow read delays no report.
    if (early === undefined || ended) return;
    looking ??= early.look(live).finally(() => {
      looking = undefined;
    });
  };
}

/**
 * The offset of a drive's reports within each second, in milliseconds. Drives on one machine that report at
 * the same instant would delay each other's users. Multiples of the golden ratio spread any number of drives
 * over the second.
 */
const offsetMs = ({ phaseIndex, shard, shards }: Assignment): number =>
  (((phaseIndex * shards + shard) * goldenRatio) % 1) * driving.heartbeatMs;

/**
 * The report of a drive before its start, with no measurements. Readers do not count it as the report of a
 * drive at work.
 */
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
