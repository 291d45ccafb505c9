import { workTimeoutS } from '../../../facts/timeouts.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Write } from '../../ports/table.ts';
import type { TaskResult } from '../../work/handler.ts';
import type { Named } from '../../work/work.ts';

/** Longer than any function that has read the row of a run needs to read its document. */
const readForMs = 3 * workTimeoutS * 1000;

/**
 * Deletes a revision of a document. It is kept while its run names it, and while datasets are still cut out
 * of it.
 */
export async function eraseRevision(
  context: Pick<RepositoryContext, 'repository' | 'runs' | 'work' | 'now'>,
  { run: id, revision }: { readonly run: number; readonly revision: number },
): Promise<TaskResult> {
  const { repository, runs } = context;
  const run = await repository.runs.get(id);
  if (run !== undefined && (run.revision ?? 0) === revision) return {};
  const datasets = await repository.datasets.getMany(run?.datasets ?? []);
  const isUsed = datasets.some((each) => each?.slices !== undefined && (each.revision ?? 0) === revision);
  if (isUsed) return { also: [erasure(context, id, revision)] };
  await runs.eraseRevision(id, revision);
  return {};
}

/** The task that deletes a revision without a run, at a time when no reader can still be reading it. */
export function erasure(
  context: Pick<RepositoryContext, 'work' | 'now'>,
  run: number,
  revision: number,
): Write {
  return context.work.entry({ kind: 'revision', run, revision }, 'later', whenUnread(context)).write;
}

/** The time from which on no function reads the document that a row named until now. */
export const whenUnread = ({ work, now }: Pick<RepositoryContext, 'work' | 'now'>): Named => ({
  name: work.name(),
  at: now() + readForMs,
});
