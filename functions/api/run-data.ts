import { door, jsonText, stores } from './door.ts';
import { documentOf, visibleRun } from './visible-run.ts';

/** The bytes as uploaded: an upload is refused unless it is UTF-8, so its text is its bytes. */
export const handler = door('run-data', async ({ path, caller }) => {
  const run = await visibleRun(stores(), caller, path.id);
  return jsonText(await documentOf(stores(), run));
});
