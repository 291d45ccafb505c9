import { DownpourError } from '../../../errors.ts';
import { compressionOf } from '../../../results/json/parse-json.ts';
import { limits } from '../../../results/limits.ts';
import { chunksOf } from '../../../results/run-index/chunks.ts';
import { indexRun, isProblem } from '../../../results/run-index/index-run.ts';
import { isOpen, openIndex } from '../../../results/run-index/open-index.ts';
import type { RunIndex } from '../../../results/run-index/run-index.ts';
import type { RepositoryContext } from '../../context.ts';
import type { Item } from '../../ports/table.ts';
import type { Repository } from '../../repository.ts';
import { failureKey } from '../../work/failure.ts';
import type { TaskResult } from '../../work/handler.ts';
import type { Task } from '../../work/task.ts';
import { openUploads, type Upload } from './uploads.ts';

export type IndexContext = Pick<RepositoryContext, 'repository' | 'runs' | 'uploads' | 'now'> & {
  readonly work: Pick<RepositoryContext['work'], 'due' | 'send'>;
};

/**
 * The index of a document that has come whole. That of a large one is work, because a request is cut off before it is read.
 *
 * @throws DownpourError NOT_JSON (400), UPLOAD_INDEXING (409) until the work is done, UPLOAD_UNREAD (409) once where it was
 * given up.
 */
export async function indexOf(context: IndexContext, upload: Upload): Promise<RunIndex> {
  const known = await knownIndex(context, upload);
  if (known !== undefined) return known;
  if (upload.sizeBytes > limits.indexBytesMax) {
    const failure = await beginIndex(context, upload);
    throw failure === undefined ? indexing(upload) : unread(upload, failure);
  }
  const made = await indexUpload(context, upload);
  if (made instanceof NotJson) throw notJson(made.message);
  return made;
}

const again = 'complete it again in some seconds';

const indexing = ({ id }: Upload): DownpourError =>
  new DownpourError('UPLOAD_INDEXING', 409, `the document of the upload ${id} is being read: ${again}`);

function unread({ id }: Upload, { reason }: Item): DownpourError {
  const message = `the document of the upload ${id} could not be read: ${reason}; it is being read anew: ${again}`;
  return new DownpourError('UPLOAD_UNREAD', 409, message);
}

export const notJson = (reason: string): DownpourError =>
  new DownpourError('NOT_JSON', 400, `the document is not JSON: ${reason}`);

/** The work itself. A document without an upload, or that was judged already, needs none. */
export async function performIndex(
  context: RepositoryContext,
  { run }: { readonly run: number },
): Promise<TaskResult> {
  const upload = await openUploads(context.repository.table).get(run);
  if (upload !== undefined && upload.digest === undefined && upload.refused === undefined)
    await indexUpload(context, upload);
  return {};
}

/** Why the work on an upload was given up, while it is not done anew. */
export const indexFailure = (
  { table }: Pick<Repository, 'table'>,
  { id }: Upload,
): Promise<Item | undefined> => table.get(failureKey({ kind: 'index', run: id }));

/**
 * Once, however often it is asked for; again when it was given up.
 * @returns why it was given up.
 */
async function beginIndex(
  { repository, work, now }: IndexContext,
  upload: Upload,
): Promise<Item | undefined> {
  const { table } = repository;
  const task: Task = { kind: 'index', run: upload.id };
  const failed = upload.indexing === undefined ? undefined : await indexFailure(repository, upload);
  if (upload.indexing !== undefined && failed === undefined) return undefined;
  const due = work.due(task, 'now');
  const forget = failed === undefined ? [] : [{ delete: failureKey(task) }];
  const conflicts = await table.write([openUploads(table).indexing(upload, now()), due.write, ...forget]);
  // Of two that ask at one moment, the other one begins it.
  if (conflicts.length > 0) return undefined;
  await work.send([due]);
  return failed;
}

/**
 * Reads a document and writes its index, in memory that does not depend on its size. One that is no JSON is deleted, and the
 * upload says so.
 *
 * May be repeated after any interruption.
 */
export async function indexUpload(
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
      const made = await indexRun(chunks, { write });
      // Thrown, because nothing that was written then may stay.
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

/** Parts have no content-encoding: they are the document as it is kept. */
async function compressed({ runs }: Pick<IndexContext, 'runs'>, { id }: Upload): Promise<string | undefined> {
  const beginning = await runs.document(id)(0, 4);
  const compression = beginning && compressionOf(beginning);
  return compression && `it is compressed with ${compression}: unpack it and send that in parts`;
}

/** An earlier attempt may have written it. */
async function knownIndex(
  { runs }: Pick<IndexContext, 'runs'>,
  { id, sizeBytes }: Upload,
): Promise<RunIndex | undefined> {
  const known = await openIndex(runs.index(id), { documentBytes: sizeBytes });
  return isOpen(known) ? known : undefined;
}
