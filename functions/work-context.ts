import { randomUUID } from 'node:crypto';
import { environment } from '../lib/names/environment.ts';
import type { RepositoryContext } from '../lib/repository/context.ts';
import { gathering } from '../lib/repository/gathering.ts';
import type { Write } from '../lib/repository/ports/table.ts';
import { newJob } from '../lib/repository/work/jobs/jobs.ts';
import type { JobScope } from '../lib/repository/work/task.ts';
import { openWork } from '../lib/repository/work/work.ts';
import { openQueues, type Queues } from '../lib/store/queue/queues.ts';
import { log } from './log.ts';
import { repository } from './repository.ts';
import { evaluate } from './scripts/evaluate.ts';
import { stores, uploadStore } from './stores.ts';

let openedQueues: Queues | undefined;
let opened: RepositoryContext | undefined;

/** The queues of work; opened by the first use. */
export function queues(): Queues {
  openedQueues ??= openQueues();
  return openedQueues;
}

/** What work on runs is done with in this process; opened by the first use. */
export function workContext(): RepositoryContext {
  opened ??= openContext();
  return opened;
}

/** The same for those who do the same side by side: what they ask of the table at a time goes out together. */
export const gatheringContext = (): RepositoryContext => gathering(workContext());

/**
 * Begins jobs over many runs together with what makes them necessary: nobody can change a definition and die before its
 * consequences are due.
 *
 * @param write writes its change and what it is handed in one transaction.
 */
export async function withJobs<T>(
  scopes: readonly JobScope[],
  write: (also: readonly Write[]) => Promise<T>,
): Promise<T> {
  const { work, now } = workContext();
  const jobs = scopes.map((scope) => newJob(work, scope, now()));
  const result = await write(jobs.flatMap(({ writes }) => writes));
  await work.send(jobs.map(({ due }) => due));
  return result;
}

function openContext(): RepositoryContext {
  const work = openWork({
    table: repository().table,
    queue: { send: (messages) => queues().send(messages) },
    now: Date.now,
    nonce: () => randomUUID().replaceAll('-', ''),
    warn: (message, error) => log.warn(message, {}, error),
  });
  return {
    repository: repository(),
    // Some have no bucket: the first use of it would say which name is missing.
    get runs() {
      return stores().runs;
    },
    get datasets() {
      return stores().datasets;
    },
    get uploads() {
      return uploadStore();
    },
    evaluate,
    work,
    hasBus: process.env[environment.eventBus] !== undefined,
    now: Date.now,
    soon: setImmediate,
  };
}
