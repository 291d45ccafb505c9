import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { environment } from '../../../lib/names/environment.ts';
import { batchingTable } from '../../../lib/repository/ports/batching-table.ts';
import { all, itemsOf, type Table, type Write } from '../../../lib/repository/ports/table.ts';
import { openTable } from '../../../lib/store/dynamo-table.ts';
import { type Endpoints, openEndpoints } from '../../store/endpoints.ts';
import { openMemoryTable } from '../memory-table.ts';

/**
 * The rules of the repository's table. They hold for DynamoDB through the SDK, and for the table in memory
 * that other tests use.
 */

let endpoints: Endpoints;
before(async () => {
  endpoints = await openEndpoints();
});
after(() => endpoints.close());

/**
 * Numbers of JSON documents around each limit of doubles, of DynamoDB and of its client, and values that are
 * not numbers.
 */
const numbers = [
  ...[
    0,
    1.5,
    -0.1,
    123456789.01234567,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53) - 2,
    1e16,
    1.718e18,
    2 ** 63,
  ],
  ...[
    1e20,
    1e21,
    -1e37,
    12345678901234567e22,
    9.9e125,
    1e126,
    -1e126,
    1e300,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
  ],
  ...[1e-129, 1e-130, 9.9e-131, -1e-200, 1e-308, Number.MIN_VALUE],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];

