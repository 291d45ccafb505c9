import { DownpourError } from '../../errors.ts';
import { maySee, type Principal, refuseUnless } from '../../results/access.ts';
import { chunksOf } from '../../results/run-index/document-chunks.ts';
import type { ReadRange } from '../../results/run-index/open-index.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';

/** Reads a run that the caller may see. The error for a hidden run is the same as for a missing one. */
export async function visibleRun({ runs }: Repository, caller: Principal, id: number): Promise<RunRow> {
  const run = await runs.get(id);
  return found(run !== undefined && maySee(caller, run) ? run : undefined, id);
}

/** Reads a run that the caller may change. */
export async function changeableRun(repository: Repository, caller: Principal, id: number): Promise<RunRow> {
  const run = await visibleRun(repository, caller, id);
  refuseUnless(caller, 'tester', run.owner);
  return run;
}

/**
 * Returns the run after a change. If the run was deleted meanwhile, the error is the same as for a missing
 * run.
 */
export function found(run: RunRow | undefined, id: number): RunRow {
  if (run !== undefined) return run;
  throw noRun([id]);
}

/** The error for runs that do not exist or that the caller may not see. */
export const noRun = (ids: readonly number[]): DownpourError =>
  new DownpourError(
    'RUN_NOT_FOUND',
    404,
    `there is no run ${ids.join(', ')} that you may see; list the runs with \`downpour runs\` or GET /api/run/list`,
  );

/** Reads the document of an existing run. A document is stored before the row of its run. */
export async function bytesOf(runs: RunStore, run: RunRow): Promise<Uint8Array> {
  const bytes = await runs.get(run.id, run.revision);
  if (bytes === undefined) throw documentMissing(`run ${run.id}`);
  return bytes;
}

/**
 * The error for a stored run or dataset whose document is missing, for example after a restore of the tables.
 */
export const documentMissing = (name: string): DownpourError =>
  new DownpourError(
    'RUN_NOT_FOUND',
    404,
    `the document of ${name} is missing from the bucket: restore the bucket from a backup, or upload the run again`,
  );

export const documentOf = async (runs: RunStore, run: RunRow): Promise<string> =>
  textOf(await bytesOf(runs, run));

/** Reads the document of an existing run in pieces, for a document that should not fill the memory. */
export function piecesOf(runs: RunStore, run: RunRow): AsyncIterable<Uint8Array> {
  const read = runs.document(run.id, run.revision);
  const present: ReadRange = async (start, end) => {
    const bytes = await read(start, end);
    if (bytes === undefined) throw documentMissing(`run ${run.id}`);
    return bytes;
  };
  return chunksOf(present, run.sizeBytes);
}

/** Reads the metadata of an existing run. Undefined when the upload had no metadata. */
export async function metadataOf(runs: RunStore, run: RunRow): Promise<string | undefined> {
  if (run.hasMetadata !== true) return undefined;
  const bytes = await runs.metadata(run.id);
  if (bytes === undefined) throw new Error(`the metadata of run ${run.id} is missing from the bucket`);
  return textOf(bytes);
}

/**
 * The text of an upload. Uploads must be UTF-8, so the text equals the bytes, including a byte order mark.
 */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
