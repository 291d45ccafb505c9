import { runExtendedText } from '../../lib/results/run.ts';
import { door, jsonText, stores } from './door.ts';
import { elsewhere } from './large-reply.ts';
import { documentOf, visibleRun } from './visible-run.ts';

export const handler = door('run-get', async ({ path, caller, requestId }) => {
  const run = await visibleRun(stores(), caller, path.id);
  const reply = jsonText(runExtendedText(run, await documentOf(stores(), run)));
  return elsewhere(reply, stores().runs, requestId);
});
