import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { openTables, type Tables } from '../../lib/local/tables/tables.ts';
import { openClients } from '../../lib/store/clients.ts';
import { nearTablesPlace } from '../../lib/store/names/environment.ts';
import type { NearTables } from '../../lib/store/sdk/near-tables.ts';
import { accessKeyId, listening, scratchDir, secretAccessKey, suiteScope } from '../local/scratch.ts';

const TableName = 'near';

describe('tables that are near', () => {
  const scope = suiteScope();
  const url = 'http://127.0.0.1:1';
  const targets: string[] = [];
  let failures = 0;
  let tables: Tables;
  let near: DynamoDBDocumentClient;
  let far: DynamoDBDocumentClient;

  const clientOf = (endpoint: string): DynamoDBDocumentClient =>
    openClients({ AWS_ENDPOINT_URL_DYNAMODB: endpoint }).dynamo;

  before(async () => {
    Object.assign(process.env, {
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const credentials = { [accessKeyId]: secretAccessKey };
    tables = await openTables({ dir: scratchDir(scope), credentials, tables: [TableName] });
    const offered: NearTables = {
      url,
      async call(target, body) {
        targets.push(target);
        failures -= 1;
        if (failures >= 0)
          return { status: 500, body: '{"__type":"com.amazon.coral.service#InternalServerError"}' };
        return tables.call(target, body);
      },
    };
    Object.assign(globalThis, { [nearTablesPlace]: offered });
    near = clientOf(url);
    far = clientOf(await listening(scope, tables.server));
  });

  after(() => tables.close());

  const put = (sk: string, condition?: string) =>
    new PutCommand({
      TableName,
      Item: { pk: 'a', sk, list: [1, null, 'é'] },
      ConditionExpression: condition,
    });
  const get = (sk: string) => new GetCommand({ TableName, Key: { pk: 'a', sk }, ConsistentRead: true });

  test('are called without a socket', async () => {
    await near.send(put('1'));
    assert.deepEqual((await near.send(get('1'))).Item, { pk: 'a', sk: '1', list: [1, null, 'é'] });
    assert.deepEqual(targets.slice(-2), ['DynamoDB_20120810.PutItem', 'DynamoDB_20120810.GetItem']);
  });

  test('answer what they answer on their socket', async () => {
    const calls = [
      () => put('2'),
      () => put('2', 'attribute_not_exists(pk)'),
      () => get('none'),
      () =>
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': 'a' },
        }),
      () => new GetCommand({ TableName: 'nowhere', Key: { pk: 'a', sk: 'a' } }),
      () => new GetCommand({ TableName, Key: { pk: 'a' } }),
      () =>
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item: { pk: 'b', sk: 'b' } } },
            { Delete: { TableName, Key: { pk: 'c', sk: 'c' }, ConditionExpression: 'attribute_exists(pk)' } },
          ],
        }),
    ];
    const outcome = (client: DynamoDBDocumentClient, command: unknown) =>
      client.send(command as GetCommand).then(
        ({ $metadata: { httpStatusCode }, ...reply }) => ({ httpStatusCode, reply: reply as object }),
        ({ name, message, $metadata, ...error }) => ({
          ...{ name, message, httpStatusCode: $metadata.httpStatusCode },
          reasons: error.CancellationReasons,
        }),
      );
    for (const call of calls) assert.deepEqual(await outcome(near, call()), await outcome(far, call()));
    assert.match(JSON.stringify(await outcome(near, calls[1]?.())), /ConditionalCheckFailedException/);
  });

  test('are asked again when they failed', async () => {
    failures = 1;
    const before = targets.length;
    assert.equal((await near.send(get('1'))).Item?.sk, '1');
    assert.equal(targets.length - before, 2);
  });

  test('are those of their endpoint only', async () => {
    const before = targets.length;
    await assert.rejects(clientOf('http://127.0.0.1:2').send(new ListTablesCommand({})), /ECONNREFUSED/);
    await far.send(get('1'));
    assert.equal(targets.length, before);
  });
});
