import { DownpourError } from '../../../lib/errors.ts';
import { maySee, type Principal } from '../../../lib/results/access.ts';
import type { Run } from '../../../lib/results/run.ts';
import type { Stores } from '../../../lib/store/stores.ts';

/** A run that the caller may see. One that is hidden answers like one that does not exist. */
export async function visibleRun(stores: Stores, caller: Principal, id: number): Promise<Run> {
  const run = await stores.catalogue.getRun(id);
  if (run !== undefined && maySee(caller, run)) return run;
  throw new DownpourError('RUN_NOT_FOUND', 404, `there is no run ${id}`);
}

/** The document of a run that was found in the catalogue, which lists nothing whose document is not stored. */
export async function documentOf(stores: Stores, run: Run): Promise<string> {
  const bytes = await stores.runs.get(run.id);
  if (bytes === undefined) throw new Error(`the document of run ${run.id} is missing from the bucket`);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
