import { runExtendedText } from '../../lib/results/run.ts';
import { door, jsonText, stores } from './door.ts';
import { documentOf, visibleRun } from './visible-run.ts';

export const handler = door('run-get', async ({ path, caller }) => {
  const run = await visibleRun(stores(), caller, path.id);
  return jsonText(runExtendedText(run, await documentOf(stores(), run)));
});
