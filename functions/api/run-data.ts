import { documentOf, piecesOf, visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { limits } from '../../lib/results/limits.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { partOfRun } from './documents/part-by-schema.ts';
import { deliver, deliverPieces } from './pipeline/large-reply.ts';
import { openOperation } from './pipeline/operation.ts';
import { jsonText } from './pipeline/reply.ts';

/** Returns the bytes of the upload. Uploads must be UTF-8, so the text equals the bytes. */
export const handler = openOperation('run-data', async ({ path, query, caller, requestId }) => {
  const run = await visibleRun(repository(), caller, path.id);
  const { schemaUri } = query;
  const { runs } = stores();
  const call = { query, requestId };
  if (schemaUri === undefined && run.sizeBytes > limits.replyBytesMax)
    return deliverPieces(piecesOf(runs, run), undefined, runs, call);
  const text = await documentOf(runs, run);
  const part = schemaUri === undefined ? text : partOfRun(run, 0, schemaUri, text);
  return deliver(jsonText(part), runs, call);
});
