import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTester, mayChange } from '../../lib/web/data/sign-in/may-change.ts';

test('a page offers changes of a team to its testers only, and to a key that may upload', () => {
  const teams = [
    { team: 'ada-team', roles: ['viewer', 'uploader', 'tester', 'manager'] as const },
    { team: 'dev-team', roles: ['viewer'] as const },
  ].map(({ team, roles }) => ({ team, roles: [...roles] }));
  const ada = { scopes: ['read' as const, 'upload' as const], teams };
  assert.equal(mayChange(ada, 'ada-team'), true);
  assert.equal(mayChange(ada, 'dev-team'), false);
  assert.equal(mayChange(ada, 'other-team'), false);
  assert.equal(mayChange({ ...ada, scopes: ['read'] }, 'ada-team'), false);
  assert.equal(isTester({ ...ada, scopes: ['read'] }, 'ada-team'), true);
  assert.equal(mayChange(undefined, 'ada-team'), false);
  assert.equal(mayChange(ada, undefined), false);
});
