import { randomBytes } from 'node:crypto';
import { makeKey } from '../../../lib/results/identity/api-key.ts';
import { type BrowserKeySettings, surplus } from '../../../lib/results/identity/browser-key.ts';
import { stores } from '../../stores.ts';
import { forgetKey } from '../pipeline/authentication/known-keys.ts';

/** Stores a new browser key. If its user has too many, the oldest ones are revoked. */
export async function storeBrowserKey(
  settings: BrowserKeySettings,
  now: number,
): Promise<{ readonly text: string; readonly expiresAt: number }> {
  const { keys } = stores();
  const { text, key } = makeKey(await keys.nextId(), settings, randomBytes(32), now);
  await keys.put(key);
  for (const old of surplus(await keys.list(), key.user, now)) {
    await keys.revoke(old.id, now);
    forgetKey(old);
  }
  return { text, expiresAt: key.expiresAt ?? now + settings.lastsMs };
}
