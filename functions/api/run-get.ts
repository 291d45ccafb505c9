import { runExtendedText } from '../../lib/results/run.ts';
import { stores } from '../stores.ts';
import { documentOf, visibleRun } from './lookup/visible-run.ts';
import { elsewhere } from './pipeline/large-reply.ts';
import { operation } from './pipeline/operation.ts';
import { jsonText } from './pipeline/reply.ts';

export const handler = operation('run-get', async ({ path, caller, requestId }) => {
  const run = await visibleRun(stores(), caller, path.id);
  const reply = jsonText(runExtendedText(run, await documentOf(stores(), run)));
  return elsewhere(reply, stores().runs, requestId);
});
