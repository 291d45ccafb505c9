import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DownpourError } from '../../../lib/errors.ts';
import {
  anonymous,
  holds,
  isMember,
  maySee,
  type Principal,
  parseAccess,
  teamsOf,
} from '../../../lib/results/access.ts';
import {
  type ApiKey,
  goodKey,
  hashOf,
  keyId,
  keyText,
  lastUseIsOld,
  listedKeys,
  makeKey,
  mayManage,
  principalOf,
  requestedKey,
} from '../../../lib/results/identity/api-key.ts';
import { type User, unknownUser } from '../../../lib/results/identity/user.ts';

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
  assert.ok(goodKey(hashOf(text), key, now));
  assert.ok(!goodKey(hashOf(text.toUpperCase()), key, now));
  assert.ok(!goodKey(hashOf(text), undefined, now));
  assert.ok(!goodKey(hashOf(''), undefined, now));
  assert.ok(!goodKey(hashOf(text), { ...key, revokedAt: now }, now));
  const expiring = { ...key, expiresAt: now + dayMs };
  assert.ok(goodKey(hashOf(text), expiring, now + dayMs - 1));
  assert.ok(!goodKey(hashOf(text), expiring, now + dayMs));
});

test('only an administrator gives away more than the own rights', () => {
  const usual = ['read', 'upload', 'drive'];
  assert.deepEqual(requestedKey(ci, {}, 'Downpour'), {
    name: null,
    role: 'user',
    user: 'ci',
    scopes: usual,
    unusedDays: 30,
  });
  assert.deepEqual(
    requestedKey(admin, { name: 'x', role: 'admin', user: 'eve', unusedDays: 0 }, 'Downpour'),
    {
      name: 'x',
      role: 'admin',
      user: 'eve',
      scopes: [...usual, 'admin'],
    },
  );
  assert.equal(requestedKey(ci, { expiresInDays: 400 }, 'Downpour').unusedDays, undefined);
  assert.equal(requestedKey(ci, { name: 'downpour.x' }, 'Horreum').name, 'downpour.x');
  for (const [who, request, status, service] of [
    [ci, { role: 'admin' }, 403, 'Downpour'],
    [ci, { user: 'eve' }, 403, 'Downpour'],
    [admin, { user: '..' }, 400, 'Downpour'],
    [admin, { user: '.' }, 400, 'Downpour'],
    [admin, { name: 'downpour.internal' }, 400, 'Downpour'],
    [admin, { name: 'horreum.internal' }, 400, 'Horreum'],
  ] as const) {
    assert.throws(
      () => requestedKey(who, request, service),
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
    expiresAt: now + 30 * dayMs,
    toExpiration: 30,
    scopes: ['read', 'upload', 'drive'],
  });
  const left = (days: number) => listedKeys(admin, [key], now + days * dayMs)[0]?.toExpiration;
  assert.deepEqual([0, 1, 29.5, 30, 30.5, 31].map(left), [30, 29, 1, 0, 0, -1]);
  assert.deepEqual(listedKeys(admin, [key], now + 38 * dayMs), []);
});

test('a key that is not used expires so many days after its last use, and counts as revoked a day later (row 134)', () => {
  const { text, key } = make(7, 'ci', 'user', { unusedDays: 30 });
  const seen = (at: number, one = key) => {
    const [listed] = listedKeys(admin, [one], at);
    return [goodKey(hashOf(text), one, at) !== undefined, listed?.toExpiration, listed?.isRevoked];
  };
  assert.deepEqual(seen(now), [true, 30, false]);
  assert.deepEqual(seen(now + 30 * dayMs - 1), [true, 1, false]);
  assert.deepEqual(seen(now + 30 * dayMs), [false, 0, false]);
  assert.deepEqual(seen(now + 31 * dayMs), [false, -1, true]);
  const used = { ...key, lastUsedAt: now + 10 * dayMs };
  assert.deepEqual(seen(now + 39 * dayMs, used), [true, 1, false]);
  const both = { ...used, expiresAt: now + 20 * dayMs };
  assert.deepEqual(seen(now + 20 * dayMs, both), [false, 0, false]);
  assert.deepEqual(listedKeys(admin, [key], now + 38 * dayMs), []);
});

