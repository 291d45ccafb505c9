import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marshalled, plain } from '../../bench/burst-simulation/aws/attributes.ts';
import { Bucket } from '../../bench/burst-simulation/aws/bucket.ts';
import { Meters } from '../../bench/burst-simulation/aws/meters.ts';
import { Table } from '../../bench/burst-simulation/aws/table.ts';
import { Machines } from '../../bench/burst-simulation/machine/machines.ts';
import { StepService } from '../../bench/burst-simulation/machine/service.ts';
import { Random } from '../../bench/burst-simulation/time/random.ts';
import { World } from '../../bench/burst-simulation/time/world.ts';
import { itemBytes } from '../../bin/docs/scale/item-bytes.ts';
import { loadDefinition, resources } from '../../lib/local/state-machine/interpreter/load.ts';

const tableOf = (): Table => new Table(new World(0), new Random(1), () => 0);

test('a table judges writes as DynamoDB does', () => {
  const table = tableOf();
  const key = { pk: 'p', sk: 's' };
  table.put({ ...key, n: 3, of: { m: 'x' }, gone: undefined }, {}).commit?.();
  const change = {
    UpdateExpression: 'SET a = :one, #of.m = if_not_exists(gone, :one), b = n + :one ADD n :one, set :some',
    ConditionExpression: 'attribute_exists(pk) AND n BETWEEN :one AND :three',
    ExpressionAttributeNames: { '#of': 'of', '#set': 'set' },
    ExpressionAttributeValues: { ':one': 1, ':three': 3, ':some': new Set([7]) },
    ReturnValues: 'ALL_NEW',
  };
  const update = { ...change, UpdateExpression: change.UpdateExpression.replace(' set ', ' #set ') };
  const done = table.update(key, update);
  const after = { ...key, n: 4, a: 1, b: 4, of: { m: 1 }, set: new Set([7]) };
  assert.deepEqual(done.reply, { Attributes: after });
  assert.deepEqual(table.get(key, true).reply.Item, { ...key, n: 3, of: { m: 'x' } });
  done.commit?.();
  assert.deepEqual(table.get(key, true).reply.Item, after);
  assert.equal(table.update(key, update).failed, true, 'n is 4');
  const wrong = { UpdateExpression: 'SET gone.m = :one', ExpressionAttributeValues: { ':one': 1 } };
  assert.throws(() => table.update(key, wrong), /document path/);
  table.delete(key, {}).commit?.();
  assert.deepEqual(table.get(key, true).reply, {});
});

test('a query selects sort keys', () => {
  const table = tableOf();
  for (const sk of ['a', 'b1', 'b2', 'c']) table.put({ pk: 'p', sk }, {}).commit?.();
  const query = (condition: string, values: object, more: object = {}) =>
    table.query({
      KeyConditionExpression: `pk = :pk AND ${condition}`,
      ExpressionAttributeValues: { ':pk': 'p', ...values },
      ConsistentRead: true,
      ...more,
    }).reply.Items;
  const items = (...keys: readonly string[]) => keys.map((sk) => ({ pk: 'p', sk }));
  assert.deepEqual(query('begins_with(sk, :b)', { ':b': 'b' }), items('b1', 'b2'));
  assert.deepEqual(query('sk BETWEEN :a AND :b', { ':a': 'a', ':b': 'b1' }), items('a', 'b1'));
  const backward = { ScanIndexForward: false, Limit: 2 };
  assert.deepEqual(query('sk < :c', { ':c': 'c' }, backward), items('b2', 'b1'));
});

test('values come back as they were written', () => {
  const item = {
    ...{ text: 'x', number: -1.5, on: true, nothing: null, list: [1, ['a']], map: { deep: { n: 1 } } },
    ...{ texts: new Set(['a']), numbers: new Set([1, 2]), bytes: Buffer.from([0, 255]) },
  };
  assert.deepEqual(plain(marshalled({ ...item, missing: undefined })), item);
});

