import { stat } from 'node:fs/promises';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import { readRun } from '../../lib/report/read-run.ts';
import type { Api } from '../api/client.ts';
import { withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { isRun, runNumber } from '../commands/query.ts';
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
  const texts = await Promise.all(
    names.map(async (name) => ((await isFile(name)) ? readText(name) : undefined)),
  );
  const read = async (api?: Api): Promise<readonly NamedRun[]> => {
    const runs: NamedRun[] = [];
    for (const [at, name] of names.entries()) runs.push(await namedRun(name, texts[at], api, histograms));
    return runs;
  };
  return texts.includes(undefined) ? withApi({ data }, context, read) : read();
}

async function namedRun(
  name: string,
  text: string | undefined,
  api: Api | undefined,
  histograms: boolean,
): Promise<NamedRun> {
  if (text !== undefined) return { name, text, run: readRun(text, name) };
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
async function isFile(name: string): Promise<boolean> {
  if (isRun(name)) return false;
  try {
    await stat(name);
    return true;
  } catch {
    return false;
  }
}
