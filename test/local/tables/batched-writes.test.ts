import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Done, Operation } from 'dynalite/db/index.js';
import { batchedWrites } from '../../../lib/local/tables/batched-writes.ts';

/** Only one write runs at a time. All operations that wait meanwhile are written together. */

const put = (key: string): Operation => ({ type: 'put', key, value: key });

function open() {
  const writes: { readonly keys: readonly string[]; readonly done: Done }[] = [];
  const told: string[] = [];
  const write = batchedWrites((operations, done) => {
    writes.push({ keys: operations.map(({ key }) => key), done });
  });
  const ask = (name: string, ...keys: readonly string[]): void =>
    write(keys.map(put), (error) => told.push(error ? `${name} failed` : name));
  return { writes, told, ask, keys: () => writes.map(({ keys }) => keys.join(' ')) };
}

suite('writes of a database', () => {
  test('begin at once, and those that come meanwhile go together behind it, in their order', () => {
    const { writes, told, ask, keys } = open();
    ask('first', 'a');
    assert.deepEqual(keys(), ['a']);
    ask('second', 'b', 'c');
    ask('third', 'a');
    assert.deepEqual(keys(), ['a'], 'one at a time');
    writes[0]?.done(null);
    assert.deepEqual([keys(), told], [['a', 'b c a'], ['first']]);
    writes[1]?.done(null);
    assert.deepEqual(told, ['first', 'second', 'third']);
    ask('fourth', 'd');
    assert.deepEqual(keys(), ['a', 'b c a', 'd']);
  });

  test('fail together, and the next one is tried', () => {
    const { writes, told, ask, keys } = open();
    for (const name of ['a', 'b', 'c']) ask(name, name);
    writes[0]?.done(null);
    ask('d', 'd');
    writes[1]?.done(new Error('no space'));
    writes[2]?.done(null);
    assert.deepEqual(keys(), ['a', 'b c', 'd']);
    assert.deepEqual(told, ['a', 'b failed', 'c failed', 'd']);
  });

  test('that are requested at the end of another write are not forgotten', () => {
    const writes: Done[] = [];
    const told: string[] = [];
    const write = batchedWrites((_, done) => writes.push(done));
    write([put('a')], () => write([put('b')], () => told.push('b')));
    writes[0]?.(null);
    writes[1]?.(null);
    assert.deepEqual(told, ['b']);
  });
});
