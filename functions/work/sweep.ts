import { checkKeys } from '../../lib/repository/pipeline/notify/check-keys.ts';
import { checkMissing } from '../../lib/repository/pipeline/notify/check-missing.ts';
import { giveUpDocuments } from '../../lib/repository/pipeline/store/abandoned-documents.ts';
import { runAll } from '../../lib/repository/work/run-steps.ts';
import { sweep, sweepAfterStart } from '../../lib/repository/work/sweep.ts';
import { numbered, plural } from '../../lib/words.ts';
import { log } from '../log.ts';
import { stores } from '../stores.ts';
import { workContext } from '../work-context.ts';

/**
 * The event of the sweep. `startedAt` is the start of a local cloud in epoch milliseconds. Only the first
 * sweep has it.
 */
type SweepEvent = { readonly startedAt?: number };

/**
 * Sends old pending tasks again, publishes events for missing data and for expiring keys, and deletes
 * documents that never became runs. When one of these fails, the others are done all the same.
 */
export async function handler({ startedAt }: SweepEvent): Promise<void> {
  await runAll([() => sendAgain(startedAt), reportMissing, reportKeys, deleteDocuments]);
}

async function sendAgain(startedAt: number | undefined): Promise<void> {
  const { repository, work } = workContext();
  if (startedAt !== undefined) await sweepAfterStart(repository.table, work, startedAt);
  const { sent, givenUp, waiting } = await sweep(repository.table, work, Date.now());
  if (sent + givenUp > 0)
    log.warn(
      `${sent} lost tasks were sent again, ${givenUp} were abandoned, and ${waiting} still wait in the queue`,
    );
}

async function reportMissing(): Promise<void> {
  const missing = await checkMissing(workContext(), Date.now());
  if (missing > 0) log.info(`data did not arrive for ${missing} missing-data rules and expected runs`);
}

async function reportKeys(): Promise<void> {
  const { repository, work } = workContext();
  const ending = await checkKeys({ table: repository.table, work, keys: stores().keys }, Date.now());
  if (ending > 0) log.info(`${ending} API keys expire soon, or have expired`);
}

async function deleteDocuments(): Promise<void> {
  const { repository, uploads } = workContext();
  const gone = await giveUpDocuments({ table: repository.table, uploads }, Date.now());
  if (gone > 0)
    log.info(`${numbered(gone, 'document')} without a run ${plural('was', gone, 'were')} deleted`);
}
