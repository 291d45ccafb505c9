import { DownpourError } from '../../lib/errors.ts';
import type { Api } from '../api/client.ts';

/** True when a text is the number of a run, or `last`. */
export const isRun = (text: string): boolean => text === 'last' || /^[1-9]\d{0,14}$/.test(text);

/**
 * Rejects a text that is not a run. The message also names files, which the caller has looked for already.
 */
export function refuseUnlessRun(run: string): void {
  if (isRun(run)) return;
  if (/[./\\]/.test(run))
    throw new DownpourError('FILE_UNUSABLE', 400, `Cannot read ${run}: there is no such file`);
  const expected = 'expected the number of a run, "last" or the name of a JSON file';
  throw new DownpourError('RUN_UNKNOWN', 400, `'${run}' is not a run: ${expected}`);
}

/** The number of a run. `last` means the newest run. */
export async function runNumber(api: Api, run: string): Promise<number> {
  refuseUnlessRun(run);
  if (run !== 'last') return Number(run);
  const newest = (await api.runs(1)).runs[0];
  if (newest === undefined)
    throw new DownpourError('RUN_UNKNOWN', 404, 'There are no runs yet: `downpour run FILE` makes one');
  return newest.id;
}
