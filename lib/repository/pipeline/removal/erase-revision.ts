import { workTimeoutS } from '../../../facts.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Write } from '../../ports/table.ts';
import type { TaskResult } from '../../work/handler.ts';
import type { Named } from '../../work/work.ts';

/** Nobody who read the row of a run before reads its document so long after that. */
const readForMs = 3 * workTimeoutS * 1000;

/** Deletes a revision of a document, unless it is that of its run, or datasets are still cut out of it: then later. */
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

/** The end of a revision that no run names any more, when nobody can be at its reading. */
export function erasure(
  context: Pick<RepositoryContext, 'work' | 'now'>,
  run: number,
  revision: number,
): Write {
  return context.work.due({ kind: 'revision', run, revision }, 'later', whenUnread(context)).write;
}

/** The time at which nobody reads any more what a row named until now. */
export const whenUnread = ({ work, now }: Pick<RepositoryContext, 'work' | 'now'>): Named => ({
  name: work.name(),
  at: now() + readForMs,
});
