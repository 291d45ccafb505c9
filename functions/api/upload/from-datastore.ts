import { datastoreOf } from '../../../lib/repository/pipeline/import/datastore-of-test.ts';
import { queryInvalid } from '../../../lib/repository/pipeline/import/found.ts';
import { datastoreLimits } from '../../../lib/repository/pipeline/import/limits.ts';
import { queryDatastore } from '../../../lib/repository/pipeline/import/query-datastore.ts';
import { documentKeys, foundDraft, storeFound } from '../../../lib/repository/pipeline/import/store-found.ts';
import { testForbidden } from '../../../lib/repository/pipeline/store/store-run.ts';
import type { Test } from '../../../lib/repository/records/tests/tests.ts';
import { type OutboxEntry, teamGroup } from '../../../lib/repository/work/work.ts';
import { holds, type Principal } from '../../../lib/results/access.ts';
import type { UploadParameters } from '../../../lib/results/upload/upload-parameters.ts';
import { requestOutside } from '../../outside/request-outside.ts';
import { workContext } from '../../work-context.ts';
import { noContent, text } from '../pipeline/replies/reply.ts';
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

/**
 * Queries the datastore, and makes runs of a few documents at once. For more documents, a task of the queue
 * makes all runs. The task also makes the rest of a few runs when one of them cannot be stored and the client
 * sent no idempotency key.
 */
export async function uploadFromDatastore(upload: DatastoreUpload): Promise<Reply> {
  const { test, parameters, query, metadata, caller, idempotencyKey } = upload;
  if (!holds(caller, 'uploader', test.owner)) throw testForbidden(parameters.test);
  if (metadata !== undefined)
    throw queryInvalid('it cannot have metadata; send metadata only with a document');
  const context = workContext();
  const datastore = await datastoreOf(context, test);
  const found = await queryDatastore(
    { ...context, requestOutside: requestOutside },
    datastore,
    query,
    datastoreLimits.datastoreRunsAtOnce,
  );
  if (found.count === 0) return noContent;
  // All documents are checked before the first run is stored.
  const drafts = found.documents.map((document, n) => foundDraft(document, n, test, { caller, parameters }));
  const { repository, work } = context;
  const key = idempotencyKey ?? work.name();
  const task = taskOf(upload, key);
  if (found.count > found.documents.length) {
    await repository.table.write([task.write]);
    await work.send([task]);
    return text('', 202);
  }
  const keys = documentKeys(key, found.documents);
  const ids: number[] = [];
  try {
    for (const [n, draft] of drafts.entries()) {
      const isFirst = n === 0 && drafts.length > 1;
      const also = isFirst ? { also: () => [task.write] } : {};
      const stored = await storeFound(context, draft, { caller, idempotencyKey: keys[n], test, ...also });
      await beginWork(stored.due, draft.body.length);
      ids.push(stored.id);
    }
  } catch (error) {
    // With the client's idempotency key, a repeated upload makes the same runs, so the error is returned.
    // Without a key, a repeat would store the runs twice, so the upload is accepted.
    if (ids.length === 0 || idempotencyKey !== undefined) throw error;
    work.warn(
      `${drafts.length - ids.length} runs of an upload from a datastore could not be stored now; a task in the queue stores these runs later`,
      error,
    );
    await work.send([task]);
    return text('', 202);
  }
  if (drafts.length > 1) await forget(task);
  return text(ids.join(','), 202);
}

/** The task that makes the runs of all documents. With the same key it makes no run twice. */
function taskOf({ test, parameters, query, caller }: DatastoreUpload, key: string): OutboxEntry {
  const { test: _, ...rest } = parameters;
  const details = { test: test.id, parameters: rest, query: new TextDecoder().decode(query), caller, key };
  return workContext().work.entry({ kind: 'query', upload: details }, 'now', {
    group: teamGroup(test.owner),
  });
}

/**
 * Deletes the task of an upload whose runs are stored. If the deletion fails, the task runs later and finds
 * all runs stored.
 */
async function forget(task: OutboxEntry): Promise<void> {
  const { work } = workContext();
  await work.done(task).catch((error: unknown) => {
    work.warn(
      'an upload from a datastore has finished, but Downpour could not delete the task of this upload',
      error,
    );
  });
}
