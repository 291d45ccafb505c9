import { passwordToken } from './pipeline/authentication/password-grant.ts';
import { publicOperation } from './pipeline/public-operation.ts';
import { json } from './pipeline/replies/reply.ts';

export const handler = publicOperation('token-create', async ({ path, bytes, now, source }) => {
  const form = new URLSearchParams(Buffer.from(bytes).toString());
  const reply = json(await passwordToken({ realm: path.realm, form }, now, source));
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
});
