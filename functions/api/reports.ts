import { DownpourError } from '../../lib/errors.ts';
import { visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { redirectIfTooLarge } from './pipeline/large-reply.ts';
import { openOperation } from './pipeline/operation.ts';
import { text } from './pipeline/reply.ts';

/** The histograms that Merge stored for the run of a burst. */
export const handler = openOperation('run-histograms', async ({ path, caller, requestId }) => {
  const { id } = await visibleRun(repository(), caller, path.id);
  const log = await stores().runs.histograms(id);
  if (log !== undefined) return redirectIfTooLarge(text(log), stores().runs, requestId);
  const message = `run ${id} has no histograms of its seconds: only runs that a burst made have them; those of whole phases are in $.stats[*].histograms`;
  throw new DownpourError('HISTOGRAMS_MISSING', 404, message);
});
