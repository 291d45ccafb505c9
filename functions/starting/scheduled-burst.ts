import { createHash } from 'node:crypto';
import type { FileRef, SentFiles } from '../../lib/driver/model/files.ts';
import { DownpourError } from '../../lib/errors.ts';
import { type ApiKey, lastUseIsOld } from '../../lib/results/identity/api-key.ts';
import type { ScheduleRecord } from '../../lib/store/schedule/records.ts';
import { burstFiles, burstStores, scheduleStores, stores } from '../stores.ts';
import type { BurstOrder } from './judge-burst.ts';
import { refusedKey } from './schedule-key.ts';
import { type BurstAnswer, startBurst } from './start-burst.ts';

export type ScheduledTime = {
  /** The time of the schedule in epoch milliseconds. */
  readonly at: number;
  readonly now: number;
  /**
   * The idempotency key of the start. The same key gives the same burst, however often the start is repeated.
   */
  readonly idempotencyKey: string;
};

/** The started burst, or the reason why no burst was started. */
export type ScheduledAnswer = BurstAnswer | DownpourError;

/**
 * Starts the burst of a schedule for its author, and records the result in the schedule. A repeat returns the
 * same burst. Problems of the document are returned to the caller and never stored, because they may quote
 * the document.
 */
export async function startScheduled(record: ScheduleRecord, time: ScheduledTime): Promise<ScheduledAnswer> {
  const answer = await answerOf(record, time);
  const next = 'problems' in answer ? `; \`downpour schedule run ${record.name}\` lists the problems` : '';
  const went = 'burst' in answer ? { burst: answer.burst } : { problem: answer.message + next };
  await scheduleStores().schedules.note(record, { at: time.at, ...went });
  return answer;
}

async function answerOf(
  record: ScheduleRecord,
  { now, idempotencyKey }: ScheduledTime,
): Promise<ScheduledAnswer> {
  const { id, name: schedule, file, user } = record;
  const { bursts } = burstStores();
  const claim = await bursts.claimOf(user, idempotencyKey);
  const apiKey = await stores().keys.get(record.keyId);
  const refusal = claim === undefined ? await refusalOf(record, apiKey, now) : undefined;
  if (refusal !== undefined) return refusal;
  const order = await scheduleStores().objects.order(id);
  if (order === undefined)
    return new DownpourError(
      'SCHEDULE_GONE',
      409,
      'the document of the schedule was deleted: add the schedule again',
    );
  // Without this, a key that only its schedules use would expire.
  if (apiKey !== undefined && lastUseIsOld(apiKey, now)) await stores().keys.touch(apiKey.id, now);
  const { files: list = [], ...options } = order;
  const files = sent(idempotencyKey, list);
  const isStarted = claim !== undefined && (await bursts.get(claim.burst))?.isStarted === true;
  if (!isStarted) await lend(id, files);
  return startBurst({
    ...options,
    ...(list.length === 0 ? {} : { files }),
    file,
    user,
    schedule,
    key: limitsOf(apiKey),
    idempotencyKey,
    now,
  });
}

const limitsOf = (key: ApiKey | undefined): BurstOrder['key'] =>
  key?.limits && { id: key.id, limits: key.limits };

async function refusalOf(
  { keyId, last }: ScheduleRecord,
  key: ApiKey | undefined,
  now: number,
): Promise<DownpourError | undefined> {
  const refusal = refusedKey(keyId, key, now);
  if (refusal !== undefined) return new DownpourError('KEY_NOT_GOOD', 409, refusal);
  const latest = last?.burst ?? last?.earlier;
  const before = latest === undefined ? undefined : await burstStores().bursts.get(latest);
  if (before === undefined || before.endedAt !== undefined) return undefined;
  const message = `the previous burst of the schedule, ${before.id}, is still running, so the schedule did not start another burst; wait until that burst ends, stop it, or add the schedule again with a longer interval`;
  return new DownpourError('SCHEDULE_BUSY', 409, message);
}

/** Copies the files for a burst, because the burst deletes its files when it is over. */
async function lend(id: string, { upload, list }: SentFiles): Promise<void> {
  for (const sha256 of new Set(list.map((file) => file.sha256))) {
    const content = await scheduleStores().objects.file(id, sha256);
    if (content !== undefined) await burstFiles().put(upload, sha256, content);
  }
}

/**
 * The files that one start of a schedule sends. The id of their upload depends only on the key, so that a
 * repeated start makes the same request.
 */
function sent(key: string, list: readonly FileRef[]): SentFiles {
  const hash = createHash('sha256').update(key).digest('hex');
  const upload = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return { upload, list };
}
