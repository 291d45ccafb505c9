import { documentOf, visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { partOfRun } from './documents/part-by-schema.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver } from './pipeline/replies/large-reply.ts';
import { jsonText } from './pipeline/replies/reply.ts';

/** Returns the bytes of the upload. Uploads must be UTF-8, so the text equals the bytes. */
export const handler = openOperation('run-data', async ({ path, query, caller, requestId }) => {
  const run = await visibleRun(repository(), caller, path.id);
  const text = await documentOf(stores().runs, run);
  const { schemaUri } = query;
  const part = schemaUri === undefined ? text : partOfRun(run, 0, schemaUri, text);
  return deliver(jsonText(part), stores().runs, { query, requestId });
});
