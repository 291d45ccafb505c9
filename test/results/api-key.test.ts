import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DownpourError } from '../../lib/errors.ts';
import { isMember, maySee, type Principal, parseAccess } from '../../lib/results/access.ts';
import {
  type ApiKey,
  goodKey,
  keyId,
  keyText,
  lastUseIsOld,
  listedKeys,
  makeKey,
  mayManage,
  requestedKey,
} from '../../lib/results/api-key.ts';

const dayMs = 86_400_000;
const now = 1_718_000_000_000;
const secret = new Uint8Array(32).map((_, index) => index * 7);
const admin: Principal = { keyId: 1, user: 'admin', role: 'admin' };
const ci: Principal = { keyId: 2, user: 'ci', role: 'user' };
function make(id: number, user: string, role: 'admin' | 'user', more: Partial<ApiKey> = {}) {
  const { text, key } = makeKey(id, { name: `key ${id}`, user, role }, secret, now);
  return { text, key: { ...key, ...more } };
}

test('a key is text with a prefix, its id and 256 bits, and is stored as a digest', () => {
  const { text, key } = make(7, 'ci', 'user');
  assert.match(text, /^dpr_7_[\w-]{43}$/);
  assert.equal(keyId(text), 7);
  assert.match(key.hash, /^[0-9a-f]{64}$/);
  assert.ok(!JSON.stringify(key).includes(text.slice(20)));
  assert.ok(text.startsWith(key.prefix));
  assert.throws(() => keyText(1, secret.subarray(1)), /32 random bytes/);
});

test('a text that is no key has no id', () => {
  const { text } = make(7, 'ci', 'user');
  const others = [
    '',
    'dpr_7_',
    text.slice(1),
    `${text}x`,
    text.replace('_7_', '_0_'),
    text.replace('_7_', '_9999999999_'),
  ];
  for (const other of others) assert.equal(keyId(other), undefined, other);
});

test('a key is good until it expires or is revoked, and only letter for letter', () => {
  const { text, key } = make(7, 'ci', 'user');
  assert.ok(goodKey(text, key, now));
  assert.ok(!goodKey(text.toUpperCase(), key, now));
  assert.ok(!goodKey(text, undefined, now));
  assert.ok(!goodKey('', undefined, now));
  assert.ok(!goodKey(text, { ...key, revokedAt: now }, now));
  const expiring = { ...key, expiresAt: now + dayMs };
  assert.ok(goodKey(text, expiring, now + dayMs - 1));
  assert.ok(!goodKey(text, expiring, now + dayMs));
});

test('only an administrator gives away more than the own rights', () => {
  assert.deepEqual(requestedKey(ci, {}), { name: null, role: 'user', user: 'ci' });
  assert.deepEqual(requestedKey(admin, { name: 'x', role: 'admin', user: 'eve' }), {
    name: 'x',
    role: 'admin',
    user: 'eve',
  });
  for (const [who, request, status] of [
    [ci, { role: 'admin' }, 403],
    [ci, { user: 'eve' }, 403],
    [admin, { name: 'downpour.internal' }, 400],
  ] as const) {
    assert.throws(
      () => requestedKey(who, request),
      (error: DownpourError) => error.status === status,
    );
  }
});

test('an administrator lists every key, a user the own ones, none with a secret', () => {
  const keys = [
    make(3, 'ci', 'user'),
    make(1, 'admin', 'admin'),
    make(2, 'eve', 'user'),
    make(4, 'ci', 'admin'),
  ].map(({ key }) => key);
  const ids = (who: Principal) => listedKeys(who, keys, now).map(({ id }) => id);
  assert.deepEqual(ids(admin), [1, 2, 3, 4]);
  assert.deepEqual(ids(ci), [3]);
  assert.ok(!mayManage(ci, keys[3]!));
  assert.ok(!JSON.stringify(listedKeys(admin, keys, now)).includes('hash'));
});

test('a listed key says when it was used and how many days it has left', () => {
  const { key } = make(1, 'ci', 'user', { expiresAt: now + 30 * dayMs, lastUsedAt: now, revokedAt: now });
  const [shown] = listedKeys(admin, [key], now + dayMs / 2);
  assert.deepEqual(shown, {
    id: 1,
    name: 'key 1',
    type: 'USER',
    role: 'user',
    user: 'ci',
    prefix: key.prefix,
    creation: now,
    access: now,
    isRevoked: true,
    toExpiration: 29,
  });
  assert.equal(listedKeys(admin, [key], now + 31 * dayMs)[0]?.toExpiration, -1);
  assert.deepEqual(listedKeys(admin, [key], now + 38 * dayMs), []);
});

test('a last use is written once a minute', () => {
  const { key } = make(1, 'ci', 'user');
  assert.ok(lastUseIsOld(key, now));
  assert.ok(!lastUseIsOld({ ...key, lastUsedAt: now }, now + 59_999));
  assert.ok(lastUseIsOld({ ...key, lastUsedAt: now }, now + 60_000));
});

test('a private run is seen by its team and by administrators', () => {
  const run = { owner: 'ci-team', access: 'PRIVATE' } as const;
  const eve: Principal = { keyId: 9, user: 'eve', role: 'user' };
  assert.deepEqual(
    [admin, ci, eve].map((who) => maySee(who, run)),
    [true, true, false],
  );
  assert.ok(maySee(eve, { ...run, access: 'PUBLIC' }) && maySee(eve, { ...run, access: 'PROTECTED' }));
  assert.ok(isMember(ci, 'ci-team') && !isMember(ci, 'eve-team'));
  assert.deepEqual(['PUBLIC', '1', '2', 'public', '3', ''].map(parseAccess), [
    'PUBLIC',
    'PROTECTED',
    'PRIVATE',
    undefined,
    undefined,
    undefined,
  ]);
});
