import { datastoreOf } from '../../../lib/repository/pipeline/import/datastore-of.ts';
import { queryInvalid } from '../../../lib/repository/pipeline/import/found.ts';
import { queryDatastore } from '../../../lib/repository/pipeline/import/query.ts';
import { documentKeys, foundDraft, storeFound } from '../../../lib/repository/pipeline/import/store-found.ts';
import { testForbidden } from '../../../lib/repository/pipeline/store/store-run.ts';
import type { Test } from '../../../lib/repository/records/tests/tests.ts';
import { holds, type Principal } from '../../../lib/results/access.ts';
import { limits } from '../../../lib/results/limits.ts';
import type { UploadParameters } from '../../../lib/results/upload/upload.ts';
import { requestOutside } from '../../outside/request-outside.ts';
import { workContext } from '../../work-context.ts';
import { noContent, text } from '../pipeline/reply.ts';
import type { Reply } from '../pipeline/types.ts';
import { beginWork } from './begin-work.ts';

/** An upload to a test with a datastore. Its document is a query to the datastore. */
export type DatastoreUpload = {
  readonly test: Test;
  readonly parameters: UploadParameters;
  readonly query: Uint8Array;
  readonly metadata: Uint8Array | undefined;
  readonly caller: Principal;
  readonly idempotencyKey: string | undefined;
};

/** Queries the datastore and makes runs of a few documents at once. Tasks of the queue make further runs. */
export async function uploadFromDatastore(upload: DatastoreUpload): Promise<Reply> {
  const { test, parameters, query, metadata, caller, idempotencyKey } = upload;
  if (!holds(caller, 'uploader', test.owner)) throw testForbidden(parameters.test);
  if (metadata !== undefined)
    throw queryInvalid('metadata can be sent with a document, but not with a query of a datastore');
  const context = workContext();
  const datastore = await datastoreOf(context, test);
  const found = await queryDatastore(
    { ...context, requestOutside: requestOutside },
    datastore,
    query,
    limits.datastoreRunsAtOnce,
  );
  if (found.count === 0) return noContent;
  // All documents are checked before the first run is stored.
  const drafts = found.documents.map((document, n) => foundDraft(document, n, test, { caller, parameters }));
  if (found.count > found.documents.length) {
    await queue(upload);
    return text('', 202);
  }
  const keys = idempotencyKey && documentKeys(idempotencyKey, found.documents);
  const ids: number[] = [];
  for (const [n, draft] of drafts.entries()) {
    const { id, due } = await storeFound(context, draft, { caller, idempotencyKey: keys?.[n], test });
    await beginWork(due, draft.body.length);
    ids.push(id);
  }
  return text(ids.join(','), 202);
}

async function queue({ test, parameters, query, caller, idempotencyKey }: DatastoreUpload): Promise<void> {
  const { repository, work } = workContext();
  const { test: _, ...rest } = parameters;
  const details = { test: test.id, parameters: rest, query: new TextDecoder().decode(query), caller };
  const due = work.entry(
    { kind: 'query', upload: { ...details, key: idempotencyKey ?? work.name() } },
    'now',
  );
  await repository.table.write([due.write]);
  await work.send([due]);
}