for (const [name, open] of Object.entries<() => Table>({
  'in memory': openMemoryTable,
  'that batches': () => batchingTable(openMemoryTable(), setImmediate),
  'through the SDK': () =>
    openTable(endpoints.clients.dynamo, endpoints.environment[environment.repositoryTable] ?? ''),
}))
  suite(`a table ${name}`, () => {
    const at = (sk: string, more = {}) => ({ pk: 'p', sk, ...more });

    test('keeps what it is given, and several items in the order asked for', async () => {
      const table = open();
      const item = {
        pk: 'kept',
        sk: 'a',
        text: 'é',
        number: 1.5,
        yes: true,
        none: null,
        list: [1, { a: 'b' }],
      };
      assert.deepEqual(
        await table.write([{ put: item }, { put: { pk: 'kept', sk: 'b', bytes: new Uint8Array([1, 2]) } }]),
        [],
      );
      assert.deepEqual(await table.get({ pk: 'kept', sk: 'a' }), item);
      assert.equal(await table.get({ pk: 'kept', sk: 'c' }), undefined);
      const many = await table.getMany(['b', 'c', 'a', 'a'].map((sk) => ({ pk: 'kept', sk })));
      assert.deepEqual(
        many.map((each) => each?.sk),
        ['b', undefined, 'a', 'a'],
      );
      assert.deepEqual(Array.from(many[0]?.bytes as Uint8Array), [1, 2]);
      assert.deepEqual(await table.getMany([]), []);
    });

    test('keeps the value of every number, at any place of an item', async () => {
      const table = open();
      for (const number of numbers) {
        const key = { pk: 'numbers', sk: String(number) };
        const item = {
          ...key,
          number,
          list: [number, 'text', [number]],
          map: { deep: { number }, text: '1e300' },
        };
        assert.deepEqual(await table.write([{ put: item }]), []);
        assert.deepEqual(await table.get(key), item);
        assert.deepEqual((await table.getMany([key]))[0], item);
        assert.deepEqual((await table.page('numbers', { prefix: key.sk })).items[0], item);
        const update: Write = { update: key, set: { number: [number] }, when: { number } };
        assert.deepEqual(await table.write([update]), []);
        assert.deepEqual((await table.get(key))?.number, [number]);
        assert.deepEqual(await table.write([update]), [0]);
      }
    });

    test('refuses an item that is too large with the name of its longest text, and writes nothing then', async () => {
      const table = open();
      const large = (sk: string, more = {}) => ({ pk: 'large', sk, ...more });
      const write: Write = { put: large('a', { list: [{ text: 'é'.repeat(220_000) }], short: 'x' }) };
      const refused = { code: 'RECORD_TOO_LARGE', status: 400, message: /list\.0\.text.*440,000 bytes/ };
      await assert.rejects(table.write([{ put: large('b') }, write]), refused);
      assert.deepEqual(await table.write([{ put: large('c', { first: 'x'.repeat(300_000) }) }]), []);
      const update: Write = { update: large('c'), set: { second: 'y'.repeat(200_000) } };
      await assert.rejects(table.write([update]), { ...refused, message: /second.*200,000 bytes/ });
      const numbers: Write = { update: large('c'), set: { list: Array(150_000).fill(1) } };
      await assert.rejects(table.write([numbers]), {
        ...refused,
        message: /would write a larger record; send shorter values$/,
      });
      assert.equal(await table.get(large('b')), undefined);
      assert.equal((await table.get(large('c')))?.second, undefined);
    });

    test('reads a partition in order, both ways, in pages and by range', async () => {
      const table = open();
      const keys = Array.from({ length: 150 }, (_, n) => `k${String(n).padStart(3, '0')}`);
      for (let from = 0; from < keys.length; from += 100)
        await table.write(
          keys.slice(from, from + 100).map((sk): Write => ({ put: at(sk, { x: 'x'.repeat(100) }) })),
        );
      const read = async (range = {}) => (await table.page('p', range)).items.map(({ sk }) => sk);
      assert.deepEqual(await read(), keys);
      assert.deepEqual(await read({ backward: true }), keys.toReversed());
      assert.deepEqual(await read({ prefix: 'k01' }), keys.slice(10, 20));
      assert.deepEqual(await read({ from: 'k005', to: 'k007' }), ['k005', 'k006', 'k007']);
      assert.deepEqual(await read({ from: 'k148' }), ['k148', 'k149']);
      assert.deepEqual(await read({ to: 'k001' }), ['k000', 'k001']);
      const first = await table.page('p', { limit: 4, backward: true });
      assert.deepEqual([first.items.length, first.next], [4, 'k146']);
      assert.deepEqual(await read({ limit: 2, backward: true, after: 'k146' }), ['k145', 'k144']);
      // The position `after` may be the key of a deleted item.
      assert.deepEqual(await read({ limit: 1, after: 'k146+' }), ['k147']);
      assert.deepEqual(await read({ limit: 1, backward: true, after: 'k146+' }), ['k146']);
      assert.deepEqual((await table.page('p', { prefix: 'k1', limit: 1, only: ['none'] })).items, [
        { pk: 'p', sk: 'k100' },
      ]);
      const walked = await all(itemsOf(table, 'p', { limit: 40 }));
      assert.deepEqual(
        walked.map(({ sk }) => sk),
        keys,
      );
      assert.deepEqual(await table.page('nobody'), { items: [] });
    });

    test('writes all or nothing, and names which conditions do not hold', async () => {
      const table = open();
      const [a, b, c] = ['a', 'b', 'c'].map((sk) => ({ pk: 'w', sk }));
      assert.ok(a && b && c);
      assert.deepEqual(await table.write([{ put: { ...a, n: 1 }, when: 'absent' }]), []);
      const again: Write[] = [
        { put: { ...b } },
        { put: { ...a, n: 9 }, when: 'absent' },
        { check: c, when: 'present' },
      ];
      assert.deepEqual(await table.write(again), [1, 2]);
      assert.deepEqual([await table.get(b), (await table.get(a))?.n], [undefined, 1]);
      const changes: Write[] = [
        {
          update: a,
          set: { text: 'x' },
          add: { n: 2, m: 5 },
          remove: ['gone'],
          when: { n: 1, text: undefined },
        },
        { update: b, add: { n: -1 } },
        { check: c, when: 'absent' },
      ];
      assert.deepEqual(await table.write(changes), []);
      assert.deepEqual(await table.get(a), { ...a, n: 3, m: 5, text: 'x' });
      assert.deepEqual(await table.get(b), { ...b, n: -1 });
      assert.deepEqual(await table.write([{ delete: a, when: { n: 4 } }, { delete: b }]), [0]);
      assert.deepEqual(
        await table.write([
          { delete: a, when: { n: 3 } },
          { update: b, remove: ['n'] },
        ]),
        [],
      );
      assert.deepEqual([await table.get(a), await table.get(b)], [undefined, b]);
      assert.deepEqual(await table.write([{ update: c, set: { n: 1 }, when: { n: 1 } }]), [0]);
      assert.deepEqual(await table.write([]), []);
    });

    test('gives numbers once, one or several at a time', async () => {
      const table = open();
      const one = await table.newIds('thing');
      const ten = await table.newIds('thing', 10);
      const rest = await Promise.all(Array.from({ length: 10 }, () => table.newIds('thing')));
      assert.deepEqual([ten, Math.min(...rest), new Set(rest).size], [one + 1, one + 11, 10]);
      assert.equal(await table.newIds(`another ${one}`), 1);
    });

    test('lets one of many win a name', async () => {
      const table = open();
      const racing = Array.from({ length: 8 }, (_, n): Write[] => [
        { put: { pk: 'names', sk: 'one', n }, when: 'absent' },
        { put: { pk: 'racers', sk: String(n) } },
      ]);
      const lost = (await Promise.all(racing.map(table.write))).filter((failed) => failed.length > 0);
      assert.equal(lost.length, 7);
      assert.equal((await table.page('racers')).items.length, 1);
    });
  });
