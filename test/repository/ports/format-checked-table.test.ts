import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { formatCheckedTable } from '../../../lib/repository/ports/format-checked-table.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import { openMemoryTable } from '../memory-table.ts';

/** A function neither reads nor writes data of a format that is newer than its own. */

const key = { pk: 'a', sk: 'b' };
const calls: Readonly<Record<keyof Table, (table: Table) => Promise<unknown>>> = {
  get: (table) => table.get(key),
  getMany: (table) => table.getMany([key]),
  page: (table) => table.page('a'),
  write: (table) => table.write([{ put: { ...key, x: 1 } }]),
  newIds: (table) => table.newIds('runs'),
};

for (const [name, call] of Object.entries(calls))
  test(`${name}: data of a newer format are refused, and nothing is written`, async () => {
    const memory = openMemoryTable();
    const table = formatCheckedTable(memory, 1);
    await memory.write([{ put: { ...repositoryKey.format(), format: 2 } }]);
    await assert.rejects(call(table), {
      code: 'DATA_FORMAT',
      status: 409,
      message:
        /^the stored data has format 2, and this version of Downpour reads only formats up to 1; deploy the version/,
    });
    assert.equal(await memory.get(key), undefined);
    assert.equal(await memory.newIds('runs'), 1);
  });

for (const format of [undefined, 1, 2])
  test(`data of format ${format ?? 'none, which is 1,'} are accepted by a program that reads 2, and checked once`, async () => {
    const memory = openMemoryTable();
    if (format !== undefined) await memory.write([{ put: { ...repositoryKey.format(), format } }]);
    let reads = 0;
    const counting: Table = {
      ...memory,
      get: (requests) => memory.get(requests).finally(() => (reads += 1)),
    };
    const table = formatCheckedTable(counting, 2);
    await Promise.all(Object.values(calls).map((call) => call(table)));
    assert.deepEqual([(await table.get(key))?.x, reads], [1, 3]);
  });

test('a table that does not answer is called again', async () => {
  const memory = openMemoryTable();
  let requests = 0;
  const get: Table['get'] = async (of) => {
    requests += 1;
    if (requests === 1) throw new Error('throttled');
    return memory.get(of);
  };
  const table = formatCheckedTable({ ...memory, get }, 1);
  await assert.rejects(table.page('a'), /throttled/);
  assert.deepEqual((await table.page('a')).items, []);
});
