import { createHash } from 'node:crypto';
import { DownpourError } from '../../../errors.ts';
import { parseUpload, withIndex } from '../../../results/upload/upload.ts';
import type { RunDraft } from '../../../results/upload/upload-parameters.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { QueryUpload } from '../../work/task.ts';
import { type StoredRun, type StoreRunContext, storeRun } from '../store/store-run.ts';

/**
 * Converts a document from a datastore to the draft of a run.
 * @throws DownpourError with the codes of `parseUpload`. Its message has the number of the document in the
 * reply, from 1.
 */
export function foundDraft(
  document: Uint8Array,
  place: number,
  { name }: Pick<Test, 'name'>,
  { caller, parameters }: Pick<QueryUpload, 'caller' | 'parameters'>,
): RunDraft {
  try {
    // `parseUpload` gets the plain test name `found`, because it would take some names of tests for a path.
    return { ...parseUpload(caller, { ...parameters, test: 'found' }, { data: document }), test: name };
  } catch (error) {
    if (!(error instanceof DownpourError)) throw error;
    const { code, status, message } = error;
    throw new DownpourError(
      code,
      status,
      `document ${place + 1} in the response of the datastore: ${message}`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Makes idempotency keys for the documents of one upload, so that a repeated upload makes no run twice. A key
 * depends on the contents of its document and on the number of equal documents before it. So the documents
 * may come in any order.
 */
export function documentKeys(key: string, documents: readonly Uint8Array[]): readonly string[] {
  const counts = new Map<string, number>();
  return documents.map((document) => {
    const digest = createHash('sha256').update(document).digest('hex');
    const count = counts.get(digest) ?? 0;
    counts.set(digest, count + 1);
    return `${key}#${digest}#${count}`;
  });
}

/** Stores a draft as a run. The same idempotency key gives the same run. */
export async function storeFound(
  context: RepositoryContext,
  draft: RunDraft,
  as: Pick<StoreRunContext, 'caller' | 'idempotencyKey' | 'also'> & { readonly test: Test },
): Promise<StoredRun> {
  return storeRun(context, await withIndex(draft), { ...as, now: context.now() });
}
