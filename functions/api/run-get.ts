import { invocationBytesMax } from '../../lib/facts/transfer-limits.ts';
import { presentRun } from '../../lib/repository/reading/present-runs.ts';
import { documentOf, metadataOf, piecesOf, visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { runExtendedPieces, runExtendedText } from '../../lib/results/run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { openOperation } from './pipeline/operation.ts';
import { deliver, deliverPieces } from './pipeline/replies/large-reply.ts';
import { jsonText } from './pipeline/replies/reply.ts';

export const handler = openOperation('run-get', async ({ path, query, caller, requestId }) => {
  const row = await visibleRun(repository(), caller, path.id);
  const { runs } = stores();
  const isLarge = row.sizeBytes > invocationBytesMax;
  const call = { query, requestId };
  const [{ run, ...findings }, data, metadata] = await Promise.all([
    presentRun(repository(), caller, row),
    isLarge ? '' : documentOf(runs, row),
    metadataOf(runs, row),
  ]);
  const parts = { metadata, ...findings };
  if (isLarge) {
    const pieces = runExtendedPieces(run, parts, piecesOf(runs, row));
    return deliverPieces(pieces, undefined, runs, call);
  }
  return deliver(jsonText(runExtendedText(run, { data, ...parts })), runs, call);
});
