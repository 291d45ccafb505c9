import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type FirstKey, type LentKey, handler as makeKey } from '../../../functions/api/first-key.ts';
import type { Me } from '../../../lib/api.generated.ts';
import { keyAliases } from '../../../lib/names/key-function-aliases.ts';
import { lentKeys } from '../../../lib/results/identity/limits.ts';
import { openMemory } from '../memory.ts';
import { adminKey } from './admin-key.ts';
import { send } from './requests.ts';

/**
 * IAM allows a caller to invoke an alias of the function that issues keys. The key has the rights of that
 * alias.
 */

openMemory();
const admin = await adminKey();
const json = { 'content-type': 'application/json' };

const through = (alias: string): Promise<FirstKey | LentKey> =>
  makeKey({}, { invokedFunctionArn: `arn:aws:lambda:eu-west-1:123456789012:function:Keys:${alias}` });

async function lent(alias: (typeof keyAliases)[number]): Promise<LentKey> {
  const given = await through(alias);
  assert.ok('expiresAt' in given);
  return given;
}

suite('a key for a right in IAM', () => {
  test('lasts for some hours, and is no administrator', async () => {
    const before = Date.now();
    for (const alias of keyAliases) {
      const { apiKey, expiresAt } = await lent(alias);
      assert.ok(expiresAt >= before + lentKeys.hours * 3_600_000);
      const { body } = await send('GET /api/user/me', { key: apiKey });
      const me: Me = JSON.parse(body);
      assert.deepEqual([me.user, me.role, me.expiresAt], ['iam', 'user', expiresAt]);
    }
  });

  test('starts bursts when it is for drive, and only reads when it is for read', async () => {
    const body = JSON.stringify({ document: 'name: none' });
    const statusOf = async (alias: (typeof keyAliases)[number]) => {
      const { apiKey: key } = await lent(alias);
      const begun = await send('POST /api/burst', { key, headers: json, body });
      const listed = await send('GET /api/run/list', { key });
      return [begun.status, listed.status];
    };
    // The document has no scenario, so the API rejects it only after it has accepted the key.
    assert.deepEqual(await statusOf('drive'), [400, 200]);
    assert.deepEqual(await statusOf('read'), [403, 200]);
  });

  test('another name of the function makes no such key', async () => {
    assert.deepEqual(await through('live'), { exists: true });
  });

  test('its user cannot belong to a person', async () => {
    const user = { user: { username: 'iam' }, password: 'a long password' };
    const made = await send('POST /api/user/createUser', {
      key: admin,
      headers: json,
      body: JSON.stringify(user),
    });
    assert.equal(made.status, 400, made.body);
    const { apiKey } = await lent('drive');
    const more = JSON.stringify({ scopes: ['admin'] });
    const key = await send('POST /api/user/apikey', { key: apiKey, headers: json, body: more });
    assert.equal(key.status, 403, key.body);
  });
});
