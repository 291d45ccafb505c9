import type { OnceRequest } from '../../api.generated.ts';
import type { Principal } from '../access.ts';
import { hashOf } from './api-key.ts';
import { type BrowserKeySettings, requestedBrowserKey } from './browser-key.ts';
import { browserKeys } from './limits.ts';

/**
 * The stored record of a code that a browser exchanges once for a key. The text of the code is not stored.
 */
export type OnceRecord = Omit<BrowserKeySettings, 'name'> & {
  /** SHA-256 of the code in hex. The code has 256 random bits, so no slow hash is needed. */
  readonly hash: string;
  /** Id of the API key that requested the code. 0: the user logged in with a password or a token. */
  readonly madeBy: number;
  /** Epoch milliseconds at which the code expires. */
  readonly expiresAt: number;
};

/**
 * Makes a code, which a browser exchanges once for a key, and the record to store.
 * @param secret 32 random bytes.
 */
export function makeOnce(
  creator: Principal,
  request: OnceRequest,
  secret: Uint8Array,
  now: number,
): { readonly code: string; readonly record: OnceRecord } {
  const { name: _, ...settings } = requestedBrowserKey(creator, { ...request, type: 'BROWSER' }, '');
  const code = Buffer.from(secret).toString('base64url');
  const expiresAt = now + browserKeys.onceMs;
  return { code, record: { ...settings, hash: hashOf(code), madeBy: creator.keyId, expiresAt } };
}
