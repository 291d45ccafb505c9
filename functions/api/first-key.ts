import { randomBytes } from 'node:crypto';
import { firstUser } from '../../lib/results/access.ts';
import { makeKey } from '../../lib/results/identity/api-key.ts';
import { firstKeyId } from '../../lib/store/identity/api-keys.ts';
import { stores } from '../stores.ts';

export type FirstKey = { readonly apiKey: string } | { readonly exists: true };

/**
 * Makes the first administrator key. The first call returns its text, `{apiKey}`, and later calls return
 * `{exists: true}`. The person who deploys invokes the function directly. `{replaceUnused: true}` replaces a
 * key that was never used, because an interruption may have lost its text.
 */
export async function handler(event: { readonly replaceUnused?: boolean } = {}): Promise<FirstKey> {
  const facts = { name: 'first administrator', user: firstUser, role: 'admin' } as const;
  const { text, key } = makeKey(firstKeyId, facts, randomBytes(32), Date.now());
  const isMade = await stores().keys.putFirst(key, event.replaceUnused === true);
  return isMade ? { apiKey: text } : { exists: true };
}
