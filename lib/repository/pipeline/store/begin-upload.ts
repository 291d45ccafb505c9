import { overloaded } from '../../../errors.ts';
import type { Table } from '../../ports/table.ts';
import type { UploadStore } from '../../ports/upload-store.ts';
import { claimedRun } from '../../records/runs/idempotency-keys.ts';
import { blockLost } from '../../records/runs/row.ts';
import { openUploads, type Upload } from './uploads.ts';

export type BeginContext = {
  readonly user: string;
  /** The key of an upload request. A repeated request with the same key continues the same upload. */
  readonly idempotencyKey?: string | undefined;
  readonly now: number;
};

/**
 * Begins the upload of a document, under the id of its future run.
 * @throws DownpourError IDEMPOTENCY_KEY_REUSED (409) when the key came with another request before.
 */
export async function beginUpload(
  stores: { readonly table: Table; readonly store: UploadStore },
  size: Pick<Upload, 'sizeBytes' | 'partBytes'>,
  context: BeginContext,
): Promise<Upload> {
  const { table, store } = stores;
  const { user, idempotencyKey, now } = context;
  const uploads = openUploads(table);
  const fresh = await table.newIds('run');
  const claim = { runId: fresh, digest: `upload of ${size.sizeBytes} bytes` };
  const id = idempotencyKey === undefined ? fresh : await claimedRun(table, user, idempotencyKey, claim);
  // The document is looked up first, because another request with the same key may begin an upload and join
  // its parts meanwhile.
  const hasDocument = (await store.bytes(id)) !== undefined;
  const known = id === fresh ? undefined : await uploads.get(id);
  if (known !== undefined) return known;
  if (hasDocument) {
    await blockLost(table, id, now);
    return beginUpload(stores, size, context);
  }
  const upload: Upload = { id, user, transfer: await store.begin(id), ...size, createdAt: now };
  if (await uploads.insert(upload)) return upload;
  // Another request with the same key began the upload first, so this multipart upload is cancelled.
  await store.drop(id, upload.transfer);
  const other = await uploads.get(id);
  if (other === undefined)
    throw overloaded(`the upload ${id} was removed at the same moment: send the request again`);
  return other;
}
