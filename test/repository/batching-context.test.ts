import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batching } from '../../lib/repository/batching-context.ts';
import type { RepositoryContext } from '../../lib/repository/context.ts';
import type { Table } from '../../lib/repository/ports/table.ts';
import { openRepository } from '../../lib/repository/repository.ts';
import { openMemoryTable } from './memory-table.ts';
import { openQueuedWork } from './work/queue.ts';

test('a batching context keeps the limit of a team, and removes tasks that end together in one write', async () => {
  const memory = openMemoryTable();
  const sizes: number[] = [];
  const write: Table['write'] = async (writes) => {
    sizes.push(writes.length);
    return memory.write(writes);
  };
  const table = { ...memory, write };
  const { work } = openQueuedWork({}, table);
  const dues = [1, 2].map((run) => work.entry({ kind: 'datasets', run }, 'now'));
  await memory.write(dues.map((due) => due.write));
  const repository = openRepository(table, { teamBytesMax: 7 });
  const context = { repository, work, soon: setImmediate } as unknown as RepositoryContext;
  const batched = batching(context);
  assert.notEqual(batched.repository, repository);
  assert.equal(batched.repository.storage.bytesMax, 7);
  assert.equal(batching(context).repository, batched.repository, 'its caches are kept');
  assert.deepEqual(await Promise.all(dues.map((due) => batched.work.done(due))), [true, true]);
  assert.deepEqual(sizes, [2]);
});
