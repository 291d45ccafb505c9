import { workTimeoutS } from '../../../facts/timeouts.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Write } from '../../ports/table.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import type { EntryName } from '../../work/work.ts';

/** Milliseconds after which no function still reads a document that was found in an older row of the run. */
const readForMs = 3 * workTimeoutS * 1000;

/**
 * Deletes a revision of a run's document. The revision remains while the run names it, and while datasets are
 * still cut out of it.
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

/** The task that deletes an unused revision. It runs when no reader can still be reading the revision. */
export function erasure(
  context: Pick<RepositoryContext, 'work' | 'now'>,
  run: number,
  revision: number,
): Write {
  return context.work.entry({ kind: 'revision', run, revision }, 'later', whenUnread(context)).write;
}

/**
 * A name for a task and the time at which it runs. At that time, no function still reads the document that
 * the run's row named before.
 */
export const whenUnread = ({ work, now }: Pick<RepositoryContext, 'work' | 'now'>): EntryName => ({
  name: work.name(),
  at: now() + readForMs,
});
