import { repositoryKey } from '../../../names/repository.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { nameOfScope } from '../failure.ts';
import type { JobScope } from '../task.ts';
import type { Due, Work } from '../work.ts';

/** How far a job is. */
export type Job = {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Runs or datasets that have been found, all of them when `isListed`. */
  readonly listed: number;
  readonly isListed: boolean;
  /** Those that are done, and those of them that failed and are tried again by themselves. */
  readonly finished: number;
  readonly failed: number;
  /** Datasets that were made. */
  readonly datasets: number;
};

export const isOver = ({ isListed, listed, finished }: Job): boolean => isListed && finished >= listed;

/** A job that begins, and what has to be written with what makes it necessary. */
export type NewJob = { readonly due: Due; readonly writes: readonly Write[] };

/** A job over all of a scope, in the place of one that is at work on it. */
export function newJob(work: Work, scope: JobScope, now: number): NewJob {
  const job = work.name();
  const due = work.due({ kind: 'job', scope, job }, 'later');
  const counts = { listed: 0, finished: 0, failed: 0, datasets: 0 };
  const item = { ...repositoryKey.job(nameOfScope(scope)), job, scope, startedAt: now, ...counts };
  return { due, writes: [{ put: item }, due.write] };
}

/** Begins a job that nothing has to be written with. */
export async function startJob(table: Table, work: Work, scope: JobScope, now: number): Promise<void> {
  const { due, writes } = newJob(work, scope, now);
  await table.write(writes);
  await work.send([due]);
}

/** The job of a scope; undefined when there was none. */
export async function jobOf(table: Table, scope: JobScope): Promise<Job | undefined> {
  const item = await table.get(repositoryKey.job(nameOfScope(scope)));
  return item && jobFrom(item);
}

const jobFrom = ({ startedAt, listed, isListed, finished, failed, datasets }: Item): Job => ({
  ...{ startedAt: Number(startedAt), listed: Number(listed), isListed: isListed === true },
  ...{ finished: Number(finished), failed: Number(failed), datasets: Number(datasets) },
});
