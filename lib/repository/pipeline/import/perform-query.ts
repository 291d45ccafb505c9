import { DownpourError } from '../../../errors.ts';
import { limits } from '../../../results/limits.ts';
import type { RepositoryContext } from '../../context.ts';
import { type LogNote, logLevel, note } from '../../records/log/log.ts';
import type { Test } from '../../records/tests/tests.ts';
import type { TaskResult } from '../../work/handler.ts';
import type { QueryUpload, Task } from '../../work/task.ts';
import type { Due } from '../../work/work.ts';
import { datastoreOf } from './datastore-of.ts';
import { queryDatastore } from './query.ts';
import { documentKeys, foundDraft, storeFound } from './store-found.ts';

/** Documents that become runs at a time. */
const atOnce = 4;

/**
 * Asks a datastore, and makes runs of all that it has. A document that cannot be a run is left out; the log of the test says
 * which, and why the datastore could not be asked, which is tried again. Done again, it makes no run twice.
 */
export async function performQuery(
  context: RepositoryContext,
  { upload }: Extract<Task, { readonly kind: 'query' }>,
): Promise<TaskResult> {
  const test = await context.repository.tests.byId(upload.test);
  if (test === undefined) return {};
  const tell = (notes: readonly LogNote[]) =>
    note(context.repository.table, { kind: 'transformation', test: test.id }, notes, context.now());
  let documents: readonly Uint8Array[];
  try {
    const datastore = await datastoreOf(context, test);
    const most = limits.datastoreRunsMax;
    ({ documents } = await queryDatastore(context, datastore, Buffer.from(upload.query), most));
  } catch (error) {
    await tell([problem(error)]);
    throw error;
  }
  const { due, notes } = await storedRuns(context, documents, test, upload);
  await tell(notes);
  return { due };
}

async function storedRuns(
  context: RepositoryContext,
  documents: readonly Uint8Array[],
  test: Test,
  upload: QueryUpload,
): Promise<{ readonly due: readonly Due[]; readonly notes: readonly LogNote[] }> {
  const { caller, key } = upload;
  const keys = documentKeys(key, documents);
  const rest = [...documents.entries()];
  const due: Due[] = [];
  const notes: LogNote[] = [];
  const next = async (): Promise<void> => {
    for (let entry = rest.shift(); entry !== undefined; entry = rest.shift()) {
      const [place, document] = entry;
      try {
        const draft = foundDraft(document, place, test, upload);
        const stored = await storeFound(context, draft, { caller, idempotencyKey: keys[place], test });
        due.push(...stored.due);
      } catch (error) {
        if (!(error instanceof DownpourError)) throw error;
        notes.push(problem(error));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return { due, notes };
}

const problem = (error: unknown): LogNote => ({
  level: logLevel.error,
  message: `An upload asks the datastore: ${error instanceof Error ? error.message : error}`,
});
