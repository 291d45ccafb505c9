import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimedBy, principalOfToken } from '../../../lib/results/identity/token-claims.ts';
import { unknownUser } from '../../../lib/results/identity/user.ts';

const settings = { issuer: 'https://i', audience: 'downpour' };
const claimed = (claims: object) => claimedBy(claims as Record<string, unknown>, settings);

test('roles of the realm and of the client are roles in teams, and other words mean nothing', () => {
  const roles = [
    'dev-tester',
    'dev-viewer',
    'qa-team',
    'tester',
    'admin',
    'offline_access',
    'a-owner',
    3,
    null,
  ];
  assert.deepEqual(
    claimed({
      preferred_username: 'ada',
      sub: 'x',
      realm_access: { roles },
      resource_access: { downpour: { roles: ['ops-uploader'] }, other: { roles: ['evil-manager'] } },
    }),
    {
      user: 'ada',
      teams: { 'dev-team': ['tester', 'viewer'], 'qa-team': [], 'ops-team': ['uploader'] },
      admin: true,
    },
  );
  for (const realm_access of [undefined, null, 'x', [], { roles: 'admin' }])
    assert.deepEqual(claimed({ sub: 'ada', realm_access }), { user: 'ada', teams: {}, admin: false });
});

test('a token names a user that may be one', () => {
  for (const name of ['', 'a b', 'a/b', 'x'.repeat(60), 'admin', undefined])
    assert.equal(typeof claimed({ sub: name }), 'string', name);
});

test('a token adds to what is kept of its user, and is no way to one with a password', () => {
  const user = { ...unknownUser('ada', 1), teams: { 'dev-team': ['viewer'] } } as const;
  const token = { user: 'ada', teams: { 'dev-team': ['tester'], 'qa-team': [] }, admin: false } as const;
  assert.deepEqual(principalOfToken(token, { user, isShared: false }), {
    keyId: 0,
    user: 'ada',
    role: 'user',
    by: 'token',
    teams: { 'dev-team': ['viewer', 'tester'], 'qa-team': [] },
  });
  assert.equal(
    principalOfToken({ ...token, admin: true }, { user: undefined, isShared: false })?.role,
    'admin',
  );
  assert.equal(principalOfToken(token, { user, isShared: true })?.ownTeam, false);
  const password = { salt: '', hash: '', cost: 2, blockSize: 1, parallel: 1 };
  assert.equal(principalOfToken(token, { user: { ...user, password }, isShared: false }), undefined);
});
