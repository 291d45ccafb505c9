import { stat } from 'node:fs/promises';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import { readRun } from '../../lib/report/read-run.ts';
import type { Api } from '../api/client.ts';
import { withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { readText } from '../document/file.ts';

/** A run that a command line names: its number, `last`, or a file with its document. */
export type NamedRun = {
  /** As it was written. */
  readonly name: string;
  /** The document as it is stored. */
  readonly text: string;
  readonly run: RunDocument;
  /** Number of a stored run. */
  readonly id?: number;
  /** HdrHistogram's log of all its seconds, when it was asked for and the run has one. */
  readonly histograms?: string;
};

type Wanted = {
  /** Folder of the local cloud. */
  readonly data?: string;
  /** Read `histograms` too. */
  readonly histograms?: boolean;
};

/**
 * All of them, in their order. The API is asked only when one of them is no file.
 *
 * @throws DownpourError for a run that does not exist, and NO_REPORT for a file that is none.
 */
export async function namedRuns(
  names: readonly string[],
  { data, histograms = false }: Wanted,
  context: Context,
): Promise<readonly NamedRun[]> {
  const files = await Promise.all(names.map(isFile));
  const stored = names.filter((_, at) => !files[at]);
  if (stored.length === 0) return readNamedRuns(names);
  stored.forEach(refuseUnlessRun);
  return withApi({ data }, context, (api) => readNamedRuns(names, api, histograms));
}

/** The same when an API is there already, or none is needed because all of them are files. */
export async function readNamedRuns(
  names: readonly string[],
  api?: Api,
  histograms = false,
): Promise<readonly NamedRun[]> {
  const runs: NamedRun[] = [];
  for (const name of names) runs.push(await namedRun(name, api, histograms));
  return runs;
}

async function namedRun(name: string, api: Api | undefined, histograms: boolean): Promise<NamedRun> {
  if (await isFile(name)) {
    const text = await readText(name);
    return { name, text, run: readRun(text, name) };
  }
  if (api === undefined) throw new Error(`nobody to ask for ${name}`);
  const id = await runNumber(api, name);
  const stored = await api.runText(id);
  const log = histograms ? await histogramsOf(api, id) : undefined;
  return {
    name,
    text: stored,
    run: readRun(stored, name),
    id,
    ...(log === undefined ? {} : { histograms: log }),
  };
}

/** Uploads have none. */
async function histogramsOf(api: Api, id: number): Promise<string | undefined> {
  try {
    return await api.histograms(id);
  } catch (error) {
    if (error instanceof DownpourError && error.status === 404) return undefined;
    throw error;
  }
}

/** A folder is refused when it is read, in words. */
export async function isFile(name: string): Promise<boolean> {
  if (isRun(name)) return false;
  try {
    await stat(name);
    return true;
  } catch {
    return false;
  }
}

/** `last`, or the number of a run. */
export const isRun = (text: string): boolean => text === 'last' || /^[1-9]\d*$/.test(text);

/** Refuses what names neither a run nor a file that is there. */
export function refuseUnlessRun(run: string): void {
  if (isRun(run)) return;
  if (/[./\\]/.test(run))
    throw new DownpourError('FILE_UNUSABLE', 400, `Cannot read ${run}: there is no such file`);
  const expected = 'expected a number, last or the name of a JSON file';
  throw new DownpourError('RUN_UNKNOWN', 400, `'${run}' is no run: ${expected}`);
}

/** `last` is the newest run. */
export async function runNumber(api: Api, run: string): Promise<number> {
  refuseUnlessRun(run);
  if (run !== 'last') return Number(run);
  const newest = (await api.runs(1)).runs[0];
  if (newest === undefined) throw new DownpourError('RUN_UNKNOWN', 404, 'There are no runs yet');
  return newest.id;
}
