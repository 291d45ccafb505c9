import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOf } from '../../../lib/local/function-host/groups.ts';

const functions = ['driver/drive', 'driver/plan', 'driver/merge', 'api/queryrun'].map((name) => ({ name }));
const shape = (isLasting?: boolean) =>
  groupsOf(functions, isLasting).map(({ name, functions, long }) => [
    name,
    functions,
    long?.['driver/merge'],
  ]);

test('callers of a lasting cloud have threads apart; the one command of another cloud has one thread', () => {
  assert.deepEqual(shape(), [
    ['driver/drive', ['driver/drive'], undefined],
    ['calls', ['driver/merge'], 0],
    ['orders', ['driver/plan', 'api/queryrun'], undefined],
  ]);
  assert.deepEqual(shape(false), [
    ['driver/drive', ['driver/drive'], undefined],
    ['calls', ['driver/plan', 'driver/merge', 'api/queryrun'], undefined],
  ]);
});
