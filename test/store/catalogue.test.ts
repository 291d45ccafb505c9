import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { makeKey } from '../../lib/results/api-key.ts';
import { openKeyStore } from '../../lib/store/api-keys.ts';
import { openCatalogue } from '../../lib/store/catalogue.ts';
import { holds, query } from '../../lib/store/items.ts';
import { type Answer, recording, refused } from './recording.ts';

/** What the catalogue and the keys ask of their table, and what they make of a refusal. */

function open(...answers: readonly Answer[]) {
  const { client, sent } = recording<DynamoDBDocumentClient>(answers);
  return { catalogue: openCatalogue(client, 'table'), keys: openKeyStore(client, 'table'), client, sent };
}
const last = (value: number) => ({ Attributes: { last: value } });
const test3 = { pk: 'tests', sk: '0000000003', id: 3, name: 'shop' };
const name3 = { pk: 'test-names', sk: 'shop', id: 3, name: 'shop' };

suite('a test', () => {
  test('is made under a new id and takes its name, both only where nothing is', async () => {
    const { catalogue, sent } = open(last(3));
    assert.deepEqual(await catalogue.createTest('shop'), { id: 3, name: 'shop' });
    assert.deepEqual(
      sent.map(({ kind }) => kind),
      ['UpdateCommand', 'PutCommand', 'PutCommand'],
    );
    assert.deepEqual(
      sent.slice(1).map(({ input }) => input),
      [test3, name3].map((Item) => ({
        TableName: 'table',
        Item,
        ConditionExpression: 'attribute_not_exists(pk)',
      })),
    );
  });

  test('that came second leaves no id behind and is the first', async () => {
    const { catalogue, sent } = open(last(4), {}, refused(), {}, { Item: name3 });
    assert.deepEqual(await catalogue.createTest('shop'), { id: 3, name: 'shop' });
    assert.deepEqual(sent[3], {
      kind: 'DeleteCommand',
      input: { TableName: 'table', Key: { pk: 'tests', sk: '0000000004' } },
    });
    assert.equal(sent.length, 5);
  });

  test('whose name is taken by nobody is a fault', async () => {
    const { catalogue } = open(last(4), {}, refused());
    await assert.rejects(catalogue.createTest('shop'), /the test shop was taken and has vanished/);
  });

  test('is found by an id only when its name says the same', async () => {
    const found = open({ Item: test3 }, { Item: name3 });
    assert.deepEqual(await found.catalogue.findTest('3'), { id: 3, name: 'shop' });
    const another = open({ Item: { ...test3, id: 3 } }, { Item: { ...name3, id: 9 } });
    assert.equal(await another.catalogue.findTest('3'), undefined);
    assert.deepEqual(another.sent.at(-1)?.input.Key, { pk: 'test-names', sk: '3' });
  });

  test('is asked for by its id only when the text may be one', async () => {
    for (const [text, key] of [
      ['1', { pk: 'tests', sk: '0000000001' }],
      ['2147483647', { pk: 'tests', sk: '2147483647' }],
      ['0', { pk: 'test-names', sk: '0' }],
      ['00', { pk: 'test-names', sk: '00' }],
      ['12345678901', { pk: 'test-names', sk: '12345678901' }],
      ['7x', { pk: 'test-names', sk: '7x' }],
      ['x7', { pk: 'test-names', sk: 'x7' }],
    ] as const) {
      const { catalogue, sent } = open();
      await catalogue.findTest(text);
      assert.deepEqual(sent[0]?.input, { TableName: 'table', Key: key, ConsistentRead: true }, text);
    }
  });
});

suite('an idempotency key', () => {
  const claim = { runId: 5, digest: 'd' };

  test('is bound where it is not', async () => {
    const { catalogue, sent } = open();
    assert.deepEqual(await catalogue.claim('ada', 'k', claim), claim);
    assert.deepEqual(sent, [
      {
        kind: 'PutCommand',
        input: {
          TableName: 'table',
          Item: { pk: 'idempotency#ada', sk: 'k', ...claim },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ]);
  });

  test('keeps its first claim', async () => {
    const earlier = { runId: 2, digest: 'e' };
    const { catalogue } = open(refused(), { Item: { pk: 'idempotency#ada', sk: 'k', ...earlier } });
    assert.deepEqual(await catalogue.claim('ada', 'k', claim), earlier);
  });

  test('that is bound to nothing is a fault', async () => {
    await assert.rejects(open(refused()).catalogue.claim('ada', 'k', claim), /the idempotency key k was/);
  });
});

suite('ids', () => {
  test('are counted by the table, each kind for itself', async () => {
    const { catalogue, keys, sent } = open(last(5), last(8));
    assert.deepEqual([await catalogue.nextRunId(), await keys.nextId()], [5, 9]);
    assert.deepEqual(
      sent.map(({ input }) => input),
      ['run', 'api-key'].map((sk) => ({
        TableName: 'table',
        Key: { pk: 'counters', sk },
        UpdateExpression: 'ADD #last :one',
        ExpressionAttributeNames: { '#last': 'last' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
      })),
    );
  });

  test('end with 32 bits', async () => {
    assert.equal(await open(last(2 ** 31 - 1)).catalogue.nextRunId(), 2 ** 31 - 1);
    await assert.rejects(open(last(2 ** 31)).catalogue.nextRunId(), /the ids of run are used up: 2147483648/);
    await assert.rejects(open({}).catalogue.nextRunId(), /used up: NaN/);
  });
});

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

  test('rows are those of the partition of runs or of keys, without their table keys', async () => {
    const { catalogue, keys, sent } = open(
      { Items: [{ pk: 'runs', sk: '0000000001', id: 1 }] },
      { Items: [{ pk: 'api-keys', sk: '0000000002', id: 2 }] },
    );
    assert.deepEqual([await catalogue.listRuns(), await keys.list()], [[{ id: 1 }], [{ id: 2 }]]);
    assert.deepEqual(
      sent.map(({ input }) => input.ExpressionAttributeValues),
      [{ ':pk': 'runs' }, { ':pk': 'api-keys' }],
    );
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

  test('the first key gives way only where that is asked for and nobody has used it', async () => {
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
