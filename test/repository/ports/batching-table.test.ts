import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DownpourError } from '../../../lib/errors.ts';
import { batchingTable } from '../../../lib/repository/ports/batching-table.ts';
import type { Item, Table, Write } from '../../../lib/repository/ports/table.ts';
import { openMemoryTable } from '../memory-table.ts';

/**
 * The requests that a batching table sends together. The general rules of a table are tested in
 * table.test.ts.
 */

const key = (sk: number | string) => ({ pk: 'p', sk: String(sk) });
const put = (sk: number | string, more: object = {}): Write => ({ put: { ...key(sk), ...more } as Item });
const numbers = Array.from({ length: 30 }, (_, n) => n);

describe('requests at the same time', () => {
  it('is read in one request, each item once', async () => {
    const { table, asked } = opened();
    await table.write([put(1, { n: 1 }), put(2, { n: 2 })]);
    asked.length = 0;
    const [one, none, some] = await Promise.all([
      table.get(key(1)),
      table.get(key(9)),
      table.getMany([key(2), key(1)]),
    ]);
    assert.deepEqual([one?.n, none, some.map((item) => item?.n)], [1, undefined, [2, 1]]);
    assert.deepEqual(asked, ['getMany 3']);
  });

  it('is one request of its own kind when it is alone', async () => {
    const { table, asked } = opened();
    await table.get(key(1));
    await table.getMany([]);
    assert.deepEqual(asked, ['get']);
  });

  it('is one page for all who want the same', async () => {
    const { table, asked } = opened();
    await table.write(numbers.map((n) => put(n)));
    asked.length = 0;
    const pages = await Promise.all([
      table.page('p'),
      table.page('p'),
      table.page('p', { limit: 2 }),
      table.page('other'),
    ]);
    assert.deepEqual(
      pages.map(({ items }) => items.length),
      [30, 30, 2, 0],
    );
    assert.deepEqual(asked, ['page', 'page', 'page']);
  });

  it('get different numbers', async () => {
    const { table, asked } = opened();
    const firsts = await Promise.all([table.newIds('a', 2), table.newIds('b'), table.newIds('a', 3)]);
    assert.deepEqual([firsts, await table.newIds('a')], [[1, 1, 3], 6]);
    assert.deepEqual(asked, ['newIds', 'newIds', 'newIds']);
  });

  it('is written in transactions as large as they may be', async () => {
    const { table, asked, items } = opened();
    const replies = await Promise.all(numbers.map((n) => table.write(numbers.map((m) => put(`${n}/${m}`)))));
    assert.deepEqual(new Set(replies.map(String)), new Set(['']));
    assert.equal(items(), 900);
    assert.deepEqual(
      asked,
      Array.from({ length: 10 }, () => 'write 90'),
    );
    asked.length = 0;
    await Promise.all(Array.from({ length: 101 }, (_, n) => table.write([put(`one ${n}`)])));
    assert.deepEqual(asked, ['write 100', 'write 1']);
  });

  it('is written apart where it is large together', async () => {
    const { table, asked } = opened();
    await Promise.all(numbers.slice(0, 4).map((n) => table.write([put(n, { text: 'x'.repeat(400_000) })])));
    assert.deepEqual(asked, ['write 2', 'write 2']);
  });

  it('waits for what is on its way, and then goes together', async () => {
    const { table, asked, hold, release } = opened();
    hold();
    const first = Promise.all([table.get(key(1)), table.get(key(1))]);
    await turn();
    const rest = Promise.all([table.get(key(2)), table.get(key(3))]);
    await turn();
    assert.deepEqual(asked, ['get']);
    release();
    await Promise.all([first, rest]);
    assert.deepEqual(asked, ['get', 'getMany 2']);
  });

  it('is what a writer has just written', async () => {
    const { table, hold, release } = opened();
    hold();
    const before = table.get(key(1));
    await turn();
    const after = table.write([put(1, { n: 1 })]).then(() => table.get(key(1)));
    await turn();
    release();
    assert.deepEqual([await before, (await after)?.n], [undefined, 1]);
  });
});

