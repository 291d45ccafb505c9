import { presentRun } from '../../lib/repository/reading/present-runs.ts';
import { documentOf, metadataOf, visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { runExtendedText } from '../../lib/results/run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver } from './pipeline/replies/large-reply.ts';
import { jsonText } from './pipeline/replies/reply.ts';

export const handler = openOperation('run-get', async ({ path, query, caller, requestId }) => {
  const row = await visibleRun(repository(), caller, path.id);
  const { runs } = stores();
  const [{ run, ...findings }, data, metadata] = await Promise.all([
    presentRun(repository(), caller, row),
    documentOf(runs, row),
    metadataOf(runs, row),
  ]);
  const reply = jsonText(runExtendedText(run, { data, metadata, ...findings }));
  return deliver(reply, runs, { query, requestId });
});
