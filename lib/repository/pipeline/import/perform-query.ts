import { afterFailure, DownpourError } from '../../../errors.ts';
import type { RepositoryContext } from '../../context.ts';
import { type LogNote, logLevel, note } from '../../records/log/log.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { QueryUpload, Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import type { OutboxEntry } from '../../work/work.ts';
import { datastoreOf } from './datastore-of-test.ts';
import { datastoreLimits } from './limits.ts';
import { queryDatastore } from './query-datastore.ts';
import { documentKeys, foundDraft, storeFound } from './store-found.ts';

/** The most documents that Downpour makes into runs at the same time. */
const atOnce = 4;

/**
 * Queries a datastore and makes a run of each document. A document that cannot become a run is left out, and
 * the log of the test names the document. When the query fails, the log has the reason and the task is
 * retried. A repeated task makes no run twice.
 */
export async function performQuery(
  context: RepositoryContext,
  { upload }: Extract<Task, { readonly kind: 'query' }>,
): Promise<TaskResult> {
  const test = await context.repository.tests.byId(upload.test);
  if (test === undefined) return {};
  const writeLog = (notes: readonly LogNote[]) =>
    note(context.repository.table, { kind: 'transformation', test: test.id }, notes, context.now());
  let documents: readonly Uint8Array[];
  try {
    const datastore = await datastoreOf(context, test);
    const most = datastoreLimits.datastoreRunsMax;
    ({ documents } = await queryDatastore(context, datastore, Buffer.from(upload.query), most));
  } catch (error) {
    return await afterFailure(error, () => writeLog([problem(error)]));
  }
  const { due, notes } = await storedRuns(context, documents, test, upload);
  await writeLog(notes);
  return { due };
}

async function storedRuns(
  context: RepositoryContext,
  documents: readonly Uint8Array[],
  test: Test,
  upload: QueryUpload,
): Promise<{ readonly due: readonly OutboxEntry[]; readonly notes: readonly LogNote[] }> {
  const { caller, key } = upload;
  const keys = documentKeys(key, documents);
  const rest = [...documents.entries()];
  const due: OutboxEntry[] = [];
  const notes: LogNote[] = [];
  const next = async (): Promise<void> => {
    for (let entry = rest.shift(); entry !== undefined; entry = rest.shift()) {
      const [place, document] = entry;
      try {
        const draft = foundDraft(document, place, test, upload);
        const stored = await storeFound(context, draft, { caller, idempotencyKey: keys[place], test });
        due.push(...stored.due);
      } catch (error) {
        if (!(error instanceof DownpourError) || error.status === 503) throw error;
        notes.push(problem(error));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return { due, notes };
}

const problem = (error: unknown): LogNote => ({
  level: logLevel.error,
  message: `An upload from a datastore failed: ${error instanceof Error ? error.message : error}`,
});
