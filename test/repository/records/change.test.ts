import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change } from '../../../lib/repository/records/change.ts';
import { openMemoryTable } from '../memory-table.ts';

test('a change that always meets others asks for a repeat of the request', async () => {
  const table = openMemoryTable();
  const key = { pk: 'p', sk: 's' };
  await table.write([{ put: key }]);
  let writes = 0;
  const write = async () => {
    writes += 1;
    return [0];
  };
  const asked = {
    code: 'OVERLOADED',
    status: 503,
    message: /changed the record during each of 20 attempts; send the request again$/,
  };
  await assert.rejects(
    change({ ...table, write }, key, (item) => ({ item })),
    asked,
  );
  assert.equal(writes, 20);
  const taken = { put: { pk: 'p', sk: 's' }, when: 'absent' } as const;
  const refused = change({ ...table, write: async () => [1] }, key, (item) => ({ item, also: [taken] }));
  await assert.rejects(refused, { code: 'OVERLOADED', status: 503, writes: [0] });
});