test('a key acts as an administrator where its user is one and it is good for that', () => {
  const user = (admin?: boolean) => ({ ...unknownUser('ada', now), ...(admin !== undefined && { admin }) });
  const roleOf = (key: Partial<ApiKey>, known?: User) =>
    principalOf({ ...make(1, 'ada', 'user').key, ...key }, { user: known, isShared: false }).role;
  assert.equal(roleOf({ role: 'admin' }), 'admin');
  assert.equal(roleOf({ role: 'admin' }, user()), 'admin');
  assert.equal(roleOf({ role: 'admin' }, user(false)), 'user');
  assert.equal(roleOf({}, user(true)), 'user');
  assert.equal(roleOf({ scopes: ['read', 'admin'] }, user(true)), 'admin');
  assert.equal(roleOf({ scopes: ['read', 'admin'] }), 'user');
});

test('a key acts with the roles of its user, and owns what its own team does unless others share it', () => {
  const { key } = make(1, 'dev', 'user');
  const known: User = { ...unknownUser('dev', now), teams: { 'qa-team': ['tester'] } };
  const alone = principalOf(key, { user: known, isShared: false });
  const shared = principalOf(key, { user: known, isShared: true });
  assert.deepEqual([teamsOf(alone), teamsOf(shared)], [['dev-team', 'qa-team'], ['qa-team']]);
  const held = (who: Principal) => [
    ...[holds(who, 'tester', 'dev-team'), holds(who, 'tester', 'qa-team'), holds(who, 'viewer', 'qa-team')],
    ...[maySee(who, { owner: 'dev-team', access: 'PRIVATE' })],
  ];
  assert.deepEqual(held(alone), [true, true, false, true]);
  assert.deepEqual(held(shared), [false, true, false, false]);
});

test('a user does not manage a key with more rights than the own key', () => {
  const reader: Principal = { ...ci, scopes: ['read'] };
  const manages = (scopes?: ApiKey['scopes']) => mayManage(reader, make(3, 'ci', 'user', { scopes }).key);
  assert.deepEqual([manages(['read']), manages(['read', 'upload']), manages()], [true, false, false]);
  assert.deepEqual(requestedKey(reader, {}, 'Downpour').scopes, ['read']);
  for (const request of [{ scopes: ['upload'] }, { scopes: ['read', 'admin'] }] as const)
    assert.throws(
      () => requestedKey(reader, { scopes: [...request.scopes] }, 'Downpour'),
      (error: DownpourError) => error.code === 'SCOPE_MISSING' && error.status === 403,
    );
  assert.throws(
    () => requestedKey(admin, { role: 'admin', scopes: ['read'] }, 'Downpour'),
    /needs the scope/,
  );
});

test('a last use is written once a minute', () => {
  const { key } = make(1, 'ci', 'user');
  assert.ok(lastUseIsOld(key, now));
  assert.ok(!lastUseIsOld({ ...key, lastUsedAt: now }, now + 59_999));
  assert.ok(lastUseIsOld({ ...key, lastUsedAt: now }, now + 60_000));
});

test('a private run is seen by its team, a protected one by who has logged in', () => {
  const run = { owner: 'ci-team', access: 'PRIVATE' } as const;
  const eve: Principal = { keyId: 9, user: 'eve', role: 'user' };
  assert.deepEqual(
    [admin, ci, eve].map((who) => maySee(who, run)),
    [false, true, false],
  );
  assert.ok(
    !maySee(anonymous, { ...run, access: 'PROTECTED' }) && maySee(anonymous, { ...run, access: 'PUBLIC' }),
  );
  const member: Principal = { ...eve, teams: { 'ci-team': ['uploader'] } };
  assert.ok(!maySee(member, run) && maySee({ ...eve, teams: { 'ci-team': ['viewer'] } }, run));
  assert.ok(isMember(member, 'ci-team') && !isMember(anonymous, '-team'));
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
