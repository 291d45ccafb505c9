import { randomUUID } from 'node:crypto';
import { environment } from '../lib/names/environment.ts';
import { batching } from '../lib/repository/batching-context.ts';
import type { RepositoryContext } from '../lib/repository/context.ts';
import { metricFunctions } from '../lib/repository/pipeline/trends/native-functions.ts';
import type { Write } from '../lib/repository/ports/table.ts';
import { newJob } from '../lib/repository/work/jobs/jobs.ts';
import type { JobScope } from '../lib/repository/work/task.ts';
import { openWork } from '../lib/repository/work/work.ts';
import { withNativeFunctions } from '../lib/results/scripts/native-shortcuts.ts';
import { openQueues, type Queues } from '../lib/store/queue/queues.ts';
import { log } from './log.ts';
import { repository } from './repository.ts';
import { evaluate } from './scripts/script-engine.ts';
import { stores, uploadStore } from './stores.ts';

let openedQueues: Queues | undefined;
let opened: RepositoryContext | undefined;

/** The queues of work, which are opened at the first use. */
export function queues(): Queues {
  openedQueues ??= openQueues();
  return openedQueues;
}

/** The context for work on runs in this process. It is opened at the first use. */
export function workContext(): RepositoryContext {
  opened ??= openContext();
  return opened;
}

/** The context for many similar tasks at once. Concurrent requests to the table are sent together. */
export const batchingContext = (): RepositoryContext => batching(workContext());

/**
 * Starts jobs over many runs in the transaction of the change that requires them, so that no change is stored
 * without its jobs.
 *
 * @param write writes the change together with the given writes, in one transaction.
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
    // Some functions have no bucket name in their environment. The first use of a store reports that it is
    // missing.
    get runs() {
      return stores().runs;
    },
    get datasets() {
      return stores().datasets;
    },
    get uploads() {
      return uploadStore();
    },
    evaluate: withNativeFunctions(evaluate, metricFunctions),
    work,
    hasBus: process.env[environment.eventBus] !== undefined,
    now: Date.now,
    soon: setImmediate,
  };
}
