import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DownpourError } from '../../lib/errors.ts';
import { sendRequest } from '../../lib/http-client/call.ts';
import { type FilePlace, isCopy, placeOf } from '../../lib/local/data-folder/copy-detection.ts';
import { isHere } from './same-machine.ts';

/** The file that a running local cloud keeps in its data folder. */
export type Serving = {
  readonly url: string;
  readonly pid: number;
  /**
   * True for `serve` and `npm start`, which run until a user stops them. False for a local cloud that ends
   * with its command.
   */
  readonly lasting: boolean;
  /** The name `<service>` in the header `X-<service>-API-Key`. */
  readonly service: string;
};

type Note = Serving & { readonly place: FilePlace };

const noteName = 'serve.json';
const answerMsMax = 5_000;

/** Writes the file that tells other commands about a running cloud. The returned function deletes it. */
export async function announce(dataDir: string, cloud: Omit<Serving, 'pid'>): Promise<() => Promise<void>> {
  const note = join(dataDir, noteName);
  await mkdir(dataDir, { recursive: true });
  // The file is created first, because its inode is a part of the text that is written into it.
  await writeFile(note, '');
  const written: Note = { ...cloud, pid: process.pid, place: placeOf(note) };
  await writeFile(note, JSON.stringify(written));
  return () => rm(note, { force: true });
}

/**
 * Finds the local cloud that runs over a data folder. Two clouds over one folder would damage the data. A
 * command that needs a lasting cloud is therefore rejected (409) while a cloud of another command runs.
 */
export async function runningServe(dataDir: string, lastingOnly: boolean): Promise<Serving | undefined> {
  const serving = await noteOf(dataDir);
  if (serving === undefined || !(await answers(serving.url))) return undefined;
  if (serving.lasting || !lastingOnly) return serving;
  const mend =
    'wait for the end of that process, use another folder with --data, or run one API with `downpour serve`';
  throw new DownpourError(
    'DATA_IN_USE',
    409,
    `Another downpour (process ${serving.pid}) uses ${dataDir}: ${mend}`,
  );
}

/**
 * Reads the file of a cloud over a data folder. The cloud may have ended. Two kinds of files count as
 * missing. The file in a copy of the folder belongs to the cloud of the original folder. A file that no cloud
 * of this machine can have written may come from another person, for example in a cloned repository. It could
 * lead commands to that person's server.
 */
export async function noteOf(dataDir: string): Promise<Serving | undefined> {
  const path = join(dataDir, noteName);
  try {
    const { place, ...serving } = Object(JSON.parse(await readFile(path, 'utf8'))) as Note;
    return place === undefined || isCopy(path, place) || !isHere(serving.url) ? undefined : serving;
  } catch (error) {
    // A damaged or unreadable file counts as missing. The command that opens an unusable folder reports the
    // problem.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

/**
 * Whether a cloud answers at its URL. The file alone proves nothing: a killed cloud leaves it behind, and
 * another process may have the same number now.
 */
async function answers(url: string): Promise<boolean> {
  try {
    const { ownAgent } = await import('../../lib/http-client/agent.ts');
    const request = {
      method: 'GET',
      silenceMs: answerMsMax,
      signal: AbortSignal.timeout(answerMsMax),
    } as const;
    return (await sendRequest(ownAgent(), `${url}/api/config/version`, request)).status === 200;
  } catch {
    return false;
  }
}
