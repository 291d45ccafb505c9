import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../../../log.ts';
import type { Reply } from '../types.ts';
import { noContent } from './reply.ts';

/** The longest wait in milliseconds for a deletion. The gateway gives up after 30 seconds. */
const removalMsMax = 20_000;

/**
 * The reply to a request that deletes records: 204 when the deletion is done, and 202 when it takes longer
 * than `msMax`. The task of the deletion is stored, so a regular sweep of tasks finishes it even if this
 * process ends.
 */
export async function removalReply(removal: Promise<void>, msMax = removalMsMax): Promise<Reply> {
  const late = new AbortController();
  const reply = await Promise.race([
    removal.then(() => noContent),
    sleep(msMax, { statusCode: 202 }, { signal: late.signal }),
  ]).finally(() => late.abort());
  if (reply !== noContent)
    removal.catch((error) => log.warn('a deletion failed after its reply; Downpour tries again', {}, error));
  return reply;
}
