import { randomBytes } from 'node:crypto';
import { makeKey, requestedKey } from '../../lib/results/identity/api-key.ts';
import { refuseHours, requestedBrowserKey } from '../../lib/results/identity/browser-key.ts';
import { serviceName } from '../deployment.ts';
import { stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { text } from './pipeline/replies/reply.ts';
import { storeBrowserKey } from './users/store-browser-key.ts';

export const handler = operation('apikey-create', async ({ body, caller, now }) => {
  if (body.type === 'BROWSER')
    return text((await storeBrowserKey(requestedBrowserKey(caller, body, serviceName()), now)).text);
  refuseHours(body);
  const newKey = requestedKey(caller, body, serviceName());
  const { keys } = stores();
  const made = makeKey(
    await keys.nextId(),
    { ...newKey, expiresInDays: body.expiresInDays },
    randomBytes(32),
    now,
  );
  await keys.put(made.key);
  return text(made.text);
});
