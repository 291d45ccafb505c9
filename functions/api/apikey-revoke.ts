import { DownpourError } from '../../lib/errors.ts';
import { mayManage } from '../../lib/results/identity/api-key.ts';
import { stores } from '../stores.ts';
import { forgetKey } from './pipeline/authentication/known-keys.ts';
import { operation } from './pipeline/operation.ts';
import { noContent } from './pipeline/replies/reply.ts';

export const handler = operation('apikey-revoke', async ({ path, caller, now }) => {
  const { keys } = stores();
  const key = await keys.get(path.id);
  if (key === undefined || !mayManage(caller, key))
    throw new DownpourError(
      'KEY_NOT_FOUND',
      404,
      `there is no API key with the id ${path.id}; \`downpour key list\` lists the keys`,
    );
  await keys.revoke(key.id, now);
  forgetKey(key);
  return noContent;
});
