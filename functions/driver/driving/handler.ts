import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context } from 'aws-lambda';
import type { ClockOffset } from '../../../lib/driver/clock-offset.ts';
import { looksOften } from '../../../lib/driver/conducting/instants.ts';
import { type Start, startFor, startUnknown, tickTurnMs } from '../../../lib/driver/conducting/replies.ts';
import {
  copyOf,
  type Flag,
  flagCopies,
  flagReason,
  startCopies,
  unheldReason,
} from '../../../lib/driver/conducting/stop-flag.ts';
import type { DriveBackend, DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { drive } from '../../../lib/driver/driving/drive.ts';
import { FileCache } from '../../../lib/driver/driving/file-cache.ts';
import { driving } from '../../../lib/driver/driving/limits.ts';
import type { Files } from '../../../lib/driver/model/files.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import { phasePlanAt } from '../../../lib/driver/planning/find-phase-plan.ts';
import { attaching } from '../../../lib/driver/scenario/files/limits.ts';
import { environment } from '../../../lib/names/environment.ts';
import type { DriveReport } from '../../../lib/store/drives.ts';
import { readFile } from '../../burst-files.ts';
import { respond } from '../../burst-machine.ts';
import { abandonDrive, conduct, conductReady } from '../../conductor-events.ts';
import { timeServer } from '../../deployment.ts';
import { log } from '../../log.ts';
import { burstStores } from '../../stores.ts';
import { clocks } from '../clock/limits.ts';
import { realClock } from '../clock/real-clock.ts';
import { measureOffset } from '../clock/time-server.ts';
import { collectGarbage } from '../process/collect-garbage.ts';
import { startMeter } from '../process/meter.ts';
import { logged, subjectOf } from '../states/logged.ts';
import type { DriveInput, DriveOutput } from '../states/messages.ts';
import { startThread } from '../threads/start-thread.ts';
import { calibrate } from '../warmup/calibrate.ts';
import { warmUp } from '../warmup/warm-up.ts';

/**
 * The milliseconds from the start of the process until it can drive. The first drive of the process reports
 * them.
 */
let initMs = 0;

/** Resolves when the load engine is warm. No drive may begin before that. */
export const ready: Promise<void> = warmUp(realClock)
  .catch((error: unknown) =>
    log.warn('the load generator starts without a warm-up, so its first requests may be late', {}, error),
  )
  .then(() => {
    initMs = performance.now();
  });

/** The uploaded files of documents, for all drives that this environment runs. */
const fileCache = new FileCache(attaching.filesBytesMax);

/**
 * The last comparison of this environment's clock with a time server. Drives that begin within a minute share
 * it.
 */
let compared: { readonly at: number; readonly offset: Promise<ClockOffset | undefined> } | undefined;

function clockOffset(): Promise<ClockOffset | undefined> {
  const server = timeServer();
  const now = performance.now();
  if (compared === undefined || now - compared.at > clocks.freshMs)
    compared = { at: now, offset: server === undefined ? Promise.resolve(undefined) : measureOffset(server) };
  return compared.offset;
}

/**
 * Generates the load of one shard of a phase in one segment. The lease prevents a repeated invocation from
 * sending anything.
 */
export const handler = logged(async (input: DriveInput, context: Context): Promise<DriveOutput> => {
  const backend = backendFor(input);
  const result = await drive(input, backend, environmentFor(input, context));
  if (result !== 'duplicate' && (await backend.plan()).calibrates === true) await calibrateShard(input);
  return { result };
});

/**
 * Measures which request rate the shard can send, for `downpour doctor`. This happens after the load and its
 * report, so that only the end of the burst waits for it.
 */
async function calibrateShard({ burst }: DriveInput): Promise<void> {
  const { requestsPerSecShard, requestsPerSecTls } = await calibrate(realClock);
  if (requestsPerSecShard === undefined)
    log.warn('this shard is too slow, so Downpour cannot measure how many requests it can send per second', {
      burst,
    });
  else
    await burstStores().bursts.calibrate({
      requestsPerSecShard,
      ...(requestsPerSecTls === undefined ? {} : { requestsPerSecTls }),
      at: Date.now(),
    });
}

function backendFor(input: DriveInput): DriveBackend {
  const { bursts, objects } = burstStores();
  const { burst, phase, shard, segment } = input;
  let loaded: Promise<Plan> | undefined;
  const plan = (): Promise<Plan> => {
    loaded ??= objects.plan(burst).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  /**
   * The conductor's decision about the start, when a report of this drive caused it. The drive then need not
   * read the decision.
   */
  let decided: Start | undefined;
  /** Sends reports. Only the report that completes the phase becomes an event of the conductor. */
  const report = async (...whats: readonly DriveReport[]): Promise<void> => {
    const { shards, segments, afar } = phasePlanAt(await plan(), phase);
    // A phase has finished when its last segment starts no more users. It has terminated when no user of any
    // segment is left.
    const isLast = segments[input.segment]?.last === true;
    const own = isLast ? whats : whats.filter((what) => what !== 'finished');
    if (own.length === 0) return;
    const all = await bursts.count(burst, input, own, { shards, segments: segments.length });
    if (all.includes('finished')) await conduct(burst, { type: 'PhaseFinished', phase });
    if (all.includes('terminated')) {
      await conduct(burst, { type: 'PhaseTerminated', phase });
      if (afar !== undefined) await answerRegions(burst, phase);
    }
    if (!all.includes('ready')) return;
    const state = await conductReady(burst, phase, shards);
    if (state !== undefined) decided = startFor(state, phase);
  };
  /**
   * Handles a burst whose command has ended or lost its connection (see `holdS`). One drive of a phase
   * notifies the conductor. The other drives stop by themselves.
   */
  const unheld = async (flag: Flag, copy: number): Promise<string | undefined> => {
    if (unheldReason(flag, Date.now()) === undefined) return undefined;
    const latest = await bursts.flag(burst, copy, true);
    const reason = latest && unheldReason(latest, Date.now());
    if (reason !== undefined && shard === 0 && (await bursts.requestStop(burst, reason)))
      await conduct(burst, { type: 'StopRequested', reason });
    return reason;
  };
  const flagOf = async (consistent: boolean): Promise<string | undefined> => {
    const copy = copyOf(flagCopies((await plan()).phases), phase, shard);
    // An eventually consistent read may not find a new copy of the flag yet. Then the copy is read again with
    // a consistent read.
    const flag = (await bursts.flag(burst, copy, consistent)) ?? (await bursts.flag(burst, copy, true));
    if (flag === undefined) return 'the table of bursts does not contain this burst';
    return flagReason(flag, phase) ?? (await unheld(flag, copy));
  };
  let askedAt: number | undefined;
  let flagLookedAt: number | undefined;
  const start = async (): Promise<Start> => {
    if (decided !== undefined && decided.kind !== 'wait') return decided;
    const { shards } = phasePlanAt(await plan(), phase);
    const copy = copyOf(startCopies(shards), phase, shard);
    const now = Date.now();
    // A drive often reads the decision about its start, and less often the stop flag. Here the flag only has
    // stops that the state machine wrote without a function.
    const isFlagDue = flagLookedAt === undefined || now - flagLookedAt >= driving.stopLookMs;
    if (isFlagDue) flagLookedAt = now;
    const [reason, known] = await Promise.all([
      isFlagDue ? flagOf(false) : undefined,
      bursts.start(burst, phase, copy, looksOften(shards)),
    ]);
    if (reason !== undefined) return { kind: 'stop', reason };
    askedAt ??= now;
    const start = known ?? startUnknown(shards, askedAt);
    // When the time to wait for drives is over, one drive notifies the conductor, and the other drives read
    // the decision.
    if (start.kind !== 'wait' || Date.now() < start.tickAt + tickTurnMs(shard)) return start;
    const ticked = await conductReady(burst, phase, shards);
    return ticked === undefined
      ? { kind: 'stop', reason: 'the table of bursts does not contain this burst' }
      : startFor(ticked, phase);
  };
  const files = async (paths: readonly string[]): Promise<Files> => {
    const upload = (await bursts.get(burst))?.files?.upload ?? '';
    const { files: refs = [] } = await plan();
    const needed = refs.filter(({ path }) => paths.includes(path));
    const contents = needed.map((ref) => fileCache.get(ref, (file) => readFile(upload, file)));
    return new Map(
      (await Promise.all(contents)).map((content, index) => [needed[index]?.path ?? '', content]),
    );
  };
  return {
    shared: (source) => objects.shared(burst, source.phase, source.shard, source.segment),
    share: (snapshot) => objects.putShared(burst, phase, shard, segment, snapshot),
    lease: (lease) => bursts.lease(burst, input, lease),
    plan,
    files,
    stopReason: (certain = false) => flagOf(certain),
    ready: () => report('ready'),
    start,
    async failed(reason, stopsAll) {
      await conduct(burst, { type: 'PhaseFailed', phase, reason, ...(stopsAll && { stopsAll }) });
    },
    gone: (reason) => abandonDrive(burst, input, reason),
    live: (live) => bursts.putLive(burst, input, live),
    recent: (recent) => bursts.putRecent(burst, input, recent),
    async lives(turn) {
      const { shards } = phasePlanAt(await plan(), phase);
      const lives = await bursts.lives(burst, { phase, shards, from: segment, early: true, turn });
      return lives.filter((drive) => drive.segment === segment);
    },
    finished: () => report('finished'),
    flush: (number, flush) => objects.putFlush(burst, phase, number, flush),
    deliver: (partial) => objects.putPartial(burst, phase, partial),
    terminated: (_, finished) => (finished ? report('finished', 'terminated') : report('terminated')),
  };
}

/**
 * Answers the state AwaitRegions, which waits for drives of other regions. If the state does not wait yet, it
 * will read the state of the conductor.
 */
async function answerRegions(burst: string, phase: number): Promise<void> {
  const token = await burstStores().bursts.regionsToken(burst, phase);
  if (token !== undefined) await respond(token);
}

function environmentFor(input: DriveInput, context: Context): DriveEnvironment {
  const subject = subjectOf(input, context);
  const ownInitMs = initMs;
  initMs = 0;
  return {
    clock: realClock,
    initMs: ownInitMs,
    release: process.env[environment.release],
    hostname: hostname(),
    runId: input.burst,
    log: (message) => log.info(message, subject),
    lease: randomUUID(),
    remainingMs: () => context.getRemainingTimeInMillis(),
    startThread,
    meter: startMeter,
    collectGarbage,
    clockOffset,
    warn: (message, error) => log.warn(message, subject, error),
  };
}
