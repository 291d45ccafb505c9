import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, putChange } from '../../../lib/repository/records/alerting/changes.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { listChanges } from '../../../lib/repository/search/list-changes.ts';
import { openMemoryTable } from '../memory-table.ts';
import { ada } from '../pipeline/datasets/world.ts';

/**
 * A page of changes reads the changes that it shows. It needs one more read for each 500 changes that it
 * skips.
 */

test('changes of other states and tests are passed without reading them', async () => {
  const memory = openMemoryTable();
  const repository = openRepository(memory);
  const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;
  for (const name of ['shop', 'other']) await repository.tests.create({ name, ...owned });
  const variable = { name: 'p99', order: 0, labels: ['p99'], changeDetection: [] };
  await repository.alerting.replace(1, [{ ...variable, id: 1, testId: 1 }], []);
  await repository.alerting.replace(2, [{ ...variable, id: 2, testId: 2 }], []);
  const run = { start: 1, stop: 2, ...owned, description: null, trashed: false, sizeBytes: 2, uploadedAt: 2 };
  await repository.runs.insert({ ...run, id: 1, testId: 1 });
  await repository.runs.insert({ ...run, id: 2, testId: 2 });
  for (let id = 1; id <= 1200; id += 1) {
    const isOpen = id === 1 || id > 1190;
    const change = changeOf(id, { confirmed: !isOpen, variableId: id % 2 === 0 ? 2 : 1 });
    await memory.write(putChange(change, 'absent'));
  }

  const reads: string[] = [];
  const noted = <T>(read: string, found: T): T => {
    reads.push(read);
    return found;
  };
  const counting = openRepository({
    ...memory,
    get: (key) => noted('get', memory.get(key)),
    getMany: (keys) => noted(`many of ${keys.length}`, memory.getMany(keys)),
    page: (pk, range) => noted(`page of ${pk}`, memory.page(pk, range)),
  });
  const idsOf = async (selection: object, page: { limit: number; cursor?: string }) => {
    reads.length = 0;
    const { changes, next } = await listChanges(counting, ada, selection, page);
    return [changes.map(({ change }) => change.id), next];
  };
  assert.deepEqual(await idsOf({ state: 'open' }, { limit: 3 }), [[1200, 1199, 1198], '1198']);
  assert.deepEqual(reads.length, 5, reads.join());
  assert.deepEqual(await idsOf({ state: 'open', test: 1 }, { limit: 9, cursor: '1198' }), [
    [1197, 1195, 1193, 1191, 1],
    undefined,
  ]);
  assert.deepEqual(reads.filter((read) => read === 'page of changes').length, 3);
  assert.ok(reads.length <= 3 + 2 * 4, reads.join());
});

const changeOf = (id: number, more: Pick<Change, 'confirmed' | 'variableId'>): Change => ({
  id,
  testId: more.variableId,
  runId: more.variableId,
  fingerprint: '{}',
  datasetId: id,
  ordinal: 0,
  timestamp: id,
  foundAt: id,
  description: 'it is higher',
  explanation: 'it is higher',
  model: 'relativeDifference',
  after: { count: 1, mean: 2, deviation: 0 },
  ...more,
});
