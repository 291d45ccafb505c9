import { randomBytes } from 'node:crypto';
import { firstKeyId } from '../../lib/names/identity-keys.ts';
import { keyAliasIn } from '../../lib/names/key-function-aliases.ts';
import { firstUser } from '../../lib/results/access.ts';
import { makeKey } from '../../lib/results/identity/api-key.ts';
import { lentKey } from '../../lib/results/identity/iam-key.ts';
import { log } from '../log.ts';
import { stores } from '../stores.ts';

export type FirstKey = { readonly apiKey: string } | { readonly exists: true };

/** A key for some hours. `expiresAt`: epoch milliseconds. */
export type LentKey = { readonly apiKey: string; readonly expiresAt: number };

/**
 * Makes the first administrator key and returns its text once: `{apiKey}`, and later `{exists: true}`. The
 * person who deploys Downpour invokes this function directly. `{replaceUnused: true}` replaces a key that was
 * never used, because its text may be lost after an interruption. A caller of a Lambda alias of this function
 * gets a key with fewer rights. IAM decides who may invoke which alias.
 */
export async function handler(
  event: { readonly replaceUnused?: boolean } = {},
  context: { readonly invokedFunctionArn?: string } = {},
): Promise<FirstKey | LentKey> {
  const { keys } = stores();
  const alias = keyAliasIn(context.invokedFunctionArn);
  if (alias !== undefined) {
    const settings = lentKey(alias);
    const { text, key } = makeKey(await keys.nextId(), settings, randomBytes(32), Date.now());
    await keys.put(key);
    log.info(`a caller of the Lambda alias ${alias} received API key ${key.id}`);
    return { apiKey: text, expiresAt: key.createdAt + settings.lastsMs };
  }
  const facts = { name: 'first administrator', user: firstUser, role: 'admin' } as const;
  const { text, key } = makeKey(firstKeyId, facts, randomBytes(32), Date.now());
  const isMade = await keys.putFirst(key, event.replaceUnused === true);
  return isMade ? { apiKey: text } : { exists: true };
}
