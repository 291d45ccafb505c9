import { randomBytes } from 'node:crypto';
import { firstUser } from '../../lib/results/access.ts';
import { makeKey } from '../../lib/results/identity/api-key.ts';
import { firstKeyId } from '../../lib/store/identity/api-keys.ts';
import { stores } from '../stores.ts';

export type FirstKey = { readonly apiKey: string } | { readonly exists: true };

/**
 * Makes the first administrator key and answers with its text, once: `{apiKey}`, afterwards `{exists: true}`. Invoked
 * directly by whoever deploys. `{replaceUnused: true}` makes it anew as long as nobody has used it, for whoever was
 * interrupted before the text was kept.
 */
export async function handler(event: { readonly replaceUnused?: boolean } = {}): Promise<FirstKey> {
  const wanted = { name: 'first administrator', user: firstUser, role: 'admin' } as const;
  const { text, key } = makeKey(firstKeyId, wanted, randomBytes(32), Date.now());
  const isMade = await stores().keys.putFirst(key, event.replaceUnused === true);
  return isMade ? { apiKey: text } : { exists: true };
}
