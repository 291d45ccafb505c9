import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressMax, loginAddress } from '../../lib/web/addresses/table.ts';

test('an address that is offered as a link is no longer than old browsers and mail programs pass on', () => {
  assert.ok(addressMax <= 2_083);
});

test('the sign-in returns to an address, and never to itself', () => {
  assert.equal(loginAddress('/runs?text=a'), '/login?next=/runs%3Ftext%3Da');
  // After a sign-out, the address is that of the sign-in already.
  for (const own of ['/login', '/login?next=/runs', '/']) assert.equal(loginAddress(own), '/login');
});
