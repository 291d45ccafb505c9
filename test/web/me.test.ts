import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKeyResponse } from '../../lib/api.generated.ts';
import { keyRequest, ownKeys, usualScopes } from '../../lib/web/screens/me/own-keys.ts';
import { limits } from '../../lib/web/words/own/me.ts';

/** Tests of the page of the signed-in person: the parts that need no browser. */

test('a new key has the chosen rights, and the end that the person chose', () => {
  const form = { name: ' ci ', scopes: ['read'] as const };
  const requests = ['unused', '7', 'never'].map((lifetime) =>
    keyRequest({ ...form, lifetime }, { role: 'user' }),
  );
  const common = { type: 'USER', name: 'ci', scopes: ['read'] };
  assert.deepEqual(requests, [common, { ...common, expiresInDays: 7 }, { ...common, unusedDays: 0 }]);
});

test('a key may manage users only if the person chose it and is an administrator', () => {
  const scopes = ['read', 'admin'] as const;
  const roles = (['admin', 'user'] as const).map(
    (role) => keyRequest({ name: 'a', scopes, lifetime: 'unused' }, { role }).role,
  );
  assert.deepEqual(roles, ['admin', undefined]);
  assert.deepEqual(usualScopes(['read', 'drive', 'admin']), ['read', 'drive']);
  assert.equal(
    keyRequest({ name: 'a', scopes: ['read'], lifetime: 'unused' }, { role: 'admin' }).role,
    undefined,
  );
});

test('the list has the own keys, and the revoked ones at its end', () => {
  const keys = [
    { id: 1, user: 'ada', isRevoked: true },
    { id: 2, user: 'bob', isRevoked: false },
    { id: 3, user: 'ada', isRevoked: false },
    { id: 4, user: 'ada', isRevoked: false },
  ] as ApiKeyResponse[];
  assert.deepEqual(
    ownKeys(keys, { user: 'ada' }).map(({ id }) => id),
    [3, 4, 1],
  );
});

test('the limits of a key are not rounded', () => {
  assert.equal(
    limits({ usersPerSecMax: 0.5, dollarsMax: 1.25, durationMsMax: 60_000 }),
    '0.5 users per second, 1.25 dollars of a run, 60,000 milliseconds of a run',
  );
});
