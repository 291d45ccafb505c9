import type { RunUpload } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { uploadDays } from '../../lib/facts/retention.ts';
import { partUrlS } from '../../lib/facts/transfer-limits.ts';
import { beginUpload } from '../../lib/repository/pipeline/store/begin-upload.ts';
import { completeUpload } from '../../lib/repository/pipeline/store/complete-upload.ts';
import { indexFailure } from '../../lib/repository/pipeline/store/index-upload.ts';
import { openUploads, partsOf, type Upload } from '../../lib/repository/pipeline/store/uploads.ts';
import type { Principal } from '../../lib/results/access.ts';
import { uploadLimits } from '../../lib/results/upload/limits.ts';
import { repository } from '../repository.ts';
import { uploadStore } from '../stores.ts';
import { workContext } from '../work-context.ts';
import { operation } from './pipeline/operation.ts';
import { json, noContent, text } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

/** The routes for uploads of documents that are too large for one request. */
export const handler = router({
  'POST /api/run/upload': operation('run-upload-begin', async ({ body, header, caller, now }) => {
    const { table } = repository();
    const size = { sizeBytes: body.sizeBytes, partBytes: uploadLimits.uploadPartBytes };
    const idempotencyKey = header['idempotency-key'];
    const context = { user: caller.user, idempotencyKey, now };
    const upload = await beginUpload({ table, store: uploadStore() }, size, context);
    return json(await presented(upload, now), 201);
  }),

  'GET /api/run/upload/{id}': operation('run-upload-get', async ({ path, caller, now }) =>
    json(await presented(await ownUpload(path.id, caller), now)),
  ),

  'POST /api/run/upload/{id}/complete': operation('run-upload-complete', async (call) => {
    const { path, query, bytes, caller, now } = call;
    const { sha256, ...parameters } = query;
    const upload = await ownUpload(path.id, caller);
    const { id, due } = await completeUpload(workContext(), upload, {
      parameters,
      sha256,
      caller,
      now,
      clock: () => performance.now(),
      metadata: bytes.length === 0 ? undefined : bytes,
    });
    await workContext().work.send(due);
    return text(String(id), 202);
  }),

  'DELETE /api/run/upload/{id}': operation('run-upload-drop', async ({ path, caller }) => {
    const upload = await ownUpload(path.id, caller);
    if (!(await openUploads(repository().table).remove(upload)))
      throw new DownpourError(
        'UPLOAD_COMPLETED',
        409,
        `the upload ${path.id} is already complete and cannot be cancelled: delete its run instead`,
      );
    await uploadStore().drop(upload.id, upload.transfer);
    await uploadStore().eraseAll(upload.id);
    return noContent;
  }),
});

/**
 * Reads an upload of the caller. The error for an upload of another user is the same as for a missing one.
 */
async function ownUpload(id: number, caller: Principal): Promise<Upload> {
  const upload = await openUploads(repository().table).get(id);
  if (upload?.user === caller.user) return upload;
  throw new DownpourError(
    'UPLOAD_NOT_FOUND',
    404,
    `there is no upload with the id ${id}; begin an upload with POST /api/run/upload`,
  );
}

async function presented(upload: Upload, now: number): Promise<RunUpload> {
  const { id, transfer, sizeBytes, partBytes, createdAt } = upload;
  const facts = { id, sizeBytes, partBytes, expiresAt: createdAt + uploadDays * 86_400_000 };
  const none = { missing: [], urlsExpireAt: null };
  if (upload.digest !== undefined) return { ...facts, ...none, state: 'stored' };
  const store = uploadStore();
  const stored = await store.parts(id, transfer);
  if (stored === undefined) {
    const isWhole = (await store.bytes(id)) === sizeBytes;
    const failure = await indexFailure(repository(), upload);
    const unread = failure && { unread: String(failure.reason) };
    return { ...facts, ...none, state: isWhole ? 'uploaded' : 'gone', ...unread };
  }
  const bytes = new Map(stored.map((part) => [part.number, part.bytes]));
  const parts = partsOf(upload).filter((part) => bytes.get(part.number) !== part.bytes);
  const missing = await Promise.all(
    parts.map(async (part) => ({
      ...part,
      url: await store.url(id, transfer, part.number, part.bytes, partUrlS),
    })),
  );
  const state = missing.length === 0 ? 'uploaded' : 'open';
  return { ...facts, state, missing, urlsExpireAt: now + partUrlS * 1000 };
}
