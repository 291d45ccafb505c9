import { DownpourError } from '../../lib/errors.ts';
import { isRevoked, mayManage, refuseReservedName } from '../../lib/results/identity/api-key.ts';
import { serviceName } from '../deployment.ts';
import { stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { noContent } from './pipeline/replies/reply.ts';

export const handler = operation('apikey-rename', async ({ path, body, caller, now }) => {
  refuseReservedName(body, serviceName());
  const { keys } = stores();
  const key = await keys.get(path.id);
  if (key === undefined || !mayManage(caller, key))
    throw new DownpourError(
      'KEY_NOT_FOUND',
      404,
      `there is no API key with the id ${path.id}; \`downpour key list\` lists the keys`,
    );
  // No request deletes a key. If a rename fails, the key was revoked meanwhile.
  if (!isRevoked(key, now) && (await keys.rename(key.id, body))) return noContent;
  throw new DownpourError('KEY_REVOKED', 400, "Can't rename revoked key");
});
