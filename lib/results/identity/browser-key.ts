import type { ApiKeyRequest } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { Principal } from '../access.ts';
import { type ApiKey, isGood, type KeySettings, requestedKey } from './api-key.ts';
import { browserKeys } from './limits.ts';

/** The settings of a key for one browser, and its life in milliseconds. */
export type BrowserKeySettings = KeySettings & { readonly type: 'BROWSER'; readonly lastsMs: number };

/**
 * The settings of a new browser key, from a validated request.
 * @throws DownpourError REQUEST_INVALID (400) for an expiry in days, and the errors of `requestedKey`.
 */
export function requestedBrowserKey(
  creator: Principal,
  request: ApiKeyRequest,
  service: string,
): BrowserKeySettings {
  const { expiresInDays, unusedDays, expiresInHours = browserKeys.hours, name = null } = request;
  if (expiresInDays !== undefined || unusedDays !== undefined)
    throw invalid(
      'a key of the type BROWSER expires after hours, not days: send expiresInHours instead of expiresInDays and unusedDays',
    );
  const settings = requestedKey(creator, { ...request, name: name ?? 'browser', unusedDays: 0 }, service);
  return { ...settings, type: 'BROWSER', lastsMs: expiresInHours * hourMs };
}

/**
 * Rejects a life in hours for a key that is not for a browser.
 * @throws DownpourError REQUEST_INVALID (400).
 */
export function refuseHours({ expiresInHours }: ApiKeyRequest): void {
  if (expiresInHours !== undefined)
    throw invalid(
      'expiresInHours works only for keys of the type BROWSER: send expiresInDays, or set the type BROWSER',
    );
}

/**
 * Returns the oldest browser keys of a user that exceed the allowed number. Call this after a new key is
 * stored: when several requests store keys at the same time, the last request sees all keys.
 */
export function surplus(keys: readonly ApiKey[], user: string, now: number): readonly ApiKey[] {
  const own = keys
    .filter((key) => key.type === 'BROWSER' && key.user === user && isGood(key, now))
    .sort((a, b) => a.createdAt - b.createdAt || a.id - b.id);
  return own.slice(0, Math.max(0, own.length - browserKeys.userMax));
}

const hourMs = 3_600_000;

const invalid = (why: string): DownpourError => new DownpourError('REQUEST_INVALID', 400, why);
