import { DownpourError } from '../../../errors.ts';
import { compressionOf } from '../../../results/json/parse-json.ts';
import { chunksOf } from '../../../results/run-index/document-chunks.ts';
import { indexRun, isProblem } from '../../../results/run-index/index-run.ts';
import type { RunIndex } from '../../../results/run-index/index-types.ts';
import { isOpen, openIndex } from '../../../results/run-index/open-index.ts';
import { uploadLimits } from '../../../results/upload/limits.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Item } from '../../ports/table.ts';
import type { Repository } from '../../repository.ts';
import { failureKey } from '../../work/failure-records.ts';
import type { Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import { openUploads, type Upload } from './uploads.ts';

export type IndexContext = Pick<RepositoryContext, 'repository' | 'runs' | 'uploads' | 'now'> & {
  readonly work: Pick<RepositoryContext['work'], 'entry' | 'send'>;
};

/**
 * Returns the index of a completely uploaded document. A task makes the index of a large document, because a
 * request would end before the document is read.
 *
 * @throws DownpourError NOT_JSON (400), UPLOAD_INDEXING (409) until the task is done, UPLOAD_UNREAD (409)
 * once when the task was abandoned.
 */
export async function indexOf(context: IndexContext, upload: Upload): Promise<RunIndex> {
  const known = await knownIndex(context, upload);
  if (known !== undefined) return known;
  if (upload.sizeBytes > uploadLimits.indexBytesMax) {
    const failure = await beginIndex(context, upload);
    throw failure === undefined ? indexing(upload) : unread(upload, failure);
  }
  const made = await indexUpload(context, upload);
  if (made instanceof NotJson) throw notJson(made.message);
  return made;
}

const again = 'complete the upload again in a few seconds';

const indexing = ({ id }: Upload): DownpourError =>
  new DownpourError(
    'UPLOAD_INDEXING',
    409,
    `Downpour is still reading the document of the upload ${id}; ${again}`,
  );

function unread({ id }: Upload, { reason }: Item): DownpourError {
  const message = `the document of the upload ${id} could not be read: ${reason}. Downpour is reading the document again; ${again}`;
  return new DownpourError('UPLOAD_UNREAD', 409, message);
}

export const notJson = (reason: string): DownpourError =>
  new DownpourError('NOT_JSON', 400, `the document is not JSON: ${reason}`);

/**
 * Performs the task that makes the index of an upload. A document without an upload, or with an index or a
 * rejection, needs no work.
 */
export async function performIndex(
  context: RepositoryContext,
  { run }: { readonly run: number },
): Promise<TaskResult> {
  const upload = await openUploads(context.repository.table).get(run);
  if (upload !== undefined && upload.digest === undefined && upload.refused === undefined)
    await indexUpload(context, upload);
  return {};
}

/** The failure of an abandoned index task, until the task is started again. */
export const indexFailure = (
  { table }: Pick<Repository, 'table'>,
  { id }: Upload,
): Promise<Item | undefined> => table.get(failureKey({ kind: 'index', run: id }));

/**
 * Starts the index task of an upload once for all requests, and again when it was abandoned.
 * @returns the failure when the task was abandoned.
 */
async function beginIndex(
  { repository, work, now }: IndexContext,
  upload: Upload,
): Promise<Item | undefined> {
  const { table } = repository;
  const task: Task = { kind: 'index', run: upload.id };
  const failed = upload.indexing === undefined ? undefined : await indexFailure(repository, upload);
  if (upload.indexing !== undefined && failed === undefined) return undefined;
  const due = work.entry(task, 'now', { group: `user ${upload.user}` });
  const forget = failed === undefined ? [] : [{ delete: failureKey(task) }];
  const conflicts = await table.write([openUploads(table).indexing(upload, now()), due.write, ...forget]);
  // If the write conflicts, another request has started the index task.
  if (conflicts.length > 0) return undefined;
  await work.send([due]);
  return failed;
}

/**
 * Reads a document and writes its index, in bounded memory. A document that is not JSON is deleted, and the
 * upload records the problem.
 *
 * The call may be repeated after any interruption.
 */
async function indexUpload(
  context: Pick<IndexContext, 'repository' | 'runs' | 'uploads'>,
  upload: Upload,
): Promise<RunIndex | NotJson> {
  const { repository, runs, uploads } = context;
  const known = await knownIndex(context, upload);
  if (known !== undefined) return known;
  const { id, sizeBytes } = upload;
  const chunks = chunksOf(runs.document(id), sizeBytes);
  try {
    return await uploads.writeIndex(id, async (write) => {
      const made = await indexRun(chunks, { write, hashes: true });
      // The error discards the index that was written so far.
      if (isProblem(made)) throw new NotJson((await compressed(context, upload)) ?? made.reason);
      return made;
    });
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    await openUploads(repository.table).refuse(upload, error.message);
    await uploads.erase(id);
    return error;
  }
}

class NotJson extends Error {}

/**
 * The reason for the rejection of a compressed document. Its parts have no content-encoding, so the stored
 * document would remain compressed.
 */
async function compressed({ runs }: Pick<IndexContext, 'runs'>, { id }: Upload): Promise<string | undefined> {
  const beginning = await runs.document(id)(0, 4);
  const compression = beginning && compressionOf(beginning);
  return (
    compression &&
    `this document is compressed with ${compression}, which an upload in parts does not allow; decompress the document, then upload the document again`
  );
}

/** The index that an earlier attempt wrote, if it exists. */
async function knownIndex(
  { runs }: Pick<IndexContext, 'runs'>,
  { id, sizeBytes }: Upload,
): Promise<RunIndex | undefined> {
  const known = await openIndex(runs.index(id), { documentBytes: sizeBytes });
  return isOpen(known) ? known : undefined;
}
