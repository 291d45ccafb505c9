import { parseUpload, withIndex } from '../../lib/results/upload.ts';
import { storeRun } from '../../lib/store/store-run.ts';
import { stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { text } from './pipeline/reply.ts';

export const handler = operation('run-upload', async ({ query, header, bytes, caller, now }) => {
  const draft = await withIndex(parseUpload(caller, query, bytes));
  const idempotencyKey = header['idempotency-key'];
  const { id } = await storeRun(stores(), draft, { user: caller.user, idempotencyKey, now });
  return text(String(id), 202);
});