test('items are as large as AWS counts them', () => {
  assert.equal(itemBytes({ pk: 'abc', n: 1234567 }), 2 + 3 + 1 + 5);
  assert.equal(itemBytes({ m: { a: true }, l: ['xy', null] }), 1 + (3 + 1 + 1 + 1) + (1 + 3 + 1 + 2 + 1 + 1));
});

test('a write costs a unit a kilobyte, also when it is rejected, and an eventual read half of a strong read', () => {
  const table = tableOf();
  const key = { pk: 'p', sk: 's' };
  const put = table.put({ ...key, text: 'x'.repeat(3_000) }, {});
  assert.equal(put.writes, 3);
  assert.deepEqual(table.get(key, true).reply, {}, 'nothing is there before the write is admitted');
  put.commit?.();
  const refused = table.put(key, { ConditionExpression: 'attribute_not_exists(pk)' });
  assert.deepEqual([refused.failed, refused.writes, refused.commit], [true, 3, undefined]);
  assert.deepEqual([table.get(key, true).reads, table.get(key, false).reads], [1, 0.5]);
});

test('a bucket gives tokens as they are refilled, and waiting calls take turns', async () => {
  const world = new World(0);
  const bucket = new Bucket(world, 2, 10);
  assert.deepEqual([bucket.take(), bucket.take(), bucket.take()], [true, true, false]);
  assert.deepEqual([bucket.waitMs(), bucket.waitMs()], [100, 200]);
  await world.until(world.sleep(400));
  assert.equal(bucket.take(2), true);
  assert.equal(bucket.admit(5), false);
});

test('time passes in the order of its instants, and stops when nothing waits', async () => {
  const world = new World(1_000);
  const seen: number[] = [];
  for (const ms of [30, 10, 20]) world.after(ms, () => seen.push(world.now));
  world.after(15, () => seen.push(-1))();
  await world.until(world.sleep(25));
  assert.deepEqual(seen, [1_010, 1_020]);
  await assert.rejects(world.until(new Promise(() => {})), /no event is left/);
});

test('a seed repeats its numbers, and streams do not disturb each other', () => {
  const draw = (random: Random): readonly number[] => Array.from({ length: 5 }, () => random.next());
  assert.deepEqual(draw(new Random(7)), draw(new Random(7)));
  const one = new Random(7);
  const expected = draw(one.stream('a'));
  draw(one.stream('b'));
  assert.deepEqual(draw(one.stream('a')), expected);
  const values = Array.from({ length: 20_000 }, () => one.logNormal(10, 50)).sort((a, b) => a - b);
  const at = (share: number): number => values[Math.floor(share * values.length)] ?? 0;
  assert.ok(Math.abs(at(0.5) - 10) < 0.5 && Math.abs(at(0.99) - 50) < 8, `${at(0.5)}, ${at(0.99)}`);
});

test('an execution that is stopped ends at once, and enters no further state when its task ends', async () => {
  const world = new World(0);
  const meters = new Meters();
  const quotas = { transitions: { burst: 10, perSecond: 10 }, quota: 1, mood: { chaos: 0 } };
  const invoke = async () => {
    await world.sleep(60_000);
    return null;
  };
  const settings = { ...quotas, latency: 1, failures: 0 };
  const task = { Type: 'Task', Resource: resources.invoke, Arguments: { FunctionName: 'work' } };
  const text = JSON.stringify({
    QueryLanguage: 'JSONata',
    StartAt: 'One',
    States: { One: { ...task, Next: 'Other' }, Other: { ...task, End: true } },
  });
  const machines = new Machines(
    loadDefinition(text),
    new StepService(world, new Random(1), meters, settings, invoke),
  );
  machines.start('mine', {});
  await world.until(world.sleep(5_000));
  assert.equal(machines.stop('mine'), true);
  assert.equal((await world.until(machines.allEnded()))?.status, 'ABORTED');
  assert.equal(world.now, 5_000);
  await world.until(world.sleep(120_000));
  assert.equal(meters.of('transitions'), 1);
  assert.equal(machines.stop('other'), false);
});
