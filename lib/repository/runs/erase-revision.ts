import type { Outcome } from '../work/performer.ts';
import { type ChangeSchemaContext, erasure } from './change-schema.ts';

/** Deletes a revision of a document, unless it is that of its run, or datasets are still cut out of it: then later. */
export async function eraseRevision(
  context: ChangeSchemaContext,
  { run: id, revision }: { readonly run: number; readonly revision: number },
): Promise<Outcome> {
  const { repository, runs } = context;
  const run = await repository.runs.get(id);
  if (run !== undefined && (run.revision ?? 0) === revision) return {};
  const datasets = await repository.datasets.getMany(run?.datasets ?? []);
  const isUsed = datasets.some((each) => each?.slices !== undefined && (each.revision ?? 0) === revision);
  if (isUsed) return { also: [erasure(context, id, revision)] };
  await runs.eraseRevision(id, revision);
  return {};
}
