import { createHash } from 'node:crypto';
import { DownpourError } from '../../../errors.ts';
import type { Principal } from '../../../results/access.ts';
import { builtIndex } from '../../../results/run-index/index-run.ts';
import { schemaReferences } from '../../../results/run-index/schema-references.ts';
import { parseMetadata } from '../../../results/upload/parse-metadata.ts';
import { lookUpStored, outcomeStored } from '../../../results/upload/query-stored-document.ts';
import { describedRun, pathsOf, type UploadParameters } from '../../../results/upload/upload-parameters.ts';
import { type IndexContext, indexOf, notJson } from './index-upload.ts';
import { type StoredRun, storeRow, workLeft } from './store-run.ts';
import { openUploads, partsOf, type Upload } from './uploads.ts';

/** The arguments that complete an upload. */
export type Completion = {
  readonly parameters: Omit<UploadParameters, 'schema'>;
  readonly metadata?: Uint8Array | undefined;
  /** The SHA-256 of the document in hexadecimal, if the caller knows it. */
  readonly sha256?: string | undefined;
  readonly caller: Principal;
  /** The present time in epoch milliseconds. */
  readonly now: number;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
};

/**
 * Makes a run of a document whose parts are uploaded, in bounded memory. The call may be repeated after any
 * interruption, and after its arguments were rejected. A repeat of a completed upload returns the same
 * result.
 *
 * @throws DownpourError UPLOAD_INCOMPLETE, UPLOAD_INDEXING, UPLOAD_COMPLETED (409), UPLOAD_GONE (404), and
 * the errors of an upload.
 */
export async function completeUpload(
  context: IndexContext,
  upload: Upload,
  completion: Completion,
): Promise<StoredRun> {
  const { id } = upload;
  const digest = digestOf(completion);
  if (upload.digest !== undefined) return completedBefore(context, upload, digest);
  if (upload.refused !== undefined) throw notJson(upload.refused);
  const metadata = completion.metadata && parseMetadata(completion.metadata);
  await joined(context, upload);
  const index = await indexOf(context, upload);
  if (completion.sha256 !== undefined && completion.sha256 !== index.sha256) {
    await context.uploads.erase(id);
    const found = `the received document has the SHA-256 ${index.sha256}, and the request expects ${completion.sha256}`;
    throw new DownpourError(
      'UPLOAD_DAMAGED',
      400,
      `${found}; Downpour deleted the received document, so begin a new upload`,
    );
  }
  const { repository, runs } = context;
  const document = { document: runs.document(id), bytes: runs.index(id), index };
  const { parameters, caller, clock, now } = completion;
  const look = await lookUpStored(document, pathsOf(parameters), clock);
  const outcome = await outcomeStored(document);
  const schemas = schemaReferences(index, metadata && (await builtIndex([metadata])).index);
  const described = { ...describedRun(caller, parameters, look), ...(outcome && { outcome }), schemas };
  if (metadata !== undefined) await runs.putMetadata(id, metadata);
  const uploads = openUploads(repository.table);
  const also = () => [uploads.completed(upload, digest)];
  const { sizeBytes } = upload;
  const storedBytes = sizeBytes + (metadata?.length ?? 0);
  const facts = { id, sizeBytes, storedBytes, hasMetadata: metadata !== undefined };
  const due = await storeRow(context, described, facts, { caller, now, also });
  if (due !== undefined) return { id, due };
  const after = await uploads.get(id);
  if (after?.digest === undefined) {
    // Another process deleted the upload meanwhile, so the objects that this call wrote have no run and are
    // deleted.
    await context.uploads.eraseAll(id);
    throw gone(id);
  }
  return completedBefore(context, after, digest);
}

async function completedBefore(
  context: IndexContext,
  { id, digest: before }: Upload,
  digest: string,
): Promise<StoredRun> {
  if (before === digest) return { id, due: await workLeft(context, id) };
  throw new DownpourError(
    'UPLOAD_COMPLETED',
    409,
    `the upload ${id} was already completed with other parameters than those of this request; send the same parameters again to get the id of its run, or begin a new upload`,
  );
}

/** Joins the parts of an upload, unless they are joined already. */
async function joined({ uploads: store }: IndexContext, upload: Upload): Promise<void> {
  const { id, transfer, sizeBytes } = upload;
  const stored = await store.parts(id, transfer);
  if (stored !== undefined) {
    const bytes = new Map(stored.map((part) => [part.number, part.bytes]));
    const missing = partsOf(upload).filter((part) => bytes.get(part.number) !== part.bytes);
    if (missing.length > 0) {
      const numbers = missing.map(({ number }) => number);
      const message = `the upload ${id} is not complete, because parts with these numbers are missing: ${numbers.join(', ')}; send these parts, then complete the upload again`;
      throw new DownpourError('UPLOAD_INCOMPLETE', 409, message, { details: { missing: numbers } });
    }
    await store.join(id, transfer, stored).catch(async (error: unknown) => {
      // Two requests may complete an upload at the same time. The error is ignored when the other request has
      // joined the parts.
      if ((await store.bytes(id)) !== sizeBytes) throw error;
    });
  } else if ((await store.bytes(id)) !== sizeBytes) throw gone(id);
}

const gone = (id: number): DownpourError =>
  new DownpourError(
    'UPLOAD_GONE',
    404,
    `Downpour deleted the parts of the upload ${id}, because no request completed the upload in time, or because its document was rejected; begin a new upload with a valid document`,
  );

function digestOf({ parameters, metadata, sha256 }: Completion): string {
  const { test, start, stop, owner, access, description } = parameters;
  const texts = [test, start, stop, owner, access, description, sha256].map((text) => text ?? null);
  const hash = createHash('sha256').update(JSON.stringify(texts));
  return (metadata === undefined ? hash : hash.update('\0').update(metadata)).digest('hex');
}