describe('transactions that were put together', () => {
  it('are each tried alone when a condition of one does not hold', async () => {
    const { table, items } = opened();
    await table.write([put('there')]);
    const replies = await Promise.all([
      table.write([put('a'), put('b')]),
      table.write([put('c'), { ...put('there'), when: 'absent' }]),
      table.write([put('d')]),
    ]);
    assert.deepEqual(replies, [[], [1], []]);
    assert.equal(items(), 4, 'nothing of the one that failed');
  });

  it('are each tried alone when a record of one is too large', async () => {
    const large = { text: 'large' };
    const tooLarge = new DownpourError('RECORD_TOO_LARGE', 400, 'too large');
    const inner = openMemoryTable();
    const write: Table['write'] = async (writes) => {
      if (writes.some((each) => 'put' in each && each.put.text !== undefined)) throw tooLarge;
      return inner.write(writes);
    };
    const table = batchingTable({ ...inner, write }, setImmediate);
    const outcomes = await Promise.allSettled(
      [put(1), put(2, large), put(3)].map((each) => table.write([each])),
    );
    assert.deepEqual(
      outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason)),
      [[], tooLarge, []],
    );
    assert.deepEqual(
      (await inner.page('p')).items.map(({ sk }) => sk),
      ['1', '3'],
    );
  });

  it('are not tried again when they were alone', async () => {
    const { table, asked } = opened();
    await table.write([put('there')]);
    assert.deepEqual(await table.write([{ ...put('there'), when: 'absent' }]), [0]);
    assert.deepEqual(asked, ['write 1', 'write 1']);
  });

  it('never hold one item twice: of two that meet one is first', async () => {
    const { table, asked } = opened();
    const when = 'absent';
    const replies = await Promise.all([1, 2].map((n) => table.write([{ ...put('same', { n }), when }])));
    assert.deepEqual(replies.map(String).sort(), ['', '0']);
    assert.deepEqual(asked, ['write 1', 'write 1']);
  });

  it('are one addition to an item, with the sum of all', async () => {
    const { table, asked } = opened();
    const sum = (add: Record<string, number>): Write => ({ update: key('sum'), add });
    await Promise.all([
      table.write([put('a'), sum({ runs: 1, datasets: 2 })]),
      table.write([put('b'), sum({ runs: 1 })]),
      table.write([sum({ runs: -3, trashed: 1 }), put('c')]),
    ]);
    assert.deepEqual(asked, ['write 4']);
    assert.deepEqual(await table.get(key('sum')), { ...key('sum'), runs: -1, datasets: 2, trashed: 1 });
  });

  it('add nothing for the one whose condition does not hold', async () => {
    const { table, asked } = opened();
    await table.write([put('there')]);
    const sum: Write = { update: key('sum'), add: { runs: 1 } };
    const replies = await Promise.all([
      table.write([sum, put('a')]),
      table.write([sum, { ...put('there'), when: 'absent' }]),
      table.write([sum, put('b')]),
    ]);
    assert.deepEqual(replies, [[], [1], []]);
    assert.equal((await table.get(key('sum')))?.runs, 2);
    assert.deepEqual(asked.slice(0, 5), ['write 1', 'write 4', 'write 2', 'write 2', 'write 2']);
  });

  for (const [how, other] of [
    ['sets something', { update: key('sum'), add: { runs: 1 }, set: { name: 'a' } }],
    ['removes something', { update: key('sum'), add: { runs: 1 }, remove: ['name'] }],
    ['has a condition', { update: key('sum'), add: { runs: 1 }, when: { name: undefined } }],
    ['replaces the item', { put: { ...key('sum'), runs: 1 } }],
    ['deletes the item', { delete: key('sum') }],
  ] as const)
    it(`does not combine a write that ${how} with a write that adds to the item`, async () => {
      const { table, asked } = opened();
      const sum: Write = { update: key('sum'), add: { runs: 1 } };
      await Promise.all([table.write([sum, put('a')]), table.write([other, put('b')])]);
      assert.deepEqual(asked, ['write 2', 'write 2']);
      asked.length = 0;
      await Promise.all([table.write([other, put('c')]), table.write([sum, put('d')])]);
      assert.deepEqual(asked, ['write 2', 'write 2']);
    });

  it('all fail when their outcome is unknown, and the next ones do not', async () => {
    const { table, fail } = opened();
    fail(new Error('gone'));
    const replies = await Promise.allSettled([table.write([put(1)]), table.write([put(2)])]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.deepEqual(await table.write([put(3)]), []);
  });
});

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * A batching table, the requests that it sends to the inner table, and a function that delays the inner
 * table.
 */
function opened() {
  const memory = openMemoryTable();
  const asked: string[] = [];
  let held: PromiseWithResolvers<void> | undefined;
  let failure: Error | undefined;
  const ask = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    asked.push(name);
    const [error, waits] = [failure, held?.promise];
    failure = undefined;
    if (error !== undefined) throw error;
    const reply = await call();
    await waits;
    return reply;
  };
  const behind: Table = {
    get: (one) => ask('get', () => memory.get(one)),
    getMany: (keys) => ask(`getMany ${keys.length}`, () => memory.getMany(keys)),
    page: (pk, range) => ask('page', () => memory.page(pk, range)),
    write: (writes) => ask(`write ${writes.length}`, () => memory.write(writes)),
    newIds: (kind, count) => ask('newIds', () => memory.newIds(kind, count)),
  };
  return {
    asked,
    table: batchingTable(behind, setImmediate),
    items: () => memory.items.get('p')?.size ?? 0,
    hold() {
      held = Promise.withResolvers();
    },
    release: () => held?.resolve(),
    fail(error: Error) {
      failure = error;
    },
  };
}
