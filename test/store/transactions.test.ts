import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, TransactGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { environment as names } from '../../lib/names/environment.ts';
import type { Write } from '../../lib/repository/ports/table.ts';
import { openTable } from '../../lib/store/dynamo-table.ts';
import { get, query } from '../../lib/store/item-operations.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/**
 * A transaction writes all of its items or none, with any server for the tables. moto 5 has three faults: it
 * does not execute the writes as a transaction, it accepts one token for two requests, and it returns whole
 * items when only parts are requested.
 */

let endpoints: Endpoints;
let dynamo: DynamoDBDocumentClient;
let table: string;
before(async () => {
  endpoints = await openEndpoints();
  dynamo = endpoints.clients.dynamo;
  table = endpoints.environment[names.identityTable] ?? '';
});
after(() => endpoints.close());

const key = (pk: string, sk = '1') => ({ pk, sk });
const put = (pk: string, more: object = {}, sk = '1'): Write => ({ put: { ...key(pk, sk), ...more } });
const transact = (writes: readonly Write[]) => openTable(dynamo, table).write(writes);
const read = <Item>(pk: string, sk = '1') => get<Item>(dynamo, table, key(pk, sk));
const refused = (sent: Promise<unknown>, name: string) =>
  assert.rejects(sent, (error) => error instanceof DynamoDBServiceException && error.name === name);

test('puts, updates, deletions and checks happen together', async () => {
  assert.deepEqual(await transact([put('gone'), put('counted', { n: 1 }), put('guard', { v: 7 })]), []);
  const failed = await transact([
    { put: { ...key('made'), v: 1 }, when: 'absent' },
    { update: key('counted'), add: { n: 2 }, set: { w: 'x' } },
    { update: key('fresh'), set: { v: [1, { a: null }] } },
    { delete: key('gone'), when: 'present' },
    { check: key('guard'), when: { v: 7 } },
  ]);
  assert.deepEqual(failed, []);
  assert.deepEqual(await read('made'), { v: 1 });
  assert.deepEqual(await read('counted'), { n: 3, w: 'x' });
  assert.deepEqual(await read('fresh'), { v: [1, { a: null }] });
  assert.equal(await read('gone'), undefined);
  assert.deepEqual(await read('guard'), { v: 7 });
});

test('a transaction with a failed condition writes nothing, and names all failed conditions', async () => {
  await transact([put('there', { v: 1 }), put('stays', { v: 1 })]);
  const failed = await transact([
    put('new'),
    { put: { ...key('there'), v: 2 }, when: 'absent' },
    { update: key('stays'), set: { v: 2 } },
    { check: key('nobody'), when: 'present' },
    { delete: key('stays', '2') },
  ]);
  assert.deepEqual(failed, [1, 3]);
  assert.deepEqual(
    [await read('new'), await read('there'), await read('stays')],
    [undefined, { v: 1 }, { v: 1 }],
  );
});

test('the service reports the reason, in the order of the writes, and shows the item when it is asked to', async () => {
  await transact([put('shown', { v: 1 })]);
  const Put = { TableName: table, Item: key('shown'), ConditionExpression: 'attribute_not_exists(pk)' };
  const Check = { TableName: table, Key: key('other'), ConditionExpression: 'attribute_not_exists(pk)' };
  const sent = dynamo.send(
    new TransactWriteCommand({
      TransactItems: [
        { ConditionCheck: Check },
        { Put: { ...Put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } },
      ],
    }),
  );
  const error = await sent.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof TransactionCanceledException);
  assert.equal(
    error.message,
    'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
  );
  const reasons = error.CancellationReasons ?? [];
  assert.deepEqual(
    reasons.map(({ Code, Message }) => [Code, Message]),
    [
      ['None', undefined],
      ['ConditionalCheckFailed', 'The conditional request failed'],
    ],
  );
  assert.deepEqual(reasons[1]?.Item, { pk: { S: 'shown' }, sk: { S: '1' }, v: { N: '1' } });
});

test('a hundred writes are one transaction, and one more is refused', async () => {
  const writes = (count: number) => Array.from({ length: count }, (_, n) => put('many', {}, String(n)));
  await refused(transact(writes(101)), 'ValidationException');
  assert.equal((await query(dynamo, table, 'many')).length, 0);
  assert.deepEqual(await transact(writes(100)), []);
  assert.equal((await query(dynamo, table, 'many')).length, 100);
});

test('an invalid transaction is refused', async () => {
  const twice = transact([put('twice'), { check: key('twice'), when: 'present' }]);
  await refused(twice, 'ValidationException');
  assert.equal(await read('twice'), undefined);
  await refused(dynamo.send(new TransactWriteCommand({ TransactItems: [] })), 'ValidationException');
  await refused(openTable(dynamo, 'no-such-table').write([put('a')]), 'ResourceNotFoundException');
});

test('a request that comes again with its token does nothing, and another one with this token is refused', async () => {
  const ClientRequestToken = crypto.randomUUID();
  const add = (n: string) =>
    dynamo.send(
      new TransactWriteItemsCommand({
        ClientRequestToken,
        TransactItems: [
          {
            Update: {
              TableName: table,
              Key: { pk: { S: 'tokens' }, sk: { S: '1' } },
              UpdateExpression: 'ADD n :n',
              ExpressionAttributeValues: { ':n': { N: n } },
            },
          },
        ],
      }),
    );
  await add('1');
  await add('1');
  await refused(add('2'), 'IdempotentParameterMismatchException');
  assert.deepEqual(await read('tokens'), { n: 1 });
});

test('transactions on the same items at the same time are each complete', async () => {
  const move = (n: number) =>
    transact([
      { update: key('from'), add: { n: -n } },
      { update: key('to'), add: { n } },
    ]);
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => move(n + 1)));
  assert.deepEqual(outcomes.flat(), []);
  assert.deepEqual([await read('from'), await read('to')], [{ n: -78 }, { n: 78 }]);
});

test('items of one moment are read together, in the order they were asked for', async () => {
  await transact([put('left', { v: 1, w: 2 }), put('right', { v: 1 })]);
  const Get = (pk: string, more: object = {}) => ({ Get: { TableName: table, Key: key(pk), ...more } });
  const { Responses } = await dynamo.send(
    new TransactGetCommand({
      TransactItems: [Get('right'), Get('none'), Get('left', { ProjectionExpression: 'w' })],
    }),
  );
  assert.deepEqual(
    Responses?.map(({ Item }) => Item),
    [{ ...key('right'), v: 1 }, undefined, { w: 2 }],
  );
});
