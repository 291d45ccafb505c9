import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { makeKey } from '../../lib/results/identity/api-key.ts';
import { openKeyStore } from '../../lib/store/identity/api-keys.ts';
import { holds, query } from '../../lib/store/item-operations.ts';
import { type Answer, recording, refused } from './recording.ts';

/** The requests of the key store to its table, and its handling of rejections. */

function open(...answers: readonly Answer[]) {
  const { client, sent } = recording<DynamoDBDocumentClient>(answers);
  return { keys: openKeyStore(client, 'table'), client, sent };
}

suite('items', () => {
  test('a write whose condition does not hold is false, any other failure is thrown', async () => {
    assert.equal(await holds(Promise.resolve(0)), true);
    assert.equal(await holds(Promise.reject(refused())), false);
    await assert.rejects(holds(Promise.reject(new Error('no table'))), /no table/);
  });

  test('a partition is read page by page, whole or by a prefix', async () => {
    const [one, two] = [
      { pk: 'p', sk: 'a' },
      { pk: 'p', sk: 'b' },
    ];
    const { client, sent } = open({ Items: [one], LastEvaluatedKey: one }, { Items: [two] });
    assert.deepEqual(await query(client, 'table', 'p'), [one, two]);
    const whole = {
      TableName: 'table',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'p' },
      ConsistentRead: true,
    };
    assert.deepEqual(
      sent.map(({ kind, input }) => [kind, input]),
      [
        ['QueryCommand', { ...whole, ExclusiveStartKey: undefined }],
        ['QueryCommand', { ...whole, ExclusiveStartKey: one }],
      ],
    );
    const prefixed = open({});
    assert.deepEqual(await query(prefixed.client, 'table', 'p', 'a#'), []);
    assert.deepEqual(prefixed.sent[0]?.input, {
      ...whole,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': 'p', ':prefix': 'a#' },
      ExclusiveStartKey: undefined,
    });
  });

  test('keys are those of their partition, without their table keys', async () => {
    const { keys, sent } = open({ Items: [{ pk: 'api-keys', sk: '0000000002', id: 2 }] });
    assert.deepEqual(await keys.list(), [{ id: 2 }]);
    assert.deepEqual(sent[0]?.input.ExpressionAttributeValues, { ':pk': 'api-keys' });
  });

  test('a further key has the next id behind the first one', async () => {
    const { keys, sent } = open({ Attributes: { last: 8 } });
    assert.equal(await keys.nextId(), 9);
    assert.deepEqual(sent[0]?.input, {
      TableName: 'table',
      Key: { pk: 'counters', sk: 'api-key' },
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    });
  });
});

suite('API keys', () => {
  const { key } = makeKey(2, { name: 'ci', user: 'ada', role: 'user' }, new Uint8Array(32), 10);

  test('a key is put once', async () => {
    const { keys, sent } = open();
    await keys.put(key);
    assert.deepEqual(sent[0]?.input, {
      TableName: 'table',
      Item: { pk: 'api-keys', sk: '0000000002', ...key },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    await assert.rejects(open(refused()).keys.put(key), /there is an API key 2 already/);
  });

  test('the first key is replaced only on request, and only while it is unused', async () => {
    const { keys, sent } = open({}, {}, refused());
    const made = [
      await keys.putFirst(key, false),
      await keys.putFirst(key, true),
      await keys.putFirst(key, true),
    ];
    assert.deepEqual(made, [true, true, false]);
    assert.deepEqual(
      sent.map(({ input }) => input.ConditionExpression),
      [
        'attribute_not_exists(pk)',
        'attribute_not_exists(pk) OR attribute_not_exists(lastUsedAt)',
        'attribute_not_exists(pk) OR attribute_not_exists(lastUsedAt)',
      ],
    );
    assert.partialDeepStrictEqual(sent[0]?.input.Item, { sk: '0000000001' });
  });

  test('times are set where they are news, and a refusal changes nothing', async () => {
    const { keys, sent } = open({}, refused(), refused());
    await keys.touch(2, 100);
    await keys.touch(2, 50);
    await keys.revoke(2, 200);
    const set = (attribute: string, now: number, ConditionExpression: string) => ({
      TableName: 'table',
      Key: { pk: 'api-keys', sk: '0000000002' },
      UpdateExpression: `SET ${attribute} = :now`,
      ConditionExpression,
      ExpressionAttributeValues: { ':now': now },
    });
    const used = 'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :now)';
    assert.deepEqual(
      sent.map(({ input }) => input),
      [
        set('lastUsedAt', 100, used),
        set('lastUsedAt', 50, used),
        set('revokedAt', 200, 'attribute_exists(pk) AND attribute_not_exists(revokedAt)'),
      ],
    );
    await assert.rejects(open(new Error('no table')).keys.touch(2, 1), /no table/);
    await assert.rejects(open(new Error('no table')).keys.revoke(2, 1), /no table/);
  });
});
