import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOf } from '../../../lib/local/function-host/groups.ts';

const names = ['driver/drive', 'driver/plan', 'driver/merge', 'api/queryrun', 'api/run-list'];
const functions = names.map((name) => ({ name }));
const shape = (isLasting?: boolean) =>
  groupsOf(functions, isLasting).map(({ name, functions, long }) => [
    name,
    functions,
    long?.['driver/merge'],
  ]);

test('callers of a lasting cloud have threads apart; the one command of another cloud has one thread', () => {
  assert.deepEqual(shape(), [
    ['driver/drive', ['driver/drive'], undefined],
    ['orders', ['driver/plan', 'api/queryrun', 'api/run-list'], undefined],
    ['calls', ['driver/merge', 'api/run-list'], 0],
  ]);
  assert.deepEqual(shape(false), [
    ['driver/drive', ['driver/drive'], undefined],
    ['calls', ['driver/plan', 'driver/merge', 'api/queryrun', 'api/run-list'], undefined],
  ]);
});

test('a list waits with the queries of its caller only when it has a search or a filter', () => {
  const orders = groupsOf(functions).find(({ name }) => name === 'orders');
  const rows: readonly (readonly [boolean, string, Readonly<Record<string, string>>?])[] = [
    [false, '/api/run/list'],
    [false, '/api/run/list', { test: '4', limit: '20', query: '' }],
    [false, '/api/dataset/list/byTest/4', { limit: '20' }],
    [true, '/api/run/list', { query: '$.rps' }],
    [true, '/api/dataset/list/byTest/4', { filter: '{"a":1}' }],
    [true, '/api/run/autocomplete', { query: '$.' }],
    [true, '/api/dataset/4'],
    [true, '/api/sql/4/queryrun', { query: '$.rps' }],
    [true, '/api/run/listing'],
  ];
  for (const [waits, rawPath, queryStringParameters] of rows)
    assert.equal(orders?.serves?.({ rawPath, queryStringParameters }), waits, rawPath);
  assert.equal(orders?.serves?.(undefined), true, 'an event without a request');
});
