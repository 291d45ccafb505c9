import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startConducting } from '../../lib/driver/conducting/state.ts';
import { burstDays } from '../../lib/facts/retention.ts';
import { openBursts } from '../../lib/store/bursts.ts';
import { expiryOf } from '../../lib/store/drives.ts';
import { packed } from '../../lib/store/item-operations.ts';
import { type Answer, recording, refused } from './recording.ts';

/** The requests of a burst's drives to their table: single conditional writes, each with its expiry. */

const now = 1_700_000_000_250;
const expiresAt = 1_700_000_001 + burstDays * 86_400;
function open(...answers: readonly Answer[]) {
  const { client, sent } = recording<DynamoDBDocumentClient>(answers);
  return { bursts: openBursts(client, 'table', () => now), sent };
}
const drive = { phase: 3, shard: 20, segment: 1 };
const leaseKey = { pk: 'b#drives#3#23', sk: 'lease#0000000001#0000000020' };
const liveKey = { pk: 'b#live#23', sk: '0000000003#0000000001#0000000020' };

suite('a drive', () => {
  test('takes its lease when the lease is free', async () => {
    const { bursts, sent } = open();
    assert.equal(await bursts.lease('b', drive, 'mine'), true);
    assert.deepEqual(sent, [
      {
        kind: 'PutCommand',
        input: {
          TableName: 'table',
          Item: { ...leaseKey, lease: 'mine', leasedAt: now, expiresAt },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ]);
  });

  test('that finds a lease there has it only when it is its own', async () => {
    const holder = (lease: string) => open(refused(), { Item: { ...leaseKey, lease } });
    assert.equal(await holder('mine').bursts.lease('b', drive, 'mine'), true);
    assert.equal(await holder('yours').bursts.lease('b', drive, 'mine'), false);
    assert.equal(await open(refused()).bursts.lease('b', drive, 'mine'), false);
  });

  test('is counted where its part is, and tells the phase when it completes that', async () => {
    const numbers = { shards: 84 + 1, segments: 2 };
    const [some, whole, all] = [new Set([20]), new Set([20, 52, 84]), new Set(['a', 'b'])];
    const { bursts, sent } = open(
      { Attributes: { terminated: some } },
      { Attributes: { terminated: whole } },
      { Attributes: { terminated: all } },
    );
    assert.deepEqual(await bursts.count('b', drive, ['terminated'], numbers), []);
    assert.deepEqual(await bursts.count('b', drive, ['terminated'], numbers), []);
    const add = (Key: object, member: unknown) => ({
      TableName: 'table',
      Key,
      UpdateExpression: 'ADD #s0 :member SET expiresAt = :expiresAt',
      ExpressionAttributeNames: { '#s0': 'terminated' },
      ExpressionAttributeValues: { ':member': new Set([member]), ':expiresAt': expiresAt },
      ReturnValues: 'UPDATED_NEW',
    });
    const part = add({ pk: 'b#drives#3#23', sk: 'count#0000000001' }, 20);
    assert.deepEqual(
      sent.map(({ input }) => input),
      [part, part, add({ pk: 'b#drives#3', sk: 'count' }, '23/1')],
    );
  });

  test('has a report that the next one replaces', async () => {
    const { bursts, sent } = open();
    const live = { second: 4 } as unknown as Parameters<typeof bursts.putLive>[2];
    await bursts.putLive('b', drive, live);
    const Item = { ...liveKey, live: packed({ second: 4 }), expiresAt };
    assert.deepEqual(sent, [{ kind: 'PutCommand', input: { TableName: 'table', Item } }]);
  });

  test('is found by the numbers in its key, in as many partitions as its phase has', async () => {
    const lives = open({}, { Items: [{ ...liveKey, live: packed({ second: 4 }) }] });
    const found = await lives.bursts.lives('b', { phase: 3, shards: 2, from: 1 });
    assert.deepEqual(found, [{ ...drive, live: { second: 4 } }]);
    assert.deepEqual(
      lives.sent.map(({ input }) => [input.ExpressionAttributeValues, input.ConsistentRead]),
      [0, 1].map((part) => [
        { ':pk': `b#live#${3 + part}`, ':from': '0000000003#0000000001#', ':to': '0000000003#~' },
        false,
      ]),
    );
  });
});

suite('a burst', () => {
  const graph = [{ name: 'a' }] as unknown as Parameters<typeof startConducting>[0]['graph'];
  const state = startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 1, startedAt: now });

  test('is updated until it has ended, by attributes that have a value', async () => {
    const { bursts, sent } = open({}, refused());
    assert.equal(
      await bursts.conclude('b', { state: 'passed', endedAt: 5, runId: undefined, reason: 'r' }),
      true,
    );
    assert.equal(await bursts.advance('b', 'merging'), false);
    assert.deepEqual(sent[0]?.input, {
      TableName: 'table',
      Key: { pk: 'b', sk: 'burst' },
      UpdateExpression: 'SET #n0 = :v0, #n1 = :v1, #n2 = :v2',
      ConditionExpression: 'attribute_exists(pk) AND NOT #state IN (:e0, :e1, :e2, :e3, :e4)',
      ExpressionAttributeNames: { '#state': 'state', '#n0': 'state', '#n1': 'endedAt', '#n2': 'reason' },
      ExpressionAttributeValues: {
        ':v0': 'passed',
        ':v1': 5,
        ':v2': 'r',
        ':e0': 'passed',
        ':e1': 'failed',
        ':e2': 'inconclusive',
        ':e3': 'stopped',
        ':e4': 'incomplete',
      },
    });
  });

  test('has a conductor of version 1 that is replaced version by version', async () => {
    const { bursts, sent } = open();
    await bursts.begin('b', state, {}, 1);
    await bursts.replaceConductor('b', 4, state);
    const item = { pk: 'b', sk: 'conductor', state: packed(state), expiresAt };
    assert.deepEqual(
      sent.slice(1).map(({ input }) => input),
      [
        {
          TableName: 'table',
          Item: { ...item, version: 1 },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
        {
          TableName: 'table',
          Item: { ...item, version: 5 },
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': 4 },
        },
      ],
    );
    const stored = open({ Item: { ...item, version: 5 } });
    assert.deepEqual(await stored.bursts.conductor('b'), { version: 5, state });
    await stored.bursts.conductor('b', false);
    const reads = stored.sent.map(({ input }) => input.ConsistentRead);
    assert.deepEqual(reads, [true, false], 'the latest state, except for watchers');
    assert.equal(await open(refused()).bursts.replaceConductor('b', 4, state), false);
  });

  test('is gone at the second in which it expires', async () => {
    const at = (seconds: number) =>
      open({ Item: { pk: 'b', sk: 'burst', id: 'b', expiresAt: seconds } }).bursts;
    assert.equal(await at(1_700_000_000).get('b'), undefined);
    assert.equal((await at(1_700_000_001).get('b'))?.id, 'b');
    const { client } = recording<DynamoDBDocumentClient>([{ Item: { expiresAt: 1_700_000_000 } }]);
    assert.equal(await openBursts(client, 'table', () => 1_700_000_000_000).get('b'), undefined);
  });

  test('is kept for its days, counted in whole seconds', () => {
    assert.deepEqual(
      [expiryOf(0), expiryOf(1_000), expiryOf(1_001)],
      [0, 1, 2].map((seconds) => seconds + burstDays * 86_400),
    );
  });
});
