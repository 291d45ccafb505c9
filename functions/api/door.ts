import type { OperationName } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { Principal } from '../../lib/results/access.ts';
import { goodKey, keyId, lastUseIsOld, principalOf } from '../../lib/results/api-key.ts';
import { defaultService, environment } from '../../lib/store/names.ts';
import { openStores, type Stores } from '../../lib/store/stores.ts';
import { logFailure } from './failure.ts';
import { type Call, type Handler, onion, type Reply } from './onion.ts';

export { json, jsonText, noContent, text } from './reply.ts';

let opened: Stores | undefined;

/** The stores of this process; opened by the first request, so that a failing configuration fails a request. */
export function stores(): Stores {
  opened ??= openStores();
  return opened;
}

/** An operation that needs an API key. */
export function door<Name extends OperationName>(
  name: Name,
  answer: (call: Call<Name> & { readonly caller: Principal }) => Promise<Reply>,
): Handler {
  return onion(name, authenticate, answer);
}

async function authenticate(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<Principal> {
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
    logFailure(`the last use of API key ${id} could not be written`, error);
  }
}
