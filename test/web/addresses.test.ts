import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressMax } from '../../lib/web/addresses/table.ts';

test('an address that is offered as a link is no longer than old browsers and mail programs pass on', () => {
  assert.ok(addressMax <= 2_083);
});
