import { invocationBytesMax, largeReplyUrlS } from '../../lib/facts/transfer-limits.ts';
import { documentOf, visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { partOfRun } from './documents/part-by-schema.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver, storedAt } from './pipeline/replies/large-reply.ts';
import { jsonText } from './pipeline/replies/reply.ts';

/** Returns the bytes of the upload. Uploads must be UTF-8, so the text equals the bytes. */
export const handler = openOperation('run-data', async ({ path, query, caller, requestId }) => {
  const run = await visibleRun(repository(), caller, path.id);
  const { schemaUri } = query;
  const { runs } = stores();
  if (schemaUri === undefined && run.sizeBytes > invocationBytesMax)
    return storedAt(await runs.documentUrl(run, largeReplyUrlS), undefined, query);
  const text = await documentOf(runs, run);
  const part = schemaUri === undefined ? text : partOfRun(run, 0, schemaUri, text);
  return deliver(jsonText(part), runs, { query, requestId });
});
