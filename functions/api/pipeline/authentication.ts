import { DownpourError } from '../../../lib/errors.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { goodKey, keyId, lastUseIsOld, principalOf } from '../../../lib/results/api-key.ts';
import { defaultService, environment } from '../../../lib/store/names.ts';
import { log } from '../../log.ts';
import { stores } from '../../stores.ts';
import type { Headers } from './types.ts';

/**
 * Checks the API key of a request and returns whose it is.
 * @throws DownpourError 401 for a key that is missing, unknown, revoked or expired; all read alike.
 */
export async function authenticate(headers: Headers, now: number): Promise<Principal> {
  const header = `X-${process.env[environment.service] ?? defaultService}-API-Key`;
  const text = headers[header.toLowerCase()] ?? '';
  const id = keyId(text);
  const key = goodKey(text, id === undefined ? undefined : await stores().keys.get(id), now);
  if (key === undefined) {
    throw new DownpourError(
      'UNAUTHORIZED',
      401,
      `this operation needs a valid API key in the header ${header}`,
    );
  }
  if (lastUseIsOld(key, now)) await noteUse(key.id, now);
  return principalOf(key);
}

/** A use that cannot be written down is no reason to turn a caller away. */
async function noteUse(id: number, now: number): Promise<void> {
  try {
    await stores().keys.touch(id, now);
  } catch (error) {
    log.error(`the last use of API key ${id} could not be written`, {}, error);
  }
}
