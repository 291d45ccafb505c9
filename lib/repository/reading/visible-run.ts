import { DownpourError } from '../../errors.ts';
import { maySee, type Principal, refuseUnless } from '../../results/access.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';

/** A run that the caller may see. One that is hidden answers like one that does not exist. */
export async function visibleRun({ runs }: Repository, caller: Principal, id: number): Promise<RunRow> {
  const run = await runs.get(id);
  if (run !== undefined && maySee(caller, run)) return run;
  throw new DownpourError('RUN_NOT_FOUND', 404, `there is no run ${id}`);
}

/** A run that the caller may change. */
export async function changeableRun(repository: Repository, caller: Principal, id: number): Promise<RunRow> {
  const run = await visibleRun(repository, caller, id);
  refuseUnless(caller, 'tester', run.owner);
  return run;
}

/** What a change has left of a run; one that vanished meanwhile answers like one that does not exist. */
export function found(run: RunRow | undefined, id: number): RunRow {
  if (run !== undefined) return run;
  throw new DownpourError('RUN_NOT_FOUND', 404, `there is no run ${id}`);
}

/** The document of a run that was found, which is stored before anybody can find it. */
export async function bytesOf(runs: RunStore, run: RunRow): Promise<Uint8Array> {
  const bytes = await runs.get(run.id, run.revision);
  if (bytes === undefined) throw new Error(`the document of run ${run.id} is missing from the bucket`);
  return bytes;
}

export const documentOf = async (runs: RunStore, run: RunRow): Promise<string> =>
  textOf(await bytesOf(runs, run));

/** The metadata of a run that was found; undefined where none was uploaded. */
export async function metadataOf(runs: RunStore, run: RunRow): Promise<string | undefined> {
  if (run.hasMetadata !== true) return undefined;
  const bytes = await runs.metadata(run.id);
  if (bytes === undefined) throw new Error(`the metadata of run ${run.id} is missing from the bucket`);
  return textOf(bytes);
}

/** An upload is refused unless it is UTF-8, so its text is its bytes, a byte order mark among them. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
