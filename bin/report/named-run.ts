import { stat } from 'node:fs/promises';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import { readRun } from '../../lib/report/read-run.ts';
import type { Api } from '../api/client.ts';
import { withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { readText } from '../files/read-file.ts';
import { isRun, refuseUnlessRun, runNumber } from '../query/run-number.ts';

/** A run on a command line: its number, `last`, or a file with its document. */
export type NamedRun = {
  /** The name of the run on the command line. */
  readonly name: string;
  /** The stored text of the run document. */
  readonly text: string;
  readonly run: RunDocument;
  /** The number of a stored run. Absent for a file. */
  readonly id?: number;
  /** The HdrHistogram log of all seconds. Absent unless the caller requested it and the run has one. */
  readonly histograms?: string;
};

type ReadOptions = {
  /** The data folder of the local cloud. */
  readonly data?: string;
  /** True to read the histogram log of each run, too. */
  readonly histograms?: boolean;
};

/**
 * Reads all runs in their order. It uses the API only when a name is not a file.
 *
 * @throws DownpourError for a run that does not exist, and NO_REPORT for a file without a run document.
 */
export async function namedRuns(
  names: readonly string[],
  { data, histograms = false }: ReadOptions,
  context: Context,
): Promise<readonly NamedRun[]> {
  const files = await Promise.all(names.map((name) => isFile(name)));
  const stored = names.filter((_, at) => !files[at]);
  if (stored.length === 0) return readNamedRuns(names);
  stored.forEach(refuseUnlessRun);
  return withApi({ data }, context, (api) => readNamedRuns(names, api, histograms));
}

/** Reads all runs with an existing API, or without an API when all names are files. */
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
  if (api === undefined)
    throw new Error(
      `run ${name} cannot be read without an API: start \`downpour serve\`, or set DOWNPOUR_URL`,
    );
  const id = await runNumber(api, name);
  const stored = await api.runText(id);
  const log = histograms ? await histogramsOf(api, id) : undefined;
  return {
    name,
    text: stored,
    run: readRun(stored, `run ${id}`),
    id,
    ...(log === undefined ? {} : { histograms: log }),
  };
}

/** Reads the histogram log of a run. Undefined for a run without a log, such as an upload. */
async function histogramsOf(api: Api, id: number): Promise<string | undefined> {
  try {
    return await api.histograms(id);
  } catch (error) {
    if (error instanceof DownpourError && error.status === 404) return undefined;
    throw error;
  }
}

/** True for a file, and with `orFolder` for a folder, which causes an error when it is read. */
export async function isFile(name: string, orFolder = true): Promise<boolean> {
  if (isRun(name)) return false;
  try {
    return !(await stat(name)).isDirectory() || orFolder;
  } catch {
    return false;
  }
}
