import { door, jsonText, stores } from './door.ts';
import { elsewhere } from './large-reply.ts';
import { documentOf, visibleRun } from './visible-run.ts';

/** The bytes as uploaded: an upload is refused unless it is UTF-8, so its text is its bytes. */
export const handler = door('run-data', async ({ path, caller, requestId }) => {
  const run = await visibleRun(stores(), caller, path.id);
  return elsewhere(jsonText(await documentOf(stores(), run)), stores().runs, requestId);
});
