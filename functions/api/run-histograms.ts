import { DownpourError } from '../../lib/errors.ts';
import { stores } from '../stores.ts';
import { visibleRun } from './lookup/visible-run.ts';
import { elsewhere } from './pipeline/large-reply.ts';
import { operation } from './pipeline/operation.ts';
import { text } from './pipeline/reply.ts';

/** What Merge has written beside the run of a burst. */
export const handler = operation('run-histograms', async ({ path, caller, requestId }) => {
  const { id } = await visibleRun(stores(), caller, path.id);
  const log = await stores().runs.histograms(id);
  if (log !== undefined) return elsewhere(text(log), stores().runs, requestId);
  const message = `run ${id} has no histograms of its seconds: only runs that a burst made have them; those of whole phases are in $.stats[*].histograms`;
  throw new DownpourError('HISTOGRAMS_MISSING', 404, message);
});
