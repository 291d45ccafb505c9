import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { nameOfScope } from '../failure-records.ts';
import type { JobScope } from '../task.ts';
import type { OutboxEntry, Work } from '../work.ts';

/** The progress of a job. */
export type Job = {
  /** The start of the job in epoch milliseconds. */
  readonly startedAt: number;
  /** The number of runs or datasets that the job has found so far. It no longer grows when `isListed`. */
  readonly listed: number;
  readonly isListed: boolean;
  /**
   * The number of listed runs or datasets that are done. Failed ones are counted too, and are retried
   * separately.
   */
  readonly finished: number;
  readonly failed: number;
  /** The number of datasets that the job made. */
  readonly datasets: number;
};

export const isOver = ({ isListed, listed, finished }: Job): boolean => isListed && finished >= listed;

/** A new job, and the writes for the transaction of the change that requires the job. */
export type NewJob = { readonly due: OutboxEntry; readonly writes: readonly Write[] };

/** Creates a job over a whole scope. The new job replaces a running job of the same scope. */
export function newJob(work: Work, scope: JobScope, now: number): NewJob {
  const job = work.name();
  const name = nameOfScope(scope);
  const due = work.entry({ kind: 'job', scope, job }, 'later', { group: `job ${name}` });
  const counts = { listed: 0, finished: 0, failed: 0, datasets: 0 };
  const item = { ...repositoryKey.job(name), job, scope, startedAt: now, ...counts };
  return { due, writes: [{ put: item }, due.write] };
}

/** Starts a job that is not part of another transaction. */
export async function startJob(table: Table, work: Work, scope: JobScope, now: number): Promise<void> {
  const { due, writes } = newJob(work, scope, now);
  await table.write(writes);
  await work.send([due]);
}

/** The job of a scope. Undefined when the scope never had one. */
export async function jobOf(table: Table, scope: JobScope): Promise<Job | undefined> {
  const item = await table.get(repositoryKey.job(nameOfScope(scope)));
  return item && jobFrom(item);
}

const jobFrom = ({ startedAt, listed, isListed, finished, failed, datasets }: Item): Job => ({
  startedAt: Number(startedAt),
  listed: Number(listed),
  isListed: isListed === true,
  finished: Number(finished),
  failed: Number(failed),
  datasets: Number(datasets),
});
