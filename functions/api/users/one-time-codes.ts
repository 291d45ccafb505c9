import { randomBytes } from 'node:crypto';
import type { BrowserKey } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { hashOf, isGood, refuseReservedName } from '../../../lib/results/identity/api-key.ts';
import type { BrowserKeySettings } from '../../../lib/results/identity/browser-key.ts';
import { browserKeys, passwordTries } from '../../../lib/results/identity/limits.ts';
import { makeOnce } from '../../../lib/results/identity/one-time-code.ts';
import { serviceName } from '../../deployment.ts';
import { stores } from '../../stores.ts';
import { operation } from '../pipeline/operation.ts';
import { publicOperation } from '../pipeline/public-operation.ts';
import { json } from '../pipeline/replies/reply.ts';
import { storeBrowserKey } from './store-browser-key.ts';

/** Makes a code that a browser can exchange once for a browser key. */
export const createOnce = operation('once-create', async ({ body, caller, now }) => {
  const { code, record } = makeOnce(caller, body, randomBytes(32), now);
  await stores().keys.putOnce(record);
  return unstored(json({ code, expiresAt: record.expiresAt }));
});

/**
 * Exchanges a code for a browser key. The store deletes the code in the same request that reads it, so one of
 * two requests gets the key.
 */
export const exchangeOnce = publicOperation('once-exchange', async ({ body, now, source }) => {
  const { code, name = 'browser' } = body;
  refuseReservedName(name, serviceName());
  const settings = await takeOnce(code, source, now);
  const { text, expiresAt } = await storeBrowserKey({ ...settings, name }, now);
  return unstored(json({ apiKey: text, expiresAt } satisfies BrowserKey));
});

/**
 * Reads and deletes a code. An attempt is counted before the code is read, so that concurrent requests cannot
 * exceed the limit. A valid code subtracts its attempt again.
 */
async function takeOnce(
  code: string,
  source: string,
  now: number,
): Promise<Omit<BrowserKeySettings, 'name'>> {
  if ((await countTry(source, 1, now)) > browserKeys.wrongMax)
    throw new DownpourError(
      'TOO_MANY_TRIES',
      429,
      'too many wrong sign-in codes came from this address: wait some minutes',
    );
  const { keys } = stores();
  const record = await keys.takeOnce(hashOf(code));
  if (record === undefined || record.expiresAt <= now) throw unknownCode();
  const { hash: _, madeBy, expiresAt: _end, ...settings } = record;
  const maker = madeBy === 0 ? undefined : await keys.get(madeBy);
  if (maker === undefined ? madeBy !== 0 : !isGood(maker, now)) throw unknownCode();
  await countTry(source, -1, now);
  return settings;
}

/**
 * Counts wrong codes from an address in the present period. Names of users have no space, so these counts are
 * separate from those of passwords.
 */
function countTry(source: string, tries: 1 | -1, now: number): Promise<number> {
  const window = Math.floor(now / passwordTries.windowMs);
  const forgetAt = Math.ceil(((window + 2) * passwordTries.windowMs) / 1000);
  return stores().users.countTry(`once code@${source}`, window, tries, forgetAt);
}

const unstored = (reply: ReturnType<typeof json>): ReturnType<typeof json> => ({
  ...reply,
  headers: { ...reply.headers, 'cache-control': 'no-store' },
});

const unknownCode = (): DownpourError =>
  new DownpourError(
    'UNAUTHORIZED',
    401,
    'this sign-in code is unknown, was used, or is older than two minutes: sign in again to get a new code',
  );
