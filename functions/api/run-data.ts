import { stores } from '../stores.ts';
import { documentOf, visibleRun } from './lookup/visible-run.ts';
import { elsewhere } from './pipeline/large-reply.ts';
import { operation } from './pipeline/operation.ts';
import { jsonText } from './pipeline/reply.ts';

/** The bytes as uploaded: an upload is refused unless it is UTF-8, so its text is its bytes. */
export const handler = operation('run-data', async ({ path, caller, requestId }) => {
  const run = await visibleRun(stores(), caller, path.id);
  return elsewhere(jsonText(await documentOf(stores(), run)), stores().runs, requestId);
});
