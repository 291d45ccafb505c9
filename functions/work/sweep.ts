import { checkKeys } from '../../lib/repository/pipeline/notify/check-keys.ts';
import { checkMissing } from '../../lib/repository/pipeline/notify/check-missing.ts';
import { giveUpDocuments } from '../../lib/repository/pipeline/store/give-up.ts';
import { sweep, sweepAfterStart } from '../../lib/repository/work/sweep.ts';
import { log } from '../log.ts';
import { stores } from '../stores.ts';
import { workContext } from '../work-context.ts';

/** A local cloud says at its first sweep when it started, in epoch milliseconds. */
type SweepEvent = { readonly startedAt?: number };

/**
 * Sends again what is due and nobody did, tells of data that does not come and of keys that end, and deletes documents that
 * never became runs.
 */
export async function handler({ startedAt }: SweepEvent): Promise<void> {
  const { repository, work, uploads } = workContext();
  if (startedAt !== undefined) await sweepAfterStart(repository.table, work, startedAt);
  const { sent, givenUp, waiting } = await sweep(repository.table, work, Date.now());
  if (sent + givenUp > 0)
    log.warn(`${sent} tasks that nobody did were sent again, ${givenUp} were given up, ${waiting} wait`);
  const told = await checkMissing(workContext(), Date.now());
  if (told > 0) log.info(`${told} rules and expected runs wait for data that has not come`);
  const ending = await checkKeys({ table: repository.table, work, keys: stores().keys }, Date.now());
  if (ending > 0) log.info(`${ending} API keys end soon, or have ended`);
  const gone = await giveUpDocuments({ table: repository.table, uploads }, Date.now());
  if (gone > 0) log.info(`${gone} documents of which no run was made were deleted`);
}
